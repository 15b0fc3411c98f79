/**
 * The signed-in user (spec 4 "Login", "Logout", "Forced logout"; spec 8, 1006 and 11007).
 *
 *   restoring ──no token──▶ signedOut { idle ⇄ signingIn ▶ failed } ◀───────────────┐
 *       │ token                  │ credentials                                      │
 *       ▼                        ▼                                                  │
 *   loadingUser ──user, routes, count──▶ signedIn { idle ⇄ asking } ──▶ signingOut ─┤
 *       │ refused, no roles                  │ 1006, 11007: forcedOut               │
 *       └────────────────────────────────────┴──────────▶ putOut ───────────────────┘
 *   (loadingUser ⇄ cloudAway, every 2 s, while the cloud does not answer)
 *
 * `session.over` has a transition only while a user is signed in: a repeated or late one is ignored. The message is
 * therefore shown exactly once, without an extra flag.
 */
import { assertEvent, assign, type DoneActorEvent, setup } from 'xstate';
import type { AsyncRoute, Credentials, UserInfo } from '../../../contract/entities/user.ts';
import { accessibleRoutes } from '../../../contract/rules/routeAccess.ts';
import { BASE_ERRORS, SESSION_OVER } from '../../../contract/wire/baseApiError.ts';
import {
  type Access,
  type Credential,
  errorNotice,
  type FirstAdministrator,
  type SessionEvent,
  systemActor,
} from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

/** Retry interval of loading the user while the server is unreachable at start. */
export const CLOUD_RETRY_MS = 2_000;

/** Interval at which the user is loaded again while the installation is being set up, ms. */
export const SET_UP_LOOK_MS = 10_000;

/** The data of the first page after sign-in, loaded in one round of calls. */
export interface LoadedUser {
  user: UserInfo;
  routes: readonly AsyncRoute[];
  robotCount: number;
  /** The user has robots in several views, and none is stored. */
  choosesView?: boolean;
  /** The user sets the installation up, and has not put it off in this browser. */
  isSettingUp?: boolean;
}
export type Entry = { by: 'password'; credential: Credential } | { by: 'setUp'; administrator: FirstAdministrator };
export interface Entered extends Credentials {
  keep: boolean;
}

export interface SessionContext {
  userId: string;
  user: UserInfo | null;
  /** The routes that the roles can open, not all routes from the server. */
  routes: readonly AsyncRoute[];
  robotCount: number;
  choosesView: boolean;
  isSettingUp: boolean;
  /** Why the last sign-in was refused, or why the user was signed out. */
  failure: Failure | null;
}

const session = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'waiting' | 'signedIn' | 'cloudAway',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    /** The user of the stored token; null when there is none. */
    restore: promiseEffect<{ userId: string } | null>('restore'),
    enter: promiseEffect<Entered, Entry>('enter'),
    /** Rejects with `verificationFailed` for an empty response (spec 8). */
    loadUser: promiseEffect<LoadedUser, { userId: string }>('loadUser'),
    signOut: promiseEffect<void>('signOut'),
    confirm: confirmMachine,
  },
  actions: {
    keepCredentials: effect<Entered>('keepCredentials'),
    forgetCredentials: effect<undefined>('forgetCredentials'),
    /** The stored flag `login_out` (spec 3): a forced logout is in progress, for this code; 0 when it is over. */
    flagLoginOut: effect<{ code: number }>('flagLoginOut'),
    /** What this tab keeps of forms and recordings ends with a voluntary sign-out in another tab, too. */
    forgetDrafts: effect<undefined>('forgetDrafts'),
    keepPutOff: effect<{ userId: string }>('keepPutOff'),
  },
  guards: {
    hasToken: (_, { found }: { found: { userId: string } | null }) => found !== null,
    wasSignedIn: ({ context }) => context.user !== null,
    hasNoRole: (_, { loaded }: { loaded: LoadedUser }) => loaded.user.roles.length === 0,
    isConfirmed: (_, { output }: { output: { confirmed: boolean } }) => output.confirmed,
    isOver: (_, { error }: { error: unknown }) => SESSION_OVER.has(failureOf(error).code),
    hasOpenSteps: ({ context: { user } }) =>
      user !== null && user.checklist !== null && user.checklist.done < user.checklist.total,
    isAway: (_, { error }: { error: unknown }) => isFailure(failureOf(error), BASE_ERRORS.networkFailed),
  },
  delays: { retry: CLOUD_RETRY_MS, setUpLook: SET_UP_LOOK_MS },
});

