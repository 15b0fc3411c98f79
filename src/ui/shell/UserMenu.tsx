/**
 * User menu at the right end of the top bar: settings, if the route table has them, and sign-out (with confirmation).
 */
import { useSelector } from '@xstate/react';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Flag from 'lucide-react/icons/flag';
import LogOut from 'lucide-react/icons/log-out';
import ScanEye from 'lucide-react/icons/scan-eye';
import UserCog from 'lucide-react/icons/user-cog';
import { selectKnownPages } from '../../machines/navigation/navigation.selectors.ts';
import { selectDisplayName, selectRoutes, selectUser } from '../../machines/session/session.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Menu, type MenuEntry } from '../kit/Menu.tsx';
import { initials } from './displayName.ts';
import { hasPage } from './menu.ts';
import { choiceEntry, useSizeChoice } from './Switches.tsx';

const SETTINGS_PATH = '/home/user-setting';

export function UserMenu() {
  const t = useT();
  const { session } = useApp();
  const name = useSelector(session, selectDisplayName);
  const image = useSelector(session, selectUser)?.avatarPath;
  return (
    <Menu
      entries={useUserEntries()}
      trigger={
        <button
          type="button"
          className="inline-flex h-9 items-center gap-[7px] rounded px-1 text-13 font-medium whitespace-nowrap hover:bg-hover"
          aria-label={t('shell.me.menu', { name })}
        >
          <Avatar initials={initials(name)} image={image || undefined} />
          <span className="max-wide:hidden">{name}</span>
          <Icon of={ChevronDown} size={14} className="text-text-2" />
        </button>
      }
    />
  );
}

/** Account actions, shared by the top bar and the phone's drawer. */
export function useUserEntries(): MenuEntry[] {
  const t = useT();
  const { root, session, navigation } = useApp();
  const hasSettings = hasPage(
    useSelector(session, selectRoutes),
    SETTINGS_PATH,
    useSelector(navigation, selectKnownPages),
  );
  const size = useSizeChoice();
  const settings: MenuEntry[] = hasSettings
    ? [
        {
          kind: 'item',
          id: 'settings',
          label: t('routes.userSetting'),
          icon: UserCog,
          onSelect: () => navigation.send({ type: 'navigation.go', to: SETTINGS_PATH }),
        },
      ]
    : [];
  const report: MenuEntry = {
    kind: 'item',
    id: 'report',
    label: t('common.mistake.report'),
    icon: Flag,
    onSelect: () => root.send({ type: 'app.reportWanted' }),
  };
  const peek: MenuEntry = {
    kind: 'item',
    id: 'peek',
    label: t('shell.me.peek'),
    icon: ScanEye,
    onSelect: () => root.send({ type: 'app.peekWanted' }),
  };
  const changelog: MenuEntry = {
    kind: 'item',
    id: 'changelog',
    label: t('routes.changelog'),
    icon: CalendarClock,
    onSelect: () => navigation.send({ type: 'navigation.go', to: '/changelog' }),
  };
  return [
    ...settings,
    report,
    peek,
    changelog,
    { kind: 'line', id: 'line' },
    { kind: 'choice', id: 'size', label: t('shell.size.name'), ...choiceEntry(size) },
    { kind: 'line', id: 'lineAfterSize' },
    {
      kind: 'item',
      id: 'signOut',
      label: t('common.signOut'),
      icon: LogOut,
      onSelect: () => session.send({ type: 'session.askSignOut' }),
    },
  ];
}
