/**
 * Starts and follows route runs, beside the page of routes: choose the robot, once or in a loop; start; follow.
 * Parallel regions:
 *
 *   choice:   closed ──routeRun.choose──▶ choosing { unchosen ──robot.pick──▶ preparing ──▶ prepared | unprepared } ──routeRun.start──▶ starting
 *               starting ──success──▶ closed, followed ;  starting ──refused──▶ choosing (with the reason) ;  ──choice.cancel──▶ closed
 *   followed: none ──routeRun.follow, a run of the route shown──▶ following (routeRunMonitor, stop) ──routeRun.leave──▶ none
 *
 * Several robots can run routes; one run is followed. Opening a route that a robot is running follows that run; a run
 * that the user left is not followed again automatically. While the user's own run is followed, Escape triggers Stop,
 * after dialogs and tools (design 6).
 */
import { assertEvent, assign, setup } from 'xstate';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import type { RobotAbilities } from '../../../contract/entities/robot.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import { ROUNDS_MAX } from '../../../contract/rules/schedule/scheduleLimits.ts';
import type { CycleType } from '../../../contract/rules/routeRun.ts';
import type { Right } from '../../../contract/rules/rights.ts';
import type { PageEvent } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { stopMachine } from '../robotData/stop.machine.ts';
import { routeRunMonitorMachine } from './routeRunMonitor.machine.ts';
import { isUnderWay } from './routeRunUpdates.ts';
import { type RouteRunsChanged, type RobotSeen, watchRouteRuns } from './watchRouteRuns.ts';

/** The fields of a route that starting a run needs. */
export interface RouteToRun {
  pathId: string;
  pathName: string;
  mapId: string;
  /** Positions in the route, from 0, of stops whose points were deleted: such a route cannot be run. */
  missing: readonly number[];
}
/** What robotCan needs to know about a robot beyond its live state. */
export interface RobotTerms {
  abilities: RobotAbilities;
  rights: readonly Right[];
  leasedByOther: boolean;
  leaseHolder: string;
}
export interface StartRequest {
  serialNumber: string;
  pathId: string;
  cycleType: CycleType;
  /** Rounds after which a loop ends; left out: it goes on until it is ended. */
  cruiseCount?: number;
  replaces?: TaskKind;
}

export interface RouteRunInput {
  userId: string;
}
export interface RouteRunContext extends RouteRunInput {
  /** The route that the page shows. */
  route: RouteToRun | null;
  /** Robots with a route run, or stopped by a Stop. */
  robots: readonly RobotSeen[];
  /** The server's clock at that state, ms. */
  at: number;
  /** The route to start. */
  wanted: RouteToRun | null;
  serialNumber: string;
  /** The robots in the order in which they were first listed: rows must not move under the pointer. */
  listed: readonly string[];
  cycleType: CycleType;
  /** Rounds of a loop, as typed; empty: until it is ended. */
  rounds: string;
  terms: RobotTerms | null;
  /** Why the robot's terms could not be loaded or the run could not be started. */
  failure: Failure | null;
  /** The robot whose run is followed, and the response to its start. */
  followed: string;
  started: RouteRun | null;
  /** Whether Escape currently reaches the page. */
  escapeReaches: boolean;
  /** Ids of runs that the user viewed and left. */
  left: readonly string[];
}
export type RouteRunEvent =
  | PageEvent
  | RouteRunsChanged
  /** The route that the page shows now; null: none, or several. */
  | { type: 'route.show'; route: RouteToRun | null }
  | { type: 'routeRun.choose'; route: RouteToRun; serialNumber?: string }
  | { type: 'robots.listed'; serialNumbers: readonly string[] }
  | { type: 'robot.pick'; serialNumber: string }
  /** Without `rounds`, they stay as typed. */
  | { type: 'cycle.pick'; cycleType: CycleType; rounds?: string }
  /** replaces: the task that the confirmation said will end. */
  | { type: 'routeRun.start'; replaces?: TaskKind | undefined }
  | { type: 'choice.cancel' }
  | { type: 'routeRun.follow'; serialNumber: string }
  | { type: 'routeRun.leave' }
  /** `at`: the server's clock, ms. */
  | { type: 'stop.press'; at: number }
  | { type: 'escape.pressed'; at: number }
  | { type: 'escape.reaches'; reaches: boolean };

