/**
 * The second row: tabs of visited views, and the site's clock. A tab is closed by its close button, a middle click, or
 * Delete; its context menu (right click, Shift F10) closes it, the others, or all. A pinned tab stays.
 */
import { useSelector } from '@xstate/react';
import { DropdownMenu } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import type { TabMenuPlace, VisitedView } from '../../machines/app/events.ts';
import { selectRobots, selectView } from '../../machines/fleet/fleet.selectors.ts';
import { selectTabMenu } from '../../machines/frame/frame.selectors.ts';
import { selectTabPath, selectTabs } from '../../machines/preferences/preferences.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useLive } from '../hooks/useLive.ts';
import { useT } from '../hooks/useT.ts';
import { VisitedTabs } from '../kit/VisitedTabs.tsx';
import { SiteClock } from './SiteClock.tsx';
import { titleIn } from './menu.ts';
import { tabName } from './tabNames.ts';
import { useHomeSite } from './useHomeSite.ts';
import { useTitle } from './useTitle.ts';

export function VisitedViews() {
  const t = useT();
  const { frame, navigation, preferences } = useApp();
  const tabs = useSelector(preferences, selectTabs);
  const current = useSelector(preferences, selectTabPath);
  const robots = useSelector(useFleet(), selectRobots);
  const title = useTitle();
  const live = useLive();
  const site = useHomeSite();
  const robotView = useSelector(useFleet(), selectView);
  const nameOf = (view: VisitedView): string =>
    tabName({ ...view, titleKey: titleIn(robotView, view.titleKey) }, title, (serialNumber) =>
      robots.find((robot) => robot.serialNumber === serialNumber),
    );
  return (
    <section
      className="visited col-start-2 -col-end-1 flex min-w-0 items-end gap-0.5 border-b border-line bg-paper pr-4 pl-2"
      aria-label={t('shell.tabs.place')}
    >
      <TabStrip
        tabs={tabs.map((view) => ({ ...view, label: nameOf(view) }))}
        current={current}
        menu={useSelector(frame, selectTabMenu)}
        onMenu={(menu) => frame.send(menu ? { type: 'tabMenu.open', menu } : { type: 'tabMenu.close' })}
        onOpen={({ path, search }) => navigation.send({ type: 'navigation.go', to: path + search })}
        onClose={(path) => preferences.send({ type: 'tab.close', path })}
        onCloseOthers={(path) => preferences.send({ type: 'tab.closeOthers', path })}
        onCloseAll={() => preferences.send({ type: 'tab.closeAll' })}
      />
      {site.name && <SiteClock siteName={site.name} timeZone={site.timeZone} now={live.now} />}
    </section>
  );
}

interface NamedView extends VisitedView {
  readonly label: string;
}

export interface TabStripProps {
  readonly tabs: readonly NamedView[];
  readonly current: string;
  /** The tab whose context menu is open, and its position. */
  readonly menu: TabMenuPlace | null;
  readonly onMenu: (menu: TabMenuPlace | null) => void;
  readonly onOpen: (view: VisitedView) => void;
  readonly onClose: (path: string) => void;
  readonly onCloseOthers: (path: string) => void;
  readonly onCloseAll: () => void;
}

export function TabStrip(props: TabStripProps) {
  const { tabs, current, menu, onMenu, onOpen, onClose, onCloseOthers, onCloseAll } = props;
  const t = useT();
  const view = (path: string): NamedView | undefined => tabs.find((tab) => tab.path === path);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Delete' || !(event.target instanceof Element)) return;
    const strips = [...event.currentTarget.querySelectorAll('.visited-tab')];
    const at = strips.findIndex((strip) => strip.contains(event.target as Element));
    const tab = tabs[at];
    if (!tab || tab.affix) return;
    event.preventDefault();
    // Closing the focused tab would lose focus, so it moves to the neighbour.
    (strips[at + 1] ?? strips[at - 1])?.querySelector('button')?.focus();
    onClose(tab.path);
  };
  return (
    // Handles key events that bubble up from the tabs.
    <div className="flex min-w-0" role="presentation" onKeyDown={onKeyDown}>
      <VisitedTabs
        label={t('shell.tabs.name')}
        tabs={tabs.map(({ path, label, affix }) => ({
          id: path,
          label,
          pinned: affix,
          closeLabel: t('shell.tabs.close', { title: label }),
        }))}
        current={current}
        onOpen={(path) => {
          const tab = view(path);
          if (tab) onOpen(tab);
        }}
        onClose={onClose}
        onMenu={(path, at) => onMenu({ path, ...at })}
      />
      {menu && (
        <TabMenu
          at={menu}
          closable={!view(menu.path)?.affix}
          onClose={() => onClose(menu.path)}
          onCloseOthers={() => onCloseOthers(menu.path)}
          onCloseAll={onCloseAll}
          onGone={() => onMenu(null)}
        />
      )}
    </div>
  );
}

interface TabMenuProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly closable: boolean;
  readonly onClose: () => void;
  readonly onCloseOthers: () => void;
  readonly onCloseAll: () => void;
  readonly onGone: () => void;
}

/** Opens at the pointer; its trigger is an element without size. */
function TabMenu({ at, closable, onClose, onCloseOthers, onCloseAll, onGone }: TabMenuProps) {
  const t = useT();
  return (
    <DropdownMenu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) onGone();
      }}
    >
      <DropdownMenu.Trigger asChild>
        <span className="fixed" style={{ left: at.x, top: at.y }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" aria-label={t('shell.tabs.name')}>
          {closable && (
            <DropdownMenu.Item className="menu-item" onSelect={onClose}>
              {t('common.close')}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className="menu-item" onSelect={onCloseOthers}>
            {t('shell.tabs.closeOthers')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={onCloseAll}>
            {t('shell.tabs.closeAll')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
