/** Rows of accounts: name, contact, roles, state, robots, last seen and actions. */
import type { Account } from '../../../../contract/entities/account.ts';
import { ACCOUNT_ORDERS, type AccountsQuery } from '../../../machines/accounts/accountsQuery.ts';
import type { AccountsRef } from '../../../machines/accounts/accounts.selectors.ts';
import { useOwnId } from '../../hooks/useOwnId.ts';
import { useT } from '../../hooks/useT.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import type { Sort } from '../../kit/Table.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { initials } from '../../shell/displayName.ts';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AccountState } from './AccountState.tsx';
import { rolesText } from '../../labels/roleTexts.ts';

interface AccountTableProps {
  readonly screen: AccountsRef;
  readonly rows: readonly Account[];
  readonly sort: Sort;
  readonly onShow: (change: Partial<AccountsQuery>) => void;
}

export function AccountTable({ screen, rows, sort, onShow }: AccountTableProps) {
  const t = useT();
  const ownId = useOwnId();
  const seen = ({ lastSeenAt, isHere }: Account): string =>
    isHere ? t('accounts.now') : lastSeenAt === null ? t('accounts.never') : timeStamp(lastSeenAt, ownZone());
  const columns: readonly ListColumn<Account>[] = [
    {
      id: 'name',
      head: t('shared.personName'),
      sortable: true,
      cell: (account) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar initials={initials(account.nickname)} />
          <b className="font-semibold">
            <Name account={account} own={account.id === ownId} />
          </b>
        </span>
      ),
      phone: 'title',
      phoneCell: (account) => <Name account={account} own={account.id === ownId} />,
    },
    {
      id: 'contact',
      head: t('accounts.column.contact'),
      cell: ({ email, phoneNumber }) => (
        <span className="grid min-w-0">
          <span>{email || phoneNumber}</span>
          {email !== '' && phoneNumber !== '' && <small className="text-12 text-text-2">{phoneNumber}</small>}
        </span>
      ),
      phoneCell: ({ email, phoneNumber }) => [email, phoneNumber].filter(Boolean).join(t('accounts.dot')),
    },
    {
      id: 'roles',
      head: t('shared.roles'),
      text: ({ roles }) => rolesText(t, roles),
      phoneCell: ({ roles, robots }) =>
        t('accounts.line', { roles: rolesText(t, roles), robots: t('shared.robotCount', { count: robots }) }),
    },
    {
      id: 'state',
      head: t('common.status'),
      cell: (account) => <AccountState account={account} />,
      phoneCell: (account) => (
        <span className="flex items-center gap-2">
          <AccountState account={account} />
          {t('accounts.seen', { at: seen(account) })}
        </span>
      ),
    },
    { id: 'robots', head: t('common.robots'), numeric: true, text: ({ robots }) => robots, phone: 'hidden' },
    {
      id: 'seen',
      head: t('accounts.column.seen'),
      sortable: true,
      cell: (account) => <span className="tabular-nums text-text-2">{seen(account)}</span>,
      phone: 'hidden',
    },
    {
      id: 'acts',
      head: t('common.actions'),
      acts: true,
      cell: (account) => <AccountMenu screen={screen} account={account} />,
    },
  ];
  return (
    <ListTable
      label={t('routes.accounts')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      sort={sort}
      onSort={({ column, down }) =>
        onShow({ sort: ACCOUNT_ORDERS.find((one) => one === column) ?? 'name', descending: down })
      }
    />
  );
}

function Name({ account: { nickname, demo }, own }: { readonly account: Account; readonly own: boolean }) {
  const t = useT();
  return (
    <>
      {nickname}
      {(own || demo) && (
        <small className="text-12 text-text-2">
          {t(own && demo ? 'accounts.youDemo' : own ? 'accounts.you' : 'accounts.demo')}
        </small>
      )}
    </>
  );
}