const m = setup({
  types: {
    context: {} as RouteRunContext,
    input: {} as RouteRunInput,
    events: {} as RouteRunEvent,
    tags: {} as 'choosing' | 'preparing' | 'prepared' | 'starting' | 'patient' | 'following',
    children: {} as { following: 'routeRunMonitor'; stop: 'stop' },
  },
  actors: {
    readTerms: promiseEffect<RobotTerms, { serialNumber: string }>('readTerms'),
    startRouteRun: promiseEffect<RouteRun, StartRequest>('startRouteRun'),
    /** Sends `escape.pressed` unless another handler used the key. */
    escapeKey: callbackEffect('escapeKey'),
    routeRunMonitor: routeRunMonitorMachine,
    stop: stopMachine,
    watchRouteRuns,
  },
  guards: {
    isDriven: ({ context }) => driverOf(context) !== undefined,
    hasRounds: ({ context }) => !areRoundsWrong(context),
  },
  delays: { patience: 10_000 },
});

/** The rounds of a loop are neither left open nor a number that the server takes. */
export const areRoundsWrong = ({ cycleType, rounds }: Pick<RouteRunContext, 'cycleType' | 'rounds'>): boolean =>
  cycleType === 'loop' &&
  rounds !== '' &&
  !(/^\d+$/u.test(rounds) && Number(rounds) >= 1 && Number(rounds) <= ROUNDS_MAX);
const countOf = ({ cycleType, rounds }: RouteRunContext): Pick<StartRequest, 'cruiseCount'> =>
  cycleType === 'loop' && rounds !== '' ? { cruiseCount: Number(rounds) } : {};
/** A robot that runs the route shown, except for runs that the user left. */
const driverOf = ({ route, robots, left }: RouteRunContext): RobotSeen | undefined =>
  robots.find(({ drive }) => drive !== null && drive.pathId === route?.pathId && !left.includes(drive.id));
const seenOf = ({ robots }: RouteRunContext, serialNumber: string): RobotSeen | undefined =>
  robots.find((robot) => robot.serialNumber === serialNumber);

const assignRobots = m.assign(({ event }) => {
  assertEvent(event, 'routeRuns.changed');
  return { robots: event.robots, at: event.at };
});
/** Forwards the followed robot's state to its two children. */
const forwardSeen = m.enqueueActions(({ context, enqueue }) => {
  const seen = seenOf(context, context.followed);
  enqueue.sendTo('following', { type: 'routeRun.seen', drive: seen?.drive ?? null });
  enqueue.sendTo('stop', {
    type: 'robot.seen',
    held: seen?.held ?? false,
    paused: seen?.paused ?? false,
    at: context.at,
  });
});
const forwardToMonitor = m.sendTo('following', ({ event }) => {
  assertEvent(event, ['page.resumed', 'page.languageChanged']);
  return event;
});
const press = m.sendTo('stop', ({ event }) => {
  assertEvent(event, 'stop.press');
  return event;
});
/** Escape stops the robot only if the user started the run. */
const pressIfOwn = m.enqueueActions(({ context: { userId }, event, enqueue, self }) => {
  assertEvent(event, 'escape.pressed');
  const run = self.getSnapshot().children.following?.getSnapshot().context.drive ?? null;
  if (run && isUnderWay(run) && run.startedBy.userId === userId)
    enqueue.sendTo('stop', { type: 'stop.press', at: event.at });
});
const leave = m.assign(({ context, self }) => {
  const { children } = self.getSnapshot();
  const run = children.following?.getSnapshot().context.drive;
  const seen = seenOf(context, context.followed)?.drive;
  return {
    followed: '',
    started: null,
    left: [...context.left, ...[run?.id, seen?.id].filter((id) => id !== undefined)],
  };
});

