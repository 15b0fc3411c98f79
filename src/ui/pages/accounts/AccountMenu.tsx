/**
 * Actions for an account. Actions that an administrator cannot apply to their own account stay visible with a reason.
 */
import Ellipsis from 'lucide-react/icons/ellipsis';
import KeyRound from 'lucide-react/icons/key-round';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import type { Account } from '../../../../contract/entities/account.ts';
import { fieldsOf } from '../../../machines/accounts/accountForm.machine.ts';
import type { AccountAction } from '../../../machines/accounts/actions.ts';
import type { AccountsRef } from '../../../machines/accounts/accounts.selectors.ts';
import { useOwnId } from '../../hooks/useOwnId.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu } from '../../kit/Menu.tsx';

export function AccountMenu({ screen, account }: { readonly screen: AccountsRef; readonly account: Account }) {
  const t = useT();
  const ownId = useOwnId();
  const { id, nickname, lockedAt, sessions, appId } = account;
  const isApp = appId !== '' ? t('accounts.isApp') : undefined;
  const notOwn = id === ownId ? t('errors.cloud_error_40702') : undefined;
  const act = (wanted: AccountAction) => (): void =>
    screen.send({ type: 'record.act', task: { act: wanted, id, name: nickname } });
  return (
    <Menu
      trigger={<IconButton size="s" icon={Ellipsis} label={t('accounts.menu.name', { name: nickname })} />}
      entries={[
        {
          kind: 'item',
          id: 'edit',
          label: t('accounts.menu.edit'),
          icon: Pencil,
          disabledReason: isApp,
          onSelect: () => screen.send({ type: 'record.edit', fields: fieldsOf(account) }),
        },
        {
          kind: 'item',
          id: 'reset',
          label: t('routes.forgotPassword'),
          icon: KeyRound,
          disabledReason: isApp ?? notOwn,
          onSelect: act('resetPassword'),
        },
        {
          kind: 'item',
          id: 'signOut',
          label: t('accounts.menu.endSessions'),
          icon: LogOut,
          disabledReason: sessions === 0 ? t('accounts.notSignedIn') : undefined,
          onSelect: act('endSessions'),
        },
        { kind: 'line', id: 'line' },
        lockedAt === null
          ? {
              kind: 'item',
              id: 'lock',
              label: t('accounts.menu.lock'),
              icon: Lock,
              danger: true,
              disabledReason: notOwn,
              onSelect: act('lock'),
            }
          : { kind: 'item', id: 'unlock', label: t('accounts.menu.unlock'), icon: LockOpen, onSelect: act('unlock') },
      ]}
    />
  );
}
