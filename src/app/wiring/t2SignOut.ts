/** Wires a visitor's sign-out. */
import { fromPromise } from 'xstate';
import { visits } from '../../../contract/endpoints/visits.ts';
import { type SignedOut, t2SignOutMachine, type Visitor } from '../../machines/t2SignOut/t2SignOut.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Transport } from '../../services/transport.ts';
import type { Services } from '../services.ts';

export function wireT2SignOut({ transport }: Pick<Services, 'transport'>) {
  // No automatic retry: the code works once, so a request whose response was lost must not be repeated.
  const once: Transport = (path, data, options) => transport(path, data, { ...options, once: true });
  const api = createClient(visits, once);
  return t2SignOutMachine.provide({
    actors: {
      sendCode: fromPromise<{ pause: number }, Visitor>(({ input: { country, phoneNumber }, signal }) =>
        api.signOutCode({ phoneNumber, countryAreaCode: country }, { signal }),
      ),
      signOut: fromPromise<SignedOut, Visitor & { code: string }>(({ input: { country, phoneNumber, code }, signal }) =>
        api.signOut({ phoneNumber, countryAreaCode: country, verificationCode: code }, { signal }),
      ),
    },
  });
}
