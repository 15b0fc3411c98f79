/** The session machine with an API that the test resolves call by call, and a browser storage. */
import { fromPromise } from 'xstate';
import type { AsyncRoute, UserInfo } from '../../contract/entities/user.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import {
  type Entered,
  type Entry,
  type LoadedUser,
  sessionMachine,
} from '../../src/machines/session/session.machine.ts';
import { settle } from './settle.ts';
import { startUnderApp } from './startWithSiblings.ts';

export const userOf = (change: Partial<UserInfo> = {}): UserInfo => ({
  id: 'u1',
  nickname: 'Lin Wei',
  roles: ['operator'],
  avatarPath: '',
  email: 'lin@hotel.example',
  phoneNumber: '',
  timeZone: '',
  demo: false,
  checklist: null,
  administrators: [],
  ...change,
});
export const routeOf = (path: string, change: Partial<AsyncRoute> = {}): AsyncRoute => ({
  path,
  name: path,
  hidden: false,
  alwaysShow: false,
  component: path,
  meta: { title: `routes.${path}` },
  children: [],
  ...change,
});
/** A route table: home and a robot's page under the root. */
export const TABLE: readonly AsyncRoute[] = [
  routeOf('/', {
    component: undefined,
    redirect: '/home',
    children: [
      routeOf('home', { meta: { title: 'routes.home', affix: true } }),
      routeOf('home/robot-data', { component: 'robotData', hidden: true }),
    ],
  }),
];
export const CREDENTIAL = { account: 'lin@hotel.example', countryAreaCode: '', password: 'Roundhouse1', keep: true };

/** A promise actor that the test settles. */
function asked<Output, Input>() {
  const calls: { input: Input; answer(output: Output): void; refuse(error: unknown): void; signal: AbortSignal }[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) => new Promise((answer, refuse) => void calls.push({ input, answer, refuse, signal })),
  );
  return { calls, logic, last: () => calls.at(-1) };
}

export function startSession(stored: { userId: string } | null = null) {
  const browser = {
    token: stored ? 'stored' : (null as string | null),
    userId: stored?.userId ?? (null as string | null),
    kept: false,
    loginOut: -1,
    hasDrafts: true,
    /** Who does the first set-up later. */
    putOff: '',
  };
  const enter = asked<Entered, Entry>();
  const loadUser = asked<LoadedUser, { userId: string }>();
  const signOut = asked<void, unknown>();
  const started = startUnderApp(
    sessionMachine.provide({
      actors: {
        restore: fromPromise(async () => (browser.token && browser.userId ? { userId: browser.userId } : null)),
        enter: enter.logic,
        loadUser: loadUser.logic,
        signOut: signOut.logic,
      },
      actions: {
        keepCredentials: (_, { accessToken, userId, keep }) =>
          Object.assign(browser, { token: accessToken, userId, kept: keep }),
        forgetCredentials: () => Object.assign(browser, { token: null, userId: null }),
        flagLoginOut: (_, { code }) => void (browser.loginOut = code),
        forgetDrafts: () => void (browser.hasDrafts = false),
        keepPutOff: (_, { userId }) => void (browser.putOff = userId),
      },
    }),
    { as: 'session' },
  );
  const { actor } = started;
  const then = async (act: () => void): Promise<void> => {
    act();
    await settle();
  };
  return {
    ...started,
    browser,
    enter,
    loadUser,
    signOut,
    is: (value: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) => actor.getSnapshot().matches(value),
    signIn: (change: Partial<typeof CREDENTIAL> = {}) =>
      then(() => actor.send({ type: 'session.signIn', credential: { ...CREDENTIAL, ...change } })),
    accept: () => then(() => enter.last()?.answer({ accessToken: 'new', userId: 'u1', keep: true })),
    refuse: (name: ErrorName) => then(() => enter.last()?.refuse(new ApiError(name))),
    load: (user: UserInfo = userOf(), robotCount = 3) =>
      then(() => loadUser.last()?.answer({ user, routes: TABLE, robotCount, choosesView: false })),
    failLoading: (error: unknown) => then(() => loadUser.last()?.refuse(error)),
    confirm: (type: 'confirm.accept' | 'confirm.cancel') =>
      then(() => actor.getSnapshot().children.confirm?.send({ type })),
  };
}
