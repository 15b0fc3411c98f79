/** Wires the accounts page to the API. The client is in this chunk, because no other page needs it. */
import { fromCallback, fromPromise } from 'xstate';
import { accounts as calls } from '../../../contract/endpoints/accounts.ts';
import type { OneTimeLink } from '../../../contract/entities/account.ts';
import { accountFormMachine, type AccountFields, type ShownLink } from '../../machines/accounts/accountForm.machine.ts';
import { type AccountsResult, accountsMachine } from '../../machines/accounts/accounts.machine.ts';
import type { AccountTask } from '../../machines/accounts/actions.ts';
import type { AccountsRequest } from '../../machines/accounts/accountsQuery.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import type { Services } from '../services.ts';
import { keptEditor } from './keptForm.ts';

export function wireAccounts({ transport, world, robotBrowser }: Services) {
  const api = createClient(calls, transport);
  /** Uses the server's configured origin, else the origin of this administrator's browser. */
  const shown = ({ host, path, expiresAt }: OneTimeLink): ShownLink => ({
    url: `${host || world.origin}${path}`,
    expiresAt,
  });

  const load = async (request: AccountsRequest, signal: AbortSignal): Promise<AccountsResult> => {
    const [found, invitations] = await Promise.all([api.list(request, { signal }), api.invitations({}, { signal })]);
    return { ...found, invitations };
  };
  const save = async (fields: AccountFields, signal: AbortSignal): Promise<ShownLink | null> => {
    const { kind, accountId, nickname, email, phoneNumber, target } = fields;
    const roles = [...fields.roles];
    if (kind === 'invite') return shown((await api.invite({ target, roles }, { signal })).link);
    const { link } = await api.save({ accountId, nickname, email, phoneNumber, roles }, { signal });
    return link && shown(link);
  };
  const act = async ({ act: wanted, id }: AccountTask, signal: AbortSignal): Promise<ShownLink | null> => {
    switch (wanted) {
      case 'lock':
      case 'unlock':
        return api.lock({ accountId: id, locked: wanted === 'lock' }, { signal });
      case 'endSessions':
        await api.endSessions({ accountId: id }, { signal });
        return null;
      case 'resetPassword':
        return shown((await api.resetPassword({ accountId: id }, { signal })).link);
      case 'withdraw':
        return api.withdraw({ invitationId: id }, { signal });
    }
  };

  const { recallDialog, keepDialog, keepDraft } = keptEditor<AccountFields>({ world }, 'accounts');
  return accountsMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
      loadList: fromPromise<AccountsResult, AccountsRequest>(({ input, signal }) => load(input, signal)),
      form: accountFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<ShownLink | null, { fields: AccountFields }>(({ input, signal }) =>
            save(input.fields, signal),
          ),
        },
      }),
      act: fromPromise<ShownLink | null, { task: AccountTask }>(({ input, signal }) => act(input.task, signal)),
    },
  });
}
