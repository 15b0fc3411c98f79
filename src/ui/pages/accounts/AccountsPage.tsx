/** Account administration (design 13, "Account admin"): search, create, invite, edit, lock and sign out accounts. */
import '../../styles/accounts.css';
import { useSelector } from '@xstate/react';
import MailPlus from 'lucide-react/icons/mail-plus';
import UserPlus from 'lucide-react/icons/user-plus';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { type AccountsQuery, accountsPatch, readAccountsQuery } from '../../../machines/accounts/accountsQuery.ts';
import { type AccountsRef, selectAccounts } from '../../../machines/accounts/accounts.selectors.ts';
import { placeOf, selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ListCard } from '../../kit/ListCard.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { AccountFilters } from './AccountFilters.tsx';
import { AccountQuestion } from './AccountQuestion.tsx';
import { AccountTable } from './AccountTable.tsx';
import { InvitationsCard } from './InvitationsCard.tsx';
import { LinkDialog } from './LinkDialog.tsx';

export function AccountsPage({ screen }: { readonly screen: AccountsRef }) {
  const t = useT();
  const show = (change: Partial<AccountsQuery>): void =>
    screen.send({ type: 'list.show', query: accountsPatch(change) });
  return (
    <div className="list-page">
      <div className="page-head">
        <div className="page-title">
          <h1>{t('accounts.title')}</h1>
          <p>{t('accounts.about')}</p>
        </div>
        <Button icon={MailPlus} onClick={() => screen.send({ type: 'account.invite' })}>
          {t('accounts.invite')}
        </Button>
        <Button variant="primary" icon={UserPlus} onClick={() => screen.send({ type: 'account.create' })}>
          {t('accounts.create')}
        </Button>
      </div>
      <AccountFilters screen={screen} onShow={show} />
      <AccountList screen={screen} onShow={show} />
      <InvitationsCard screen={screen} />
      <AccountDialog screen={screen} />
      <AccountQuestion screen={screen} />
      <LinkDialog screen={screen} />
    </div>
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
  const found = useSelector(screen, selectAccounts);
  const reading = useSelector(screen, selectIsReading);
  const { query, rows, total, failure } = found;
  const { sort, descending } = readAccountsQuery(query);
  const { page, pages, from, to } = placeOf(found);
  const forbidden = failure?.code === ERRORS.notAllowed;
  return (
    <ListCard
      reading={reading}
      count={rows.length}
      skeleton={{ label: t('accounts.loading'), count: 8 }}
      failure={
        failure && {
          forbidden,
          title: t(forbidden ? 'accounts.forbidden' : 'accounts.failed'),
          text: forbidden ? t('accounts.forbiddenText') : t.failure(failure),
          retryLabel: t('accounts.retry'),
          onRetry: () => screen.send({ type: 'list.reload' }),
        }
      }
      empty={
        <StatePanel state="empty" art="reception" title={t('accounts.noneFound')} text={t('accounts.noneFoundText')}>
          <Button size="s" onClick={() => onShow({ text: '', role: 'all', state: 'all' })}>
            {t('accounts.clear')}
          </Button>
        </StatePanel>
      }
      pager={{
        label: t('accounts.pages'),
        page,
        pages,
        onPage: (next) => screen.send({ type: 'list.turn', page: next }),
        summary: t('accounts.range', { from, to, total }),
        previousLabel: t('accounts.previous'),
        nextLabel: t('accounts.next'),
        pageLabel: (number) => t('accounts.page', { page: number }),
      }}
    >
      <AccountTable screen={screen} rows={rows} sort={{ column: sort, down: descending }} onShow={onShow} />
    </ListCard>
  );
}
