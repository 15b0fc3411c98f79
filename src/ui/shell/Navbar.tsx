/**
 * The top bar (spec 2): robot views, command palette, connection status, language, theme, robot panel toggle, user
 * menu.
 */
import { useSelector } from '@xstate/react';
import PanelLeft from 'lucide-react/icons/panel-left';
import Search from 'lucide-react/icons/search';
import { selectPage } from '../../machines/app/app.selectors.ts';
import { selectRobots, selectView } from '../../machines/fleet/fleet.selectors.ts';
import { selectPath } from '../../machines/navigation/navigation.selectors.ts';
import { selectIsPanelOpen, selectViewOrder } from '../../machines/preferences/preferences.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { AlarmBell } from './AlarmBell.tsx';
import { FaultChip } from './FaultChip.tsx';
import { LinkStatus } from './LinkStatus.tsx';
import { panelOf } from './robotPanelRules.ts';
import { SetUpChip } from './SetUpChip.tsx';
import { LanguageSwitch, ThemeSwitch } from './Switches.tsx';
import { UserMenu } from './UserMenu.tsx';
import { countViews, visibleViews } from './viewOrder.ts';
import { ViewTabs } from './ViewTabs.tsx';

export function Navbar({ onPalette }: { readonly onPalette: () => void }) {
  const t = useT();
  const { root, navigation, preferences } = useApp();
  const path = useSelector(navigation, selectPath);
  const hasPanel = panelOf(useSelector(root, selectPage)) !== undefined;
  const panelOpen = useSelector(preferences, selectIsPanelOpen);
  return (
    <header className="top col-start-2 -col-end-1 flex min-w-0 items-center gap-2.5 border-b border-line bg-surface pr-3 pl-2">
      <RobotViews path={path} />
      <span className="flex-1" />
      <button
        type="button"
        className="palette-open"
        onClick={onPalette}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('shell.palette.open')}
      >
        <Icon of={Search} size={14} />
        <span>{t('shell.palette.open')}</span>
        <kbd aria-hidden="true">{PALETTE_KEY}</kbd>
      </button>
      <FaultChip />
      <SetUpChip />
      <LinkStatus />
      <AlarmBell />
      <span className="flex items-center">
        {hasPanel && (
          <IconButton
            icon={PanelLeft}
            label={t('shell.panel.toggle')}
            pressed={panelOpen}
            onClick={() => preferences.send({ type: 'panel.toggle' })}
          />
        )}
        <LanguageSwitch />
        <ThemeSwitch />
      </span>
      <UserMenu />
    </header>
  );
}

/** Selecting a view stores it and navigates home (spec 2); the fleet machine does both. */
function RobotViews({ path }: { readonly path: string }) {
  const { preferences } = useApp();
  const fleet = useFleet();
  const order = useSelector(preferences, selectViewOrder);
  const counts = countViews(useSelector(fleet, selectRobots));
  return (
    <ViewTabs
      order={order}
      visible={visibleViews(order, counts, path)}
      counts={counts}
      chosen={useSelector(fleet, selectView)}
      onChoose={(view) => fleet.send({ type: 'view.choose', view })}
      onOrder={(next) => preferences.send({ type: 'views.order', order: next })}
    />
  );
}

const PALETTE_KEY = /Mac|iP(?:hone|ad)/u.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
