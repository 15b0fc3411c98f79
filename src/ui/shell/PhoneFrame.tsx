/**
 * Frame on a phone: title and connection status at the top, a tab bar at the bottom, everything else in a drawer. In a
 * window as low as a phone held sideways, the head is one line and the tab bar is at the left, so that the height is left to the page.
 */
import { useSelector } from '@xstate/react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import MapIcon from 'lucide-react/icons/map';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { selectSites, selectView } from '../../machines/fleet/fleet.selectors.ts';
import { selectIsDrawerOpen } from '../../machines/frame/frame.selectors.ts';
import { selectSearch, selectShownPage } from '../../machines/navigation/navigation.selectors.ts';
import { selectDisplayName, selectUser } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useLive } from '../hooks/useLive.ts';
import { useT } from '../hooks/useT.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { FILLED } from './filled.ts';
import { initials } from './displayName.ts';
import { AlarmBell } from './AlarmBell.tsx';
import { FaultChip } from './FaultChip.tsx';
import { LinkStatus } from './LinkStatus.tsx';
import { activeEntry, countOf, type MenuEntry, pagesOf, titleIn } from './menu.ts';
import { MenuCount, useCountedName } from './MenuCount.tsx';
import { PhoneDrawer } from './PhoneDrawer.tsx';
import { routeIcon } from './routeIcons.ts';
import { SetUpChip } from './SetUpChip.tsx';
import { SiteClock } from './SiteClock.tsx';
import { StopBar } from './StopBar.tsx';
import { useHomeSite } from './useHomeSite.ts';
import { useTitle } from './useTitle.ts';

const HOME = '/home';
const MAP = '/home?view=map';
/** Pages in the tab bar besides home and map; the drawer has the rest. */
const MOST_ENTRIES = 2;

const APP =
  'app sideways:relative sideways:not-in-data-[content=phone-robot]:pl-(--rail) sideways:[--rail:calc(64px+env(safe-area-inset-left))]';
const BAR_ITEM =
  'relative flex min-h-12 flex-col items-center justify-center gap-[3px] rounded text-11 text-text-2 aria-[current=page]:font-semibold aria-[current=page]:text-menu-active-text aria-[current=page]:[&>.icon]:text-menu-active';

/** The tab bar at the left of a low window. */
const RAIL =
  'sideways:absolute sideways:inset-y-0 sideways:left-0 sideways:w-(--rail) sideways:grid-flow-row sideways:auto-rows-[minmax(48px,60px)] sideways:content-center sideways:overflow-y-auto sideways:border-t-0 sideways:border-r sideways:border-line sideways:py-1 sideways:pr-1 sideways:pl-[calc(4px+env(safe-area-inset-left))]';

/** Props shared by the phone and desktop frames. */
export interface FrameProps {
  readonly entries: readonly MenuEntry[];
  readonly path: string;
  readonly onPalette: () => void;
  readonly children: ReactNode;
}

