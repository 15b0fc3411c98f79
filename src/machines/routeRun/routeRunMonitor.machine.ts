/**
 * Follows one robot's run along a cruise route, from any page: the feed signals a change, an API response has the
 * details. Parallel regions:
 *
 *   picture: deciding ──▶ resting (also without a run) ──the feed is newer, 10 s while active──▶ reading ──▶ deciding
 *              └─behind─▶ waiting ──1 s──▶ reading ;  reading ──error──▶ away ──3 s──▶ reading
 *   action:    idle ──stop.skip──▶ skipping ;  ──robot.resume──▶ resuming ;  ──routeRun.end──▶ asking ──yes──▶ ending ──▶ idle
 *
 * No action is assumed to have succeeded because it was sent: the response holds the current run, and only a later one
 * replaces it (routeRunUpdates.ts). Stop is a separate machine (robotData/stop.machine.ts), which asks for no confirmation.
 */
import { assertEvent, assign, setup } from 'xstate';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import type { PageEvent } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type KnownRouteRun, type RouteRunInFeed, isBehind, isUnderWay, newerOf, withSeen } from './routeRunUpdates.ts';

/** Delay before the next request when the feed is ahead of the API response. */
export const BEHIND_MS = 1_000;
/** Delay before the next request after a failure. */
export const AWAY_MS = 3_000;
/** Without news in the feed, an active run is reloaded at this interval. */
export const QUIET_MS = 10_000;

export interface FollowingInput {
  serialNumber: string;
  /** The response to the start; null: to be loaded. */
  drive: RouteRun | null;
  seen: RouteRunInFeed | null;
}
export interface StopNamed {
  serialNumber: string;
  driveId: string;
  /** Position in the route, and the round, both from 0. */
  stop: number;
  loop: number;
}
export interface FollowingContext extends KnownRouteRun {
  serialNumber: string;
  /** Why the run could not be loaded; null after a success. */
  failure: Failure | null;
  /** Why the last action failed: skip, resume, end. */
  refusal: Failure | null;
  /** The stop that is being skipped. */
  skipping: Pick<StopNamed, 'stop' | 'loop'> | null;
}
export type FollowingEvent =
  | PageEvent
  | { type: 'routeRun.seen'; drive: RouteRunInFeed | null }
  | { type: 'stop.skip'; stop: number; loop: number }
  /** Opens a confirmation with the localised names of robot and route. */
  | { type: 'routeRun.end'; words: { robot: string; route: string } }
  | { type: 'robot.resume'; stopIds: readonly string[] }
  /** Stops waiting; the outcome is seen in the feed. */
  | { type: 'request.cancel' }
  | { type: 'refusal.dismiss' };

const m = setup({
  types: {
    context: {} as FollowingContext,
    input: {} as FollowingInput,
    events: {} as FollowingEvent,
    tags: {} as 'reading' | 'away' | 'skipping' | 'ending',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    /** The robot's active run, else its latest; null if it never had one. */
    readRouteRun: promiseEffect<RouteRun | null, { serialNumber: string }>('readRouteRun'),
    skipStop: promiseEffect<RouteRun, StopNamed>('skipStop'),
    endRouteRun: promiseEffect<RouteRun, { serialNumber: string; driveId: string }>('endRouteRun'),
    resumeRobot: promiseEffect<unknown, { serialNumber: string; stopIds: readonly string[] }>('resumeRobot'),
    confirm: confirmMachine,
  },
  guards: {
    isBehind: ({ context }) => isBehind(context),
    isNews: ({ context: { seen }, event }) =>
      event.type === 'routeRun.seen' && (event.drive?.id !== seen?.id || event.drive?.revision !== seen?.revision),
    isKnown: ({ context: { drive, seen } }) => drive !== null || seen !== null,
    isUnderWay: ({ context }) => isUnderWay(context.drive),
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
  },
  delays: { behindDelay: BEHIND_MS, awayDelay: AWAY_MS, quietDelay: QUIET_MS },
});

const assignSeen = m.assign(({ context, event }) => {
  assertEvent(event, 'routeRun.seen');
  return withSeen(context, event.drive);
});
const assignRouteRun = assign<
  FollowingContext,
  { type: string; output: RouteRun | null },
  undefined,
  FollowingEvent,
  never
