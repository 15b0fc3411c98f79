/** Drawer for what does not fit in a phone's bars: pages, robot views, language, theme, account. */
import { useSelector } from '@xstate/react';
import { selectRobots, selectView } from '../../machines/fleet/fleet.selectors.ts';
import { selectGroups } from '../../machines/frame/frame.selectors.ts';
import { selectPath } from '../../machines/navigation/navigation.selectors.ts';
import { selectViewOrder } from '../../machines/preferences/preferences.selectors.ts';
import { selectDisplayName } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Chip } from '../kit/Chip.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import type { MenuEntry } from './menu.ts';
import { MenuList } from './MenuList.tsx';
import { StickSideChoice } from './StickSideChoice.tsx';
import { useLanguageChoice, useSizeChoice, useThemeChoice } from './Switches.tsx';
import { useUserEntries } from './UserMenu.tsx';
import { viewName } from './viewName.ts';
import { countViews, visibleViews } from './viewOrder.ts';

export interface PhoneDrawerProps {
  readonly open: boolean;
  readonly entries: readonly MenuEntry[];
  readonly active: MenuEntry | null;
  readonly onClose: () => void;
}

export function PhoneDrawer({ open, entries, active, onClose }: PhoneDrawerProps) {
  const t = useT();
  const { session, frame } = useApp();
  const name = useSelector(session, selectDisplayName);
  const groups = useSelector(frame, selectGroups);
  return (
    <Dialog open={open} onClose={onClose} title={name} closeLabel={t('shell.menu.close')}>
      <div className="grid gap-5">
        <nav className="drawer-menu" aria-label={t('shell.palette.pages')}>
          <MenuList
            entries={entries}
            active={active}
            groups={groups}
            onGroup={(group, isOpen) => frame.send({ type: 'group.toggle', name: group, open: isOpen })}
            onGone={onClose}
          />
        </nav>
        <DrawerViews onGone={onClose} />
        <DrawerChoices />
        <DrawerAccount onGone={onClose} />
      </div>
    </Dialog>
  );
}

function DrawerViews({ onGone }: { readonly onGone: () => void }) {
  const t = useT();
  const { navigation, preferences } = useApp();
  const fleet = useFleet();
  const path = useSelector(navigation, selectPath);
  const counts = countViews(useSelector(fleet, selectRobots));
  const chosen = useSelector(fleet, selectView);
  return (
    <section className="grid gap-2">
      <h3>{t('shell.views.name')}</h3>
      <div className="flex flex-wrap gap-2">
        {visibleViews(useSelector(preferences, selectViewOrder), counts, path).map((view) => (
          <Chip
            key={view}
            large
            label={t(viewName(view))}
            note={counts[view]}
            on={view === chosen}
            onToggle={() => {
              fleet.send({ type: 'view.choose', view });
              onGone();
            }}
          />
        ))}
      </div>
    </section>
  );
}

function DrawerChoices() {
  const t = useT();
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  const size = useSizeChoice();
  return (
    <section className="grid gap-3">
      <SegmentedControl
        size="l"
        full
        label={t('signIn.language')}
        value={language.value}
        options={language.options}
        onChange={language.choose}
      />
      <SegmentedControl
        size="l"
        full
        label={t('shell.theme.name')}
        value={theme.value}
        options={theme.options}
        onChange={theme.choose}
      />
      <div className="grid gap-2">
        {/* Unlike language and theme, the options alone do not say what they are about. */}
        <h3>{t('shell.size.name')}</h3>
        <SegmentedControl
          size="l"
          full
          label={t('shell.size.name')}
          value={size.value}
          options={size.options}
          onChange={size.choose}
        />
      </div>
      <StickSideChoice />
    </section>
  );
}

function DrawerAccount({ onGone }: { readonly onGone: () => void }) {
  const entries = useUserEntries();
  return (
    <section className="grid gap-2">
      {entries.map(
        (entry) =>
          entry.kind === 'item' && (
            <Button
              key={entry.id}
              size="l"
              wide
              icon={entry.icon}
              onClick={() => {
                onGone();
                entry.onSelect();
              }}
            >
              {entry.label}
            </Button>
          ),
      )}
    </section>
  );
}
