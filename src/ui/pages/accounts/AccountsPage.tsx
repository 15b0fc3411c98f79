/** Everybody who may sign in (design 13, "Account admin"): found, made, invited, changed, locked, signed out. */
import '../../styles/accounts.css';
import { useSelector } from '@xstate/react';
import MailPlus from 'lucide-react/icons/mail-plus';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ActorRefFrom } from 'xstate';
import { PAGE_SIZE } from '../../../../contract/rules/limits.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import type { accountsMachine } from '../../../machines/accounts/accounts.machine.ts';
import { type AccountsQuery, accountsPatch, readAccountsQuery } from '../../../machines/accounts/accountsQuery.ts';
import { selectAccounts, selectAreAccountsLoading } from '../../../machines/accounts/accounts.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Pager } from '../../kit/Pager.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { AccountFilters } from './AccountFilters.tsx';
import { AccountQuestion } from './AccountQuestion.tsx';
import { AccountTable } from './AccountTable.tsx';
import { InvitationsCard } from './InvitationsCard.tsx';
import { LinkDialog } from './LinkDialog.tsx';

export type AccountsScreen = ActorRefFrom<typeof accountsMachine>;

export function AccountsPage({ screen }: { readonly screen: AccountsScreen }) {
  const t = useT();
  const show = (change: Partial<AccountsQuery>): void => screen.send({ type: 'accounts.show', query: accountsPatch(change) });
  return (
    <div className="accounts-page">
      <div className="page-head">
        <div className="page-title">
          <h1>{t('accounts.title')}</h1>
          <p>{t('accounts.about')}</p>
        </div>
        <Button icon={MailPlus} onClick={() => screen.send({ type: 'account.invite' })}>{t('accounts.invite')}</Button>
        <Button variant="pri" icon={UserPlus} onClick={() => screen.send({ type: 'account.create' })}>{t('accounts.create')}</Button>
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

function AccountList({ screen, onShow }: { readonly screen: AccountsScreen; readonly onShow: (change: Partial<AccountsQuery>) => void }) {
  const t = useT();
  const { query, rows, total, failure } = useSelector(screen, selectAccounts);
  const loading = useSelector(screen, selectAreAccountsLoading);
  const { page, ...filter } = readAccountsQuery(query);
  if (failure) {
    const forbidden = failure.code === ERRORS.notAllowed;
    return (
      <div className="card">
        <StatePanel state={forbidden ? 'forbidden' : 'failed'} title={t(forbidden ? 'accounts.forbidden' : 'accounts.failed')} text={forbidden ? t('accounts.forbiddenText') : t.failure(failure)}>
          <Button size="s" busy={loading} onClick={() => screen.send({ type: 'accounts.reload' })}>{t('accounts.retry')}</Button>
        </StatePanel>
      </div>
    );
  }
  if (rows.length === 0) {
    if (loading) return <div className="card"><SkeletonBlocks shape="table" count={8} label={t('accounts.loading')} /></div>;
    return (
      <div className="card">
        <StatePanel state="empty" art="reception" title={t('accounts.noneFound')} text={t('accounts.noneFoundText')}>
          <Button size="s" onClick={() => onShow({ text: '', role: 'all', state: 'all' })}>{t('accounts.clear')}</Button>
        </StatePanel>
      </div>
    );
  }
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE.first));
  const first = (page - 1) * PAGE_SIZE.first + 1;
  return (
    <div className="card card-clip accounts-table" aria-busy={loading || undefined}>
      <AccountTable screen={screen} rows={rows} sort={{ column: filter.sort, down: filter.descending }} onShow={onShow} />
      <Pager
        label={t('accounts.pages')} page={page} pages={pages} onPage={(to) => onShow({ page: to })}
        summary={t('accounts.range', { from: first, to: first + rows.length - 1, total })}
        previousLabel={t('accounts.previous')} nextLabel={t('accounts.next')} pageLabel={(to) => t('accounts.page', { page: to })}
      />
    </div>
  );
}
