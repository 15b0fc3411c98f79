/** Connects the session to the API and the browser storage. Contains no logic. */
import { fromPromise } from 'xstate';
import { session as sessionCalls } from '../../../contract/endpoints/session.ts';
import { KIND_VIEWS } from '../../../contract/entities/constants.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import type { Credential } from '../../machines/app/events.ts';
import { type Entered, type Entry, type LoadedUser, sessionMachine } from '../../machines/session/session.machine.ts';
import type { Transport } from '../../services/transport.ts';
import { createSessionClient, type Services } from '../services.ts';

/** ms; the user is signed out of this browser whether or not the server responds. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

export function wireSession(services: Services) {
  const {
    world: { storage },
    transport,
    session,
  } = services;
  // The machine retries by itself and shows that; four silent attempts of the transport would hide it for seconds.
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
    const [user, routes, counts] = await Promise.all([
      impatient.userInfo({ id: userId }, { signal }),
      impatient.routes({}, { signal }),
      // The chunk loads in parallel with the other two requests.
      services.presence().then(({ api }) => api.robots.modelCount({ userId }, { signal })),
    ]);
    const hasSeveralViews = KIND_VIEWS.filter((view) => counts[view] > 0).length > 1;
    return {
      user,
      routes,
      robotCount: counts.total,
      choosesView: hasSeveralViews && !storage.hasView(),
      isSettingUp: user.checklist?.driven === false && !storage.hasPutOffSetUp(userId),
    };
  };

  /** A voluntary sign-out deletes drafts and the kept recording; a forced one keeps them. */
  const forgetDrafts = (): void => {
    storage.forgetDrafts();
    storage.forgetRecording();
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
        forgetDrafts();
        await transport(sessionCalls.signOut.path, {}, { once: true, timeout: SIGN_OUT_TIMEOUT_MS });
      }),
    },
    actions: {
      keepCredentials: (_, entered) => storage.keepCredentials(entered),
      forgetCredentials: () => storage.forgetCredentials(),
      flagLoginOut: (_, { code }) => storage.flagLoginOut(code),
      forgetDrafts,
      keepPutOff: (_, { userId }) => storage.putOffSetUp(userId),
    },
  });
}

/** An e-mail contains an at sign; anything else is a phone number, in any spacing. */
const nameOf = ({ account }: Credential): { email: string } | { phoneNumber: string } =>
  account.includes('@') ? { email: account.trim() } : { phoneNumber: account.replace(/[\s()-]/gu, '') };