const forgetUser = session.assign({
  userId: '',
  user: null,
  routes: [],
  robotCount: 0,
  choosesView: false,
  isSettingUp: false,
});
const accessOf = ({ user, routes, robotCount, choosesView, isSettingUp }: SessionContext): Access =>
  user
    ? { who: 'user', userId: user.id, roles: user.roles, routes, robotCount, choosesView, isSettingUp }
    : { who: 'visitor' };
const onSessionOver = {
  target: '#session.forcedOut' as const,
  actions: session.assign(({ event }) => {
    assertEvent(event, 'session.over');
    return { failure: { code: event.code, said: '' } };
  }),
};
const sendAccess = session.sendTo(
  ({ system }) => systemActor(system, 'app'),
  ({ context }) => ({ type: 'app.accessChanged', access: accessOf(context), user: context.user }),
);
/**
 * After signing out, the next person does not land on this one's page: the sign-in page gets no redirect. A forced
 * sign-out keeps the page (spec 4).
 */
const leavePage = session.enqueueActions(({ enqueue }) => {
  enqueue(forgetUser);
  enqueue(sendAccess);
  enqueue.sendTo(({ system }) => systemActor(system, 'navigation'), {
    type: 'navigation.leave',
    to: '/login',
    replace: true,
  });
});
const goHome = session.sendTo(({ system }) => systemActor(system, 'navigation'), {
  type: 'navigation.go' as const,
  to: '/',
});
/** Shows the reason of a forced sign-out in the message box: once, because `putOut` is passed once. */
const notifyReason = session.sendTo(
  ({ system }) => systemActor(system, 'notices'),
  ({ context }) => ({
    type: 'notice.show',
    notice: errorNotice(context.failure ?? failure(BASE_ERRORS.unknownError)),
  }),
);

const assignUser = assign<SessionContext, DoneActorEvent<LoadedUser>, undefined, SessionEvent, never>(
  ({
    event: {
      output: { user, routes, robotCount, choosesView, isSettingUp },
    },
  }) => ({
    user,
    robotCount,
    choosesView: choosesView === true,
    isSettingUp: isSettingUp === true,
    routes: accessibleRoutes(routes, user.roles),
    failure: null,
  }),
);

