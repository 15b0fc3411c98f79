/**
 * The companion app for phones: who is signed in, and which of its few screens is shown. A code from the URL or from
 * the scanner is kept through sign-in and reload until it is handled.
 *
 *   restoring ──no session──▶ signedOut ──session.entered──▶ signedIn { home ⇄ scanning ; approving, binding, pointing ──screen.close──▶ home }
 *       └──session──▶ signedIn ──1006, 11007, elsewhere──▶ signedOut ──elsewhere──▶ signedIn ; signedIn ──sign out, asked──▶ signingOut ──▶ signedOut
 */
import { assign, setup } from 'xstate';
import type { ScannedCode } from '../../../contract/rules/scanned.ts';
import type { Failure } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { approvalMachine } from './approval.machine.ts';
import { bindingMachine } from './binding.machine.ts';
import { companionEntryMachine } from './companionEntry.machine.ts';
import { ownRobotsMachine } from './ownRobots.machine.ts';
import { pointMachine } from './point.machine.ts';
import { scannerMachine } from './scanner.machine.ts';

export interface Restored {
  /** Empty when nobody is signed in. */
  userId: string;
  /** A code from the URL or the last visit that was not handled yet. */
  code: ScannedCode | null;
}
export interface CompanionContext {
  origin: string;
  userId: string;
  code: ScannedCode | null;
  /** Why the user was signed out. */
  failure: Failure | null;
  isOffline: boolean;
}
export type CompanionEvent =
  | { type: 'session.entered'; userId: string }
  | { type: 'session.over'; code: number }
  /** Another tab of the app signed out (''), or signed in. */
  | { type: 'session.elsewhere'; userId: string }
  | { type: 'session.askSignOut' }
  | { type: 'session.signOut' }
  | { type: 'session.stay' }
  | { type: 'scanner.open' }
  /** The URL holds a code while the app is already open. */
  | { type: 'code.read'; code: ScannedCode }
  | { type: 'screen.close' }
  | { type: 'robots.changed' }
  | { type: 'app.hidden' }
  | { type: 'app.shown' }
  | { type: 'network.changed'; isThere: boolean };

const companion = setup({
  types: {
    context: {} as CompanionContext,
    input: {} as { origin: string; isOffline: boolean },
    events: {} as CompanionEvent,
    tags: {} as 'signedIn',
    children: {} as {
      entry: 'entry';
      robots: 'ownRobots';
      scanner: 'scanner';
      approval: 'approval';
      binding: 'binding';
      point: 'point';
    },
  },
  actors: {
    restore: promiseEffect<Restored>('restore'),
    signOut: promiseEffect<void>('signOut'),
    entry: companionEntryMachine,
    ownRobots: ownRobotsMachine,
    scanner: scannerMachine,
    approval: approvalMachine,
    binding: bindingMachine,
    point: pointMachine,
  },
  actions: {
    forgetCredentials: effect<undefined>('forgetCredentials'),
    /** null removes the stored code. */
    keepCode: effect<{ code: ScannedCode | null }>('keepCode'),
  },
  guards: {
    isAnother: ({ context }, { userId }: { userId: string }) => userId !== '' && userId !== context.userId,
    isSomebody: (_, { userId }: { userId: string }) => userId !== '',
    isSignIn: ({ context }) => context.code?.kind === 'signIn',
    isClaim: ({ context }) => context.code?.kind === 'claim',
    isPoint: ({ context }) => context.code?.kind === 'point',
  },
});

const codeNow = ({ context }: { context: CompanionContext }) => ({ code: context.code?.code ?? '' });
const assignCode = companion.assign(({ context, event }) => ({
  code: event.type === 'code.read' ? event.code : context.code,
}));
const keepCode = {
  type: 'keepCode' as const,
  params: ({ context }: { context: CompanionContext }) => ({ code: context.code }),
};
const dropCode = [companion.assign({ code: null }), { type: 'keepCode' as const, params: { code: null } }];
const sleep = companion.sendTo('robots', { type: 'app.hidden' });
const wake = companion.sendTo('robots', { type: 'app.shown' });
const look = companion.sendTo('robots', { type: 'robots.look' });

