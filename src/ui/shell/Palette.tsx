/** Ctrl/Cmd+K: go to a robot or a page, or run an action of the top bar, by typing part of its name. */
import { useSelector } from '@xstate/react';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import PanelLeft from 'lucide-react/icons/panel-left';
import ScanEye from 'lucide-react/icons/scan-eye';
import { STATUS_ORDER } from '../../../contract/entities/robotConstants.ts';
import { selectRobots, selectView } from '../../machines/fleet/fleet.selectors.ts';
import { robotPath } from '../../machines/app/events.ts';
import { selectIsPaletteOpen, selectPaletteKeyword, selectPointed } from '../../machines/frame/frame.selectors.ts';
import { selectKnownPages, selectPath } from '../../machines/navigation/navigation.selectors.ts';
import { selectTabs } from '../../machines/preferences/preferences.selectors.ts';
import { selectRoutes } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import type { Glyph } from '../icons/glyph.ts';
import { CommandPalette, type PaletteItem } from '../kit/CommandPalette.tsx';
import { StatusPill } from '../kit/StatusPill.tsx';
import { statusKey } from '../labels/statusKey.ts';
import { type MenuEntry, menuEntries, pagesOf, withTabs } from './menu.ts';
import { found, MOST_ROBOTS, type Findable } from './paletteSections.ts';
import { routeIcon } from './routeIcons.ts';
import { useLanguageChoice, useThemeChoice } from './Switches.tsx';
import { useTitle } from './useTitle.ts';

interface Doable extends Findable {
  icon: Glyph;
  /** Target path; omitted for actions. */
  to?: string;
  act: () => void;
}

const KEYS = { choose: ['↑', '↓'], open: ['↵'], apart: ['Ctrl ↵'] } as const;
const ENTER = '↵';
const ESCAPE = 'Esc';

export function Palette() {
  return useSelector(useApp().frame, selectIsPaletteOpen) ? <OpenPalette /> : null;
}

function OpenPalette() {
  const t = useT();
  const { navigation, frame } = useApp();
  const keyword = useSelector(frame, selectPaletteKeyword);
  const pointed = useSelector(frame, selectPointed);
  const onClose = (): void => frame.send({ type: 'palette.close' });
  const go = (to: string): void => navigation.send({ type: 'navigation.go', to });
  const robots = found(useFindableRobots(), keyword, MOST_ROBOTS);
  const pages = found(usePages(go), keyword);
  const actions = found(useActions(), keyword);
  const ids = [...robots, ...pages, ...actions].map(({ id }) => id);
  const chosen = pointed !== null && ids.includes(pointed) ? pointed : (ids[0] ?? null);

  const pick = (id: string, apart: boolean): void => {
    const robot = robots.find((one) => one.id === id);
    const doable = [...pages, ...actions].find((one) => one.id === id);
    const to = robot ? robotPath(robot.detail) : doable?.to;
    onClose();
    if (apart && to) window.open(to, '_blank', 'noopener');
    else if (robot) go(robotPath(robot.detail));
    else doable?.act();
  };

  const items = (things: readonly Doable[]): PaletteItem[] =>
    things.map(({ id, label, icon }) => ({ id, label, icon }));
  return (
    <CommandPalette
      open
      label={t('shell.palette.open')}
      query={keyword}
      placeholder={t('shell.palette.open')}
      chosen={chosen}
      noneText={t('shell.palette.nothing')}
      enterKey={ENTER}
      escapeKey={ESCAPE}
      hints={[
        { keys: KEYS.choose, text: t('shell.palette.choose') },
        { keys: KEYS.open, text: t('shell.palette.go') },
        { keys: KEYS.apart, text: t('shell.palette.newTab') },
      ]}
      sections={[
        {
          id: 'robots',
          title: t('common.robots'),
          items: robots.map(({ id, label, detail, kind, status }) => ({
            id,
            label,
            detail,
            art: kind,
            end: <StatusPill status={status} label={t(statusKey(status))} />,
          })),
        },
        { id: 'pages', title: t('shell.palette.pages'), items: items(pages) },
        { id: 'actions', title: t('common.actions'), items: items(actions) },
      ]}
      onQuery={(next) => frame.send({ type: 'palette.search', keyword: next })}
      onChoose={(id) => frame.send({ type: 'palette.point', id })}
      onPick={pick}
      onClose={onClose}
    />
  );
}

function useFindableRobots() {
  const robots = useSelector(useFleet(), selectRobots);
  return robots
    .map(({ serialNumber, robotNickName, kind, live: { status } }) => ({
      id: `robot ${serialNumber}`,
      label: robotNickName || serialNumber,
      detail: serialNumber,
      kind,
      status,
    }))
    .sort((a, b) => STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status));
}

/** Always in the palette, because only the menu of regular users contains it. */
const INSPECTOR: MenuEntry = {
  name: 'inspector',
  path: '/inspector',
  external: false,
  title: 'routes.inspector',
  icon: 'bug',
  divider: false,
  children: [],
};
const unlisted = (listed: readonly MenuEntry[], known: readonly string[]): readonly MenuEntry[] =>
  known.includes(INSPECTOR.name) && !listed.some(({ path }) => path === INSPECTOR.path) ? [INSPECTOR] : [];

function usePages(go: (to: string) => void): Doable[] {
  const title = useTitle();
  const { session, navigation, preferences } = useApp();
  const view = useSelector(useFleet(), selectView);
  const known = useSelector(navigation, selectKnownPages);
  const menu = menuEntries(useSelector(session, selectRoutes), view, known);
  const tabs = useSelector(preferences, selectTabs);
  const entries = pagesOf(withTabs(menu, tabs, useSelector(navigation, selectPath)));
  return [...entries, ...unlisted(entries, known)].map(({ name, title: key, path, to = path, icon, external }) => ({
    id: `page ${name}`,
    label: title(key, name),
    icon: routeIcon(icon),
    to,
    act: () => {
      if (external) window.open(path, '_blank', 'noopener');
      else go(to);
    },
  }));
}

function useActions(): Doable[] {
  const t = useT();
  const { root, session, preferences } = useApp();
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  return [
    ...language.options
      .filter(({ value }) => value !== language.value)
      .map(({ value, label }) => ({
        id: `language ${value}`,
        label: t('shell.palette.language', { language: label }),
        icon: Languages,
        act: () => language.choose(value),
      })),
    ...theme.options
      .filter(({ value }) => value !== theme.value)
      .map(({ value, label }) => ({
        id: `theme ${value}`,
        label: t('shell.palette.theme', { theme: label }),
        icon: theme.iconOf(value),
        act: () => theme.choose(value),
      })),
    {
      id: 'sidebar',
      label: t('shell.palette.sidebar'),
      icon: PanelLeft,
      act: () => preferences.send({ type: 'sidebar.toggle' }),
    },
    { id: 'peek', label: t('shell.me.peek'), icon: ScanEye, act: () => root.send({ type: 'app.peekWanted' }) },
    {
      id: 'signOut',
      label: t('common.signOut'),
      icon: LogOut,
      act: () => session.send({ type: 'session.askSignOut' }),
    },
  ];
}