>(({ context, event }) => ({ drive: newerOf(context.drive, event.output), failure: null }));
const assignRefusal = assign<FollowingContext, { type: string; error: unknown }, undefined, FollowingEvent, never>({
  refusal: ({ event }) => failureOf(event.error),
});
const named = ({ context: { serialNumber, drive } }: { context: FollowingContext }) => ({
  serialNumber,
  driveId: drive?.id ?? '',
});

export const routeRunMonitorMachine = m.createMachine({
  id: 'routeRunMonitor',
  context: ({ input: { serialNumber, drive, seen } }) => ({
    serialNumber,
    drive,
    seen,
    gone: '',
    failure: null,
    refusal: null,
    skipping: null,
  }),
  type: 'parallel',
  states: {
    picture: {
      initial: 'first',
      on: {
        'page.resumed': { guard: 'isKnown', target: '.reading' },
        'page.languageChanged': { guard: 'isKnown', target: '.reading' },
      },
      states: {
        first: { always: [{ guard: 'isBehind', target: 'reading' }, { target: 'resting' }] },
        deciding: { always: [{ guard: 'isBehind', target: 'waiting' }, { target: 'resting' }] },
        resting: {
          // Only news ends the rest: the same is reported every second, which would put off the next reading for good.
          on: { 'routeRun.seen': { guard: 'isNews', target: 'noticing', actions: assignSeen } },
          after: { quietDelay: { guard: 'isUnderWay', target: 'reading' } },
        },
        noticing: { always: [{ guard: 'isBehind', target: 'reading' }, { target: 'resting' }] },
        reading: {
          tags: 'reading',
          invoke: {
            src: 'readRouteRun',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: { target: 'deciding', actions: assignRouteRun },
            onError: { target: 'away', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
          on: { 'routeRun.seen': { actions: assignSeen } },
        },
        waiting: { on: { 'routeRun.seen': { actions: assignSeen } }, after: { behindDelay: 'reading' } },
        away: { tags: 'away', on: { 'routeRun.seen': { actions: assignSeen } }, after: { awayDelay: 'reading' } },
      },
    },
    action: {
      initial: 'idle',
      on: { 'refusal.dismiss': { actions: assign({ refusal: null }) } },
      states: {
        idle: {
          on: {
            'stop.skip': {
              guard: 'isUnderWay',
              target: 'skipping',
              actions: assign(({ event: { stop, loop } }) => ({ skipping: { stop, loop }, refusal: null })),
            },
            'robot.resume': { target: 'resuming', actions: assign({ refusal: null }) },
            'routeRun.end': { guard: 'isUnderWay', target: 'asking', actions: assign({ refusal: null }) },
          },
        },
        skipping: {
          tags: 'skipping',
          exit: assign({ skipping: null }),
          invoke: {
            src: 'skipStop',
            input: ({ context }) => ({
              ...named({ context }),
              stop: context.skipping?.stop ?? 0,
              loop: context.skipping?.loop ?? 0,
            }),
            onDone: { target: 'idle', actions: assignRouteRun },
            onError: { target: 'idle', actions: assignRefusal },
          },
          // The user can end the run without waiting for a skip that gets no response.
          on: { 'request.cancel': 'idle', 'routeRun.end': { guard: 'isUnderWay', target: 'asking' } },
        },
        resuming: {
          invoke: {
            src: 'resumeRobot',
            input: ({ context: { serialNumber }, event }) => ({
              serialNumber,
              stopIds: event.type === 'robot.resume' ? event.stopIds : [],
            }),
            onDone: 'idle',
            onError: { target: 'idle', actions: assignRefusal },
          },
          on: { 'request.cancel': 'idle', 'routeRun.end': { guard: 'isUnderWay', target: 'asking' } },
        },
        asking: {
          invoke: {
            id: 'confirm',
            src: 'confirm',
            input: ({ event }) => ({
              titleKey: 'routeRun.end.title',
              textKey: 'routeRun.end.text',
              acceptKey: 'routeRun.end.accept',
              destructive: true,
              ...(event.type === 'routeRun.end' ? { words: event.words } : {}),
            }),
            onDone: [
              { guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'ending' },
              { target: 'idle' },
            ],
          },
          // The run ended while the confirmation was open.
          always: { guard: ({ context }) => !isUnderWay(context.drive), target: 'idle' },
        },
        ending: {
          tags: 'ending',
          invoke: {
            src: 'endRouteRun',
            input: named,
            onDone: { target: 'idle', actions: assignRouteRun },
            onError: { target: 'idle', actions: assignRefusal },
          },
          on: { 'request.cancel': 'idle' },
        },
      },
    },
  },
});
