/**
 * Accounts page, for administrators: a page of accounts and the pending invitations, an editor, and confirmed actions
 * (machines/factories/recordPage.ts). A link for a new account, an invitation or a new password is shown once.
 */
import { setup } from 'xstate';
import type { Account, Invitation } from '../../../contract/entities/account.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import type { ListResult } from '../factories/pagedList.ts';
import { secretPage } from '../factories/recordPage.ts';
import { type AccountFields, accountFormMachine, type ShownLink } from './accountForm.machine.ts';
import { accountsQuery, type AccountsRequest, accountsRequest } from './accountsQuery.ts';
import { type AccountTask, DONE, QUESTIONS } from './actions.ts';

export interface AccountsResult extends ListResult<Account> {
  invitations: readonly Invitation[];
}

const page = secretPage<AccountsResult, AccountsRequest, AccountFields, AccountTask, ShownLink>({
  requestOf: accountsRequest,
  typed: accountsQuery.typed,
  nothing: { invitations: [] },
  form: accountFormMachine,
  savedOf: ({ nickname }) => ({ key: 'accounts.done.edit', params: { name: nickname.trim() } }),
  questionOf: ({ act, name }) => questionWith(QUESTIONS[act], { name }, act !== 'unlock'),
  doneOf: ({ act, name }) => ({ key: DONE[act], params: { name } }),
});

export const accountsMachine = setup(page.setup).createMachine({ id: 'accounts', ...page.config });
