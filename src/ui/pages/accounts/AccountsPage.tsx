/** Account administration (design 13, "Account admin"): search, create, invite, edit, lock and sign out accounts. */
import { useSelector } from '@xstate/react';
import MailPlus from 'lucide-react/icons/mail-plus';
import UserPlus from 'lucide-react/icons/user-plus';
import { newAccount } from '../../../machines/accounts/accountForm.machine.ts';
import { type AccountsQuery, accountsQuery } from '../../../machines/accounts/accountsQuery.ts';
import { type AccountsRef, selectAccounts } from '../../../machines/accounts/accounts.selectors.ts';
import { selectLeaving, selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { AccountFilters } from './AccountFilters.tsx';
import { AccountTable } from './AccountTable.tsx';
import { InvitationsCard } from './InvitationsCard.tsx';
import { LinkDialog } from './LinkDialog.tsx';

export function AccountsPage({ screen }: { readonly screen: AccountsRef }) {
  const t = useT();
  const show = (change: Partial<AccountsQuery>): void =>
    screen.send({ type: 'list.show', query: accountsQuery.patch(change) });
  const edit = (kind: 'create' | 'invite') => () => screen.send({ type: 'record.edit', fields: newAccount(kind) });
  return (
    <ListPage
      title={t('routes.accounts')}
      facts={t('accounts.about')}
      actions={
        <Button icon={MailPlus} onClick={edit('invite')}>
          {t('shared.invite')}
        </Button>
      }
      primary={{ label: t('accounts.create'), icon: UserPlus, onPress: edit('create') }}
      filters={<AccountFilters screen={screen} onShow={show} />}
      dialogs={
        <>
          <AccountDialog screen={screen} />
          <Question question={useSelector(screen, selectQuestion)} />
          <Question question={useSelector(screen, selectLeaving)} cancelLabel={t('shared.leaveRevealed.stay')} />
          <LinkDialog screen={screen} />
        </>
      }
    >
      <AccountList screen={screen} onShow={show} />
      <InvitationsCard screen={screen} />
    </ListPage>
  );
}

function AccountList({
  screen,
  onShow,
}: {
  readonly screen: AccountsRef;
  readonly onShow: (change: Partial<AccountsQuery>) => void;
}) {
  const t = useT();
  const { query, rows } = useSelector(screen, selectAccounts);
  const { sort, descending } = accountsQuery.read(query);
  return (
    <PagedList
      screen={screen}
      loading="accounts.loading"
      failed="accounts.failed"
      empty={
        <StatePanel state="empty" art="reception" title={t('accounts.noneFound')} text={t('accounts.noneFoundText')}>
          <Button size="s" onClick={() => screen.send({ type: 'list.show', query: accountsQuery.cleared })}>
            {t('shell.clearFilters')}
          </Button>
        </StatePanel>
      }
    >
      <AccountTable screen={screen} rows={rows} sort={{ column: sort, down: descending }} onShow={onShow} />
    </PagedList>
  );
}