export const companionMachine = companion.createMachine({
  id: 'companion',
  context: ({ input }) => ({ ...input, userId: '', code: null, failure: null }),
  initial: 'restoring',
  on: { 'network.changed': { actions: assign({ isOffline: ({ event }) => !event.isThere }) } },
  states: {
    restoring: {
      invoke: {
        src: 'restore',
        onDone: [
          {
            guard: { type: 'isSomebody', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: assign({ userId: ({ event }) => event.output.userId, code: ({ event }) => event.output.code }),
          },
          { target: 'signedOut', actions: assign({ code: ({ event }) => event.output.code }) },
        ],
      },
    },
    signedOut: {
      invoke: { src: 'entry', id: 'entry' },
      on: {
        'session.entered': {
          target: 'signedIn',
          actions: assign({ userId: ({ event }) => event.userId, failure: null }),
        },
        'session.elsewhere': {
          guard: { type: 'isSomebody', params: ({ event }) => event },
          target: 'signedIn',
          actions: assign({ userId: ({ event }) => event.userId, failure: null }),
        },
        'code.read': { actions: [assignCode, keepCode] },
      },
    },
    signedIn: {
      tags: 'signedIn',
      invoke: { src: 'ownRobots', id: 'robots', input: ({ context: { userId } }) => ({ userId }) },
      on: {
        'session.over': {
          target: 'signedOut',
          actions: [
            { type: 'forgetCredentials' as const, params: undefined },
            assign({ userId: '', failure: ({ event }) => ({ code: event.code, said: '' }) }),
          ],
        },
        'session.elsewhere': [
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: 'signedIn',
            reenter: true,
            actions: assign({ userId: ({ event }) => event.userId }),
          },
          { guard: { type: 'isSomebody', params: ({ event }) => event } },
          {
            target: 'signedOut',
            actions: [{ type: 'forgetCredentials' as const, params: undefined }, assign({ userId: '' })],
          },
        ],
        'code.read': { target: '.opening', actions: [assignCode, keepCode] },
        'screen.close': { target: '.home', actions: [...dropCode, look] },
        'robots.changed': { actions: look },
        'app.hidden': { actions: sleep },
        'app.shown': { actions: wake },
        'network.changed': { actions: [assign({ isOffline: ({ event }) => !event.isThere }), look] },
      },
      initial: 'opening',
      states: {
        opening: {
          always: [
            { guard: 'isSignIn', target: 'approving' },
            { guard: 'isClaim', target: 'binding' },
            { guard: 'isPoint', target: 'pointing' },
            'home',
          ],
        },
        home: {
          initial: 'idle',
          on: { 'scanner.open': 'scanning' },
          states: {
            idle: { on: { 'session.askSignOut': 'asking' } },
            asking: { on: { 'session.stay': 'idle', 'session.signOut': '#companion.signingOut' } },
          },
        },
        scanning: {
          initial: 'running',
          states: {
            running: {
              invoke: { src: 'scanner', id: 'scanner', input: ({ context: { origin } }) => ({ origin }) },
              on: { 'app.hidden': { target: 'paused', actions: sleep } },
            },
            // The camera is off in the background.
            paused: { on: { 'app.shown': { target: 'running', actions: wake } } },
          },
        },
        approving: {
          invoke: { src: 'approval', id: 'approval', input: codeNow },
          on: { 'scanner.open': { target: 'scanning', actions: dropCode } },
        },
        binding: {
          invoke: { src: 'binding', id: 'binding', input: codeNow },
          on: { 'scanner.open': { target: 'scanning', actions: dropCode } },
        },
        pointing: {
          invoke: { src: 'point', id: 'point', input: codeNow },
          on: { 'scanner.open': { target: 'scanning', actions: dropCode } },
        },
      },
    },
    signingOut: {
      invoke: { src: 'signOut', onDone: 'signedOut', onError: 'signedOut' },
      exit: [{ type: 'forgetCredentials' as const, params: undefined }, assign({ userId: '' }), ...dropCode],
    },
  },
});
