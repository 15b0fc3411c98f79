/** Where the session meets the API and what the browser keeps. Nothing is decided here. */
import { fromPromise } from 'xstate';
import { session as sessionCalls } from '../../../contract/endpoints/session.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import type { Credential } from '../../machines/app/events.ts';
import { type Entered, type Entry, type LoadedUser, sessionMachine } from '../../machines/session/session.machine.ts';
import type { Transport } from '../../services/transport.ts';
import { createSessionClient, type Services } from '../services.ts';

/** ms; one is signed out of this browser whether or not the server answers. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

export function wireSession(services: Services) {
  const {
    world: { storage },
    transport,
    session,
  } = services;
  // The machine tries again by itself and says so meanwhile; a call that tried four times would keep silent for seconds.
  const once: Transport = (path, data, options) => transport(path, data, { ...options, once: true });
  const impatient = createSessionClient(once);
  const enter = async (entry: Entry, signal: AbortSignal): Promise<Entered> => {
    if (entry.by === 'setUp') {
      const { code, nickname, email, password } = entry.administrator;
      return {
        ...(await session.setUp({ code, nickname, email, password: encodePassword(password) }, { signal })),
        keep: true,
      };
    }
    const { keep, password, countryAreaCode } = entry.credential;
    return {
      ...(await session.signIn(
        { ...nameOf(entry.credential), countryAreaCode, password: encodePassword(password), keep },
        { signal },
      )),
      keep,
    };
  };
  const loadUser = async (userId: string, signal: AbortSignal): Promise<LoadedUser> => {
    const [user, routes, { total }] = await Promise.all([
      impatient.userInfo({ id: userId }, { signal }),
      impatient.routes({}, { signal }),
      // The chunk comes while the other two calls are on their way.
      services.presence().then(({ api }) => api.robots.modelCount({ userId }, { signal })),
    ]);
    return { user, routes, robotCount: total };
  };

  return sessionMachine.provide({
    actors: {
      restore: fromPromise(async () => {
        const found = storage.credentials();
        return found && { userId: found.userId };
      }),
      enter: fromPromise<Entered, Entry>(({ input, signal }) => enter(input, signal)),
      loadUser: fromPromise<LoadedUser, { userId: string }>(({ input, signal }) => loadUser(input.userId, signal)),
      signOut: fromPromise<void>(async () => {
        // Whoever goes by themselves leaves nothing typed behind; whoever was put out finds it again.
        storage.forgetDrafts();
        await transport(sessionCalls.signOut.path, {}, { once: true, timeout: SIGN_OUT_TIMEOUT_MS });
      }),
    },
    actions: {
      keepCredentials: (_, entered) => storage.keepCredentials(entered),
      forgetCredentials: () => storage.forgetCredentials(),
      flagLoginOut: (_, { code }) => storage.flagLoginOut(code),
    },
  });
}

/** An e-mail has an at sign; everything else is a phone number, however it is spaced. */
const nameOf = ({ account }: Credential): { email: string } | { phoneNumber: string } =>
  account.includes('@') ? { email: account.trim() } : { phoneNumber: account.replace(/[\s()-]/gu, '') };