export function PhoneFrame({ entries, path, onPalette, children }: FrameProps) {
  const t = useT();
  const title = useTitle();
  const { navigation, session, frame } = useApp();
  const drawer = useSelector(frame, selectIsDrawerOpen);
  const openDrawer = (): void => frame.send({ type: 'drawer.open' });
  const shown = useSelector(navigation, selectShownPage);
  const site = useHomeSite();
  const live = useLive();
  const name = useSelector(session, selectDisplayName);
  const image = useSelector(session, selectUser)?.avatarPath;
  const sites = useSelector(useFleet(), selectSites);
  const view = useSelector(useFleet(), selectView);
  const heading =
    path === HOME
      ? sites.length === 1
        ? site.name
        : t('shell.allSites')
      : title(titleIn(view, shown?.titleKey ?? ''), shown?.name);
  return (
    <div className={classes(APP, FILLED)}>
      <header className="flex-none">
        <div className="sideways:flex sideways:h-12 sideways:items-center sideways:gap-2 sideways:border-b sideways:border-line sideways:bg-surface sideways:px-4">
          <div className="flex h-top items-center gap-2 bg-surface pr-2 pl-4 sideways:contents">
            <p className="min-w-0 flex-1 truncate text-[18px]/6 font-[600] tracking-title text-heading">{heading}</p>
            <div className="flex items-center gap-2 sideways:order-1">
              <AlarmBell large />
              <IconButton size="l" icon={Search} label={t('shell.palette.open')} onClick={onPalette} />
              <button
                type="button"
                className="mr-2 rounded-full sideways:mr-0"
                aria-label={t('shell.me.menu', { name })}
                onClick={openDrawer}
              >
                <Avatar large initials={initials(name)} image={image || undefined} />
              </button>
            </div>
          </div>
          <div className="flex items-center gap-2.5 border-b border-line bg-surface px-4 pb-2.5 text-12 text-text-2 sideways:border-b-0 sideways:p-0">
            <LinkStatus phone />
            <FaultChip />
            <SetUpChip />
            <span className="flex-1" />
            {site.name && (
              <span className="sideways:max-[700px]:hidden">
                <SiteClock short siteName={site.name} timeZone={site.timeZone} now={live.now} />
              </span>
            )}
          </div>
        </div>
      </header>
      <StopBar />
      {children}
      <BottomBar entries={entries} path={path} onMore={openDrawer} more={drawer} />
      <PhoneDrawer
        open={drawer}
        entries={entries}
        active={activeEntry(entries, path)}
        onClose={() => frame.send({ type: 'drawer.close' })}
      />
    </div>
  );
}

interface BottomBarProps {
  readonly entries: readonly MenuEntry[];
  readonly path: string;
  readonly more: boolean;
  readonly onMore: () => void;
}

function BottomBar({ entries, path, more, onMore }: BottomBarProps) {
  const t = useT();
  const title = useTitle();
  const search = useSelector(useApp().navigation, selectSearch);
  const onMap = path === HOME && new URLSearchParams(search).get('view') === 'map';
  const [home, ...others] = entries;
  const current = (on: boolean): 'page' | undefined => (on ? 'page' : undefined);
  const pages = pagesOf(others)
    .filter(({ external }) => !external)
    .slice(0, MOST_ENTRIES);
  const count = countOf(entries) - countOf(pages);
  const moreName = useCountedName(t('shell.menu.more'), count);
  return (
    <nav className={classes('bottom-bar', RAIL)} aria-label={t('shell.palette.pages')}>
      {home && (
        <Link className={BAR_ITEM} href={HOME} aria-current={current(path.startsWith(HOME) && !onMap)}>
          <Icon of={routeIcon(home.icon)} size={22} />
          {title(home.title, home.name)}
        </Link>
      )}
      <Link className={BAR_ITEM} href={MAP} aria-current={current(onMap)}>
        <Icon of={MapIcon} size={22} />
        {t('common.map')}
      </Link>
      {pages.map((entry) => (
        <BottomItem key={entry.name} entry={entry} path={path} />
      ))}
      <button
        type="button"
        className={BAR_ITEM}
        aria-label={count > 0 ? moreName : undefined}
        aria-haspopup="dialog"
        aria-expanded={more}
        onClick={onMore}
      >
        <Icon of={Ellipsis} size={22} />
        {t('shell.menu.more')}
        <MenuCount count={count} place="bottomBar" />
      </button>
    </nav>
  );
}

function BottomItem({ entry, path }: { readonly entry: MenuEntry; readonly path: string }) {
  const title = useTitle()(entry.title, entry.name);
  const { count = 0 } = entry;
  const name = useCountedName(title, count);
  return (
    <Link
      className={BAR_ITEM}
      href={entry.path}
      aria-label={count > 0 ? name : undefined}
      aria-current={path === entry.path || path.startsWith(`${entry.path}/`) ? 'page' : undefined}
    >
      <Icon of={routeIcon(entry.icon)} size={22} />
      {title}
      <MenuCount count={count} place="bottomBar" />
    </Link>
  );
}