export const routeRunMachine = m.createMachine({
  id: 'routeRun',
  context: ({ input: { userId } }) => ({
    userId,
    route: null,
    robots: [],
    at: 0,
    wanted: null,
    serialNumber: '',
    listed: [],
    cycleType: 'single',
    rounds: '',
    terms: null,
    failure: null,
    followed: '',
    started: null,
    escapeReaches: false,
    left: [],
  }),
  invoke: { src: 'watchRouteRuns' },
  type: 'parallel',
  on: {
    'routeRuns.changed': { actions: assignRobots },
    'route.show': { actions: assign({ route: ({ event }) => event.route }) },
  },
  states: {
    choice: {
      initial: 'closed',
      states: {
        closed: {
          entry: assign({ wanted: null, terms: null, failure: null, serialNumber: '', listed: [] }),
          on: {
            'routeRun.choose': [
              {
                guard: ({ event }) => event.serialNumber !== undefined,
                target: 'choosing.preparing',
                actions: assign({
                  wanted: ({ event }) => event.route,
                  serialNumber: ({ event }) => event.serialNumber ?? '',
                }),
              },
              { target: 'choosing', actions: assign({ wanted: ({ event }) => event.route }) },
            ],
          },
        },
        choosing: {
          tags: 'choosing',
          on: {
            'robots.listed': { actions: assign({ listed: ({ event }) => event.serialNumbers }) },
            'robot.pick': {
              target: '.preparing',
              actions: assign({ serialNumber: ({ event }) => event.serialNumber, terms: null, failure: null }),
            },
            'cycle.pick': {
              actions: assign(({ context, event: { cycleType, rounds = context.rounds } }) => ({ cycleType, rounds })),
            },
            'choice.cancel': 'closed',
          },
          initial: 'unchosen',
          states: {
            unchosen: {},
            preparing: {
              tags: 'preparing',
              invoke: {
                src: 'readTerms',
                input: ({ context: { serialNumber } }) => ({ serialNumber }),
                onDone: { target: 'prepared', actions: assign({ terms: ({ event }) => event.output }) },
                onError: { target: 'unprepared', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
              },
            },
            prepared: {
              tags: 'prepared',
              on: {
                'routeRun.start': {
                  guard: 'hasRounds',
                  target: '#routeRun.choice.starting',
                  actions: assign({ failure: null }),
                },
              },
            },
            unprepared: {},
          },
        },
        starting: {
          tags: ['choosing', 'starting'],
          invoke: {
            src: 'startRouteRun',
            input: ({ context, event }) => ({
              serialNumber: context.serialNumber,
              pathId: context.wanted?.pathId ?? '',
              cycleType: context.cycleType,
              ...countOf(context),
              ...(event.type === 'routeRun.start' && event.replaces !== undefined ? { replaces: event.replaces } : {}),
            }),
            onDone: {
              target: ['#routeRun.choice.closed', '#routeRun.followed.following'],
              actions: assign({
                followed: ({ event }) => event.output.serialNumber,
                started: ({ event }) => event.output,
              }),
              reenter: true,
            },
            onError: {
              target: 'choosing.prepared',
              actions: assign({ failure: ({ event }) => failureOf(event.error) }),
            },
          },
          // The start request is not cancelled: its run appears in the feed and is followed like any other.
          on: { 'choice.cancel': 'closed' },
          initial: 'prompt',
          states: { prompt: { after: { patience: 'patient' } }, patient: { tags: 'patient' } },
        },
      },
    },
    followed: {
      initial: 'none',
      on: {
        'routeRun.follow': {
          target: '.following',
          reenter: true,
          actions: assign({ followed: ({ event }) => event.serialNumber, started: null }),
        },
      },
      states: {
        none: {
          always: {
            guard: 'isDriven',
            target: 'following',
            actions: assign({ followed: ({ context }) => driverOf(context)?.serialNumber ?? '', started: null }),
          },
        },
        following: {
          tags: 'following',
          invoke: [
            {
              id: 'following',
              src: 'routeRunMonitor',
              input: ({ context }) => ({
                serialNumber: context.followed,
                drive: context.started,
                seen: seenOf(context, context.followed)?.drive ?? null,
              }),
            },
            { id: 'stop', src: 'stop', input: ({ context: { followed } }) => ({ serialNumber: followed }) },
            { src: 'escapeKey' },
          ],
          on: {
            'routeRuns.changed': { actions: [assignRobots, forwardSeen] },
            'page.resumed': { actions: forwardToMonitor },
            'page.languageChanged': { actions: forwardToMonitor },
            'stop.press': { actions: press },
            'escape.pressed': { actions: pressIfOwn },
            'escape.reaches': { actions: assign({ escapeReaches: ({ event }) => event.reaches }) },
            'routeRun.leave': { target: 'none', actions: leave },
          },
          initial: 'introduced',
          // In a child state, because the invoked children do not exist until the entry of `following` is complete.
          states: { introduced: { entry: forwardSeen } },
        },
      },
    },
  },
});
