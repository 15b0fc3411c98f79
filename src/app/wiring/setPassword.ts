/** Wires the public page of an administrator's one-time link. */
import { fromPromise } from 'xstate';
import { accounts } from '../../../contract/endpoints/accounts.ts';
import type { LinkTerms } from '../../../contract/entities/account.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { setPasswordMachine, type UsedLink } from '../../machines/setPassword/setPassword.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireSetPassword({ transport }: Services) {
  const api = createClient(accounts, transport);
  return setPasswordMachine.provide({
    actors: {
      askLink: fromPromise<LinkTerms, { code: string }>(({ input, signal }) => api.link(input, { signal })),
      useLink: fromPromise<unknown, UsedLink>(({ input: { code, nickname, password }, signal }) =>
        api.useLink({ code, nickname, password: encodePassword(password) }, { signal }),
      ),
    },
  });
}