export const sessionMachine = session.createMachine({
  id: 'session',
  context: { userId: '', user: null, routes: [], robotCount: 0, choosesView: false, isSettingUp: false, failure: null },
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'waiting',
      entry: { type: 'flagLoginOut', params: { code: 0 } },
      invoke: {
        src: 'restore',
        onDone: [
          {
            guard: { type: 'hasToken', params: ({ event }) => ({ found: event.output }) },
            target: 'loadingUser',
            actions: assign({ userId: ({ event }) => event.output?.userId ?? '' }),
          },
          // Signed out in another tab: a forced sign-out there arrives as `session.over`.
          { guard: 'wasSignedIn', target: 'signedOut', actions: ['forgetDrafts', leavePage] },
          'signedOut',
        ],
        onError: 'signedOut',
      },
    },
    signedOut: {
      entry: [forgetUser, sendAccess],
      initial: 'idle',
      on: {
        'session.changedElsewhere': 'restoring',
        'session.enter': {
          target: 'loadingUser',
          actions: [
            { type: 'keepCredentials', params: ({ event }) => event },
            { type: 'flagLoginOut', params: { code: 0 } },
            assign({ userId: ({ event }) => event.userId }),
          ],
        },
      },
      states: {
        idle: {
          on: {
            'session.signIn': 'signingIn',
            'session.setUp': 'signingIn',
          },
        },
        signingIn: {
          tags: 'waiting',
          entry: assign({ failure: null }),
          on: { 'session.cancelSignIn': 'idle' },
          invoke: {
            src: 'enter',
            input: ({ event }) => {
              assertEvent(event, ['session.signIn', 'session.setUp']);
              return event.type === 'session.signIn'
                ? { by: 'password' as const, credential: event.credential }
                : { by: 'setUp' as const, administrator: event.administrator };
            },
            onDone: {
              target: '#session.loadingUser',
              actions: [
                { type: 'keepCredentials', params: ({ event }) => event.output },
                { type: 'flagLoginOut', params: { code: 0 } },
                assign({ userId: ({ event }) => event.output.userId }),
              ],
            },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        failed: {
          entry: session.sendTo(
            ({ system }) => systemActor(system, 'app'),
            ({ context }) => ({
              type: 'app.signInRefused',
              failure: context.failure ?? failure(BASE_ERRORS.unknownError),
            }),
          ),
          on: { 'session.signIn': 'signingIn', 'session.setUp': 'signingIn' },
        },
      },
    },
    loadingUser: {
      tags: 'waiting',
      on: { 'session.over': onSessionOver },
      invoke: {
        src: 'loadUser',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: [
          {
            guard: { type: 'hasNoRole', params: ({ event }) => ({ loaded: event.output }) },
            target: 'putOut',
            actions: assign({ failure: failure(BASE_ERRORS.noRole) }),
          },
          {
            target: 'signedIn',
            actions: assignUser,
          },
        ],
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'forcedOut',
            actions: assign({ failure: ({ event }) => failureOf(event.error) }),
          },
          // The server is unreachable, which says nothing about the token: wait for it.
          { guard: { type: 'isAway', params: ({ event }) => event }, target: 'cloudAway' },
          // Spec 2, 8: loading failed, so the token is cleared and the visitor signs in again.
          { target: 'putOut', actions: assign({ failure: failure(BASE_ERRORS.verificationFailed) }) },
        ],
      },
    },
    cloudAway: {
      tags: ['waiting', 'cloudAway'],
      after: { retry: 'loadingUser' },
      on: { 'session.changedElsewhere': 'restoring' },
    },
    forcedOut: { always: 'putOut' },
    putOut: {
      entry: [
        { type: 'flagLoginOut', params: ({ context }) => ({ code: context.failure?.code ?? 0 }) },
        'forgetCredentials',
        notifyReason,
      ],
      always: 'signedOut',
    },
    signedIn: {
      tags: 'signedIn',
      type: 'parallel',
      on: {
        'session.over': onSessionOver,
        'session.changedElsewhere': 'restoring',
        'session.putOffSetUp': {
          actions: [
            { type: 'keepPutOff', params: ({ context: { userId } }) => ({ userId }) },
            assign({ isSettingUp: false }),
            sendAccess,
            goHome,
          ],
        },
      },
      states: {
        question: {
          initial: 'idle',
          states: {
            idle: { on: { 'session.askSignOut': 'asking' } },
            asking: {
              invoke: {
                src: 'confirm',
                id: 'confirm',
                input: {
                  titleKey: 'shell.signOut.title',
                  textKey: 'shell.signOut.text',
                  acceptKey: 'common.signOut',
                },
                onDone: [
                  { guard: { type: 'isConfirmed', params: ({ event }) => event }, target: '#session.signingOut' },
                  'idle',
                ],
              },
            },
          },
        },
        profile: {
          initial: 'known',
          states: {
            known: {
              entry: sendAccess,
              on: { 'session.refresh': 'refreshing' },
              // The count of done steps in the top bar follows what happens elsewhere.
              after: { setUpLook: { guard: 'hasOpenSteps', target: 'refreshing' } },
            },
            refreshing: {
              // The response in flight may not include what has ended meanwhile.
              on: { 'session.refresh': { target: 'refreshing', reenter: true } },
              invoke: {
                src: 'loadUser',
                input: ({ context }) => ({ userId: context.userId }),
                onDone: [
                  {
                    guard: { type: 'hasNoRole', params: ({ event }) => ({ loaded: event.output }) },
                    target: '#session.putOut',
                    actions: assign({ failure: failure(BASE_ERRORS.noRole) }),
                  },
                  { target: 'known', actions: assignUser },
                ],
                onError: [
                  {
                    guard: { type: 'isOver', params: ({ event }) => event },
                    target: '#session.forcedOut',
                    actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                  },
                  'known',
                ],
              },
            },
          },
        },
      },
    },
    signingOut: {
      tags: 'waiting',
      invoke: {
        src: 'signOut',
        // Signed out of this browser even if the server is unreachable.
        onDone: { target: 'signedOut', actions: ['forgetCredentials', leavePage] },
        onError: { target: 'signedOut', actions: ['forgetCredentials', leavePage] },
      },
    },
  },
});
