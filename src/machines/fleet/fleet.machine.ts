/**
 * The user's robots: the list from the API, updated by the feed's beat every second (design 6), and the current robot.
 *
 *   loading ──▶ ready { fresh ──gap, refresh──▶ refetching ──▶ fresh ; refetching ──error──▶ behind ──5 s──▶ refetching }
 *      └─error─▶ failed ──5 s, refresh──▶ loading
 * A gap in the beats, a lost connection and a language change reload the list. Poses for drawing take another path
 * (src/services/liveStore.ts); this context changes at most once per second.
 */
import { assertEvent, assign, type DoneActorEvent, type ErrorActorEvent, setup, stateIn } from 'xstate';
import type { RobotView } from '../../../contract/entities/constants.ts';
import type { PanelFilter } from '../../../contract/entities/robotConstants.ts';
import type { Site } from '../../../contract/entities/map.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import { type FleetEvent, type LeaseNotice, type Notice, robotPath, systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { afterBeat, afterList, initialRobot, initialView, isGap } from './beats.ts';

/** Delay before a failed list request is retried. */
export const LIST_RETRY_MS = 5_000;

export interface FleetInput {
  userId: string;
  /** The robot and the view that were selected last time, from storage. */
  serialNumber: string;
  view: RobotView;
}
export interface FleetContext {
  userId: string;
  robots: Readonly<Record<string, Robot>>;
  /** Serial numbers in the order of the server's list. */
  order: readonly string[];
  /** Sites of the robots: names, floors, time zones. */
  sites: readonly Site[];
  /** The current robot; empty when there is none. */
  current: string;
  /**
   * The robot that the user or a URL selected since the view was chosen; the view changes if it excludes this robot.
   */
  asked: string;
  view: RobotView;
  /** The view that the user chose since the console was opened: it stays, even without robots. */
  chosenView: RobotView | null;
  /** Status filter of the robot-selection panel. */
  filter: PanelFilter;
  keyword: string;
  /** Text in its search field, applied or not. */
  typed: string;
  /** Number of the last beat; null before the first. */
  beat: number | null;
  /** Robots that beats changed while a list request is pending. */
  touched: readonly string[];
  /** The server's clock at the last beat or list, ms. */
  serverTime: number;
  /** The server's clock at the last beat, ms; 0 before the first. When the feed is lost, the time since which it is. */
  heardAt: number;
  /** Pending requests for access to all robots that the user may administer. */
  accessRequests: number;
  failure: Failure | null;
}

export interface FleetList {
  serverTime: number;
  robots: readonly Robot[];
  sites: readonly Site[];
  accessRequests: number;
}

const fleet = setup({
  types: { context: {} as FleetContext, input: {} as FleetInput, events: {} as FleetEvent, tags: {} as 'waiting' },
  actors: { load: promiseEffect<FleetList, { userId: string }>('load') },
  actions: {
    keepCurrent: effect<{ serialNumber: string }>('keepCurrent'),
    keepView: effect<{ view: RobotView; keep: boolean }>('keepView'),
  },
  guards: {
    isBehind: ({ context: { beat, robots }, event }) => {
      assertEvent(event, 'feed.beaten');
      return isGap(beat, robots, event.beat);
    },
    isKnown: ({ context }, { serialNumber }: { serialNumber: string }) => context.robots[serialNumber] !== undefined,
    /** A beat arrived while the list was loading, and the list is older than the beat: it lacks the beat's changes. */
    isOlder: ({ context }, { serverTime }: { serverTime: number }) => serverTime < context.serverTime,
    isWantedAgain: stateIn({ ready: { refetching: 'again' } }),
  },
  delays: { retry: LIST_RETRY_MS },
});

const assignUpdate = fleet.assign(({ context, event }) => {
  assertEvent(event, 'feed.beaten');
  const { beat, time } = event.beat;
  return { beat, serverTime: time, heardAt: time, robots: afterBeat(context.robots, event.beat) };
});
const touch = fleet.assign(({ context, event }) => {
  assertEvent(event, 'feed.beaten');
  return { touched: [...new Set([...context.touched, ...event.beat.robots.map(({ serialNumber }) => serialNumber)])] };
});
const forgetTouched = fleet.assign({ touched: [] });

/**
 * After a new list or view: applies the rule of the initial robot (spec 2); stores and reports a changed current robot.
 */
const settle = fleet.enqueueActions(({ context, enqueue }) => {
  const view = initialView(context.view, context.robots, context.asked, context.chosenView);
  const serialNumber = initialRobot(context.current, context.order, context.robots, view);
  enqueue.assign({ view });
  if (serialNumber !== context.current) makeCurrent(enqueue, serialNumber);
});
const choose = fleet.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'robot.choose');
  enqueue.assign({ asked: event.serialNumber });
  if (event.serialNumber !== context.current) makeCurrent(enqueue, event.serialNumber);
});
/** Spec 2 "Views": choosing a tab stores the view and goes to home. */
const chooseView = fleet.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'view.choose');
  enqueue.assign({ view: event.view, chosenView: event.view, asked: '' });
  enqueue({ type: 'keepView', params: { view: event.view, keep: event.keep ?? true } });
  enqueue.sendTo(({ system }) => systemActor(system, 'app'), { type: 'app.viewChanged', view: event.view });
  enqueue.sendTo(({ system }) => systemActor(system, 'navigation'), { type: 'navigation.go', to: '/home' });
});

type Enqueue = Parameters<Parameters<typeof fleet.enqueueActions>[0]>[0]['enqueue'];
function makeCurrent(enqueue: Enqueue, serialNumber: string): void {
  enqueue.assign({ current: serialNumber });
  enqueue({ type: 'keepCurrent', params: { serialNumber } });
  enqueue.sendTo(({ system }) => systemActor(system, 'app'), { type: 'app.robotChanged', serialNumber });
}

/** Shown by this machine, because only it has the robots' names. */
const showLeaseNotice = fleet.sendTo(
  ({ system }) => systemActor(system, 'notices'),
  ({ context: { robots }, event }) => {
    assertEvent(event, 'lease.noticed');
    return {
      type: 'notice.show',
      notice: leaseNotice(event.notice, robots[event.notice.serialNumber]?.robotNickName ?? ''),
    };
  },
);

const assignList = assign<FleetContext, DoneActorEvent<FleetList>, undefined, FleetEvent, never>(
  ({ context, event: { output } }) => ({
    robots: afterList(context.robots, context.touched, output.robots),
    order: output.robots.map(({ serialNumber }) => serialNumber),
    sites: output.sites,
    accessRequests: output.accessRequests,
    serverTime: Math.max(context.serverTime, output.serverTime),
    failure: null,
  }),
);
const assignFailure = assign<FleetContext, ErrorActorEvent, undefined, FleetEvent, never>({
  failure: ({ event }) => failureOf(event.error),
});
const whose = ({ context: { userId } }: { context: FleetContext }) => ({ userId });

export const fleetMachine = fleet.createMachine({
  id: 'fleet',
  context: ({ input: { userId, serialNumber, view } }) => ({
    userId,
    robots: {},
    order: [],
    sites: [],
    current: serialNumber,
    asked: '',
    view,
    chosenView: null,
    filter: 'all',
    keyword: '',
    typed: '',
    beat: null,
    touched: [],
    serverTime: 0,
    heardAt: 0,
    accessRequests: 0,
    failure: null,
  }),
  initial: 'loading',
  on: {
    'filter.set': { actions: assign({ filter: ({ event }) => event.filter }) },
    'keyword.type': { actions: assign({ typed: ({ event }) => event.words }) },
    'keyword.set': { actions: assign({ keyword: ({ event }) => event.keyword, typed: ({ event }) => event.keyword }) },
    'lease.noticed': { actions: showLeaseNotice },
    'robot.choose': { guard: { type: 'isKnown', params: ({ event }) => event }, actions: [choose, settle] },
  },
  states: {
    loading: {
      tags: 'waiting',
      entry: forgetTouched,
      invoke: {
        src: 'load',
        input: whose,
        onDone: [
          {
            guard: { type: 'isOlder', params: ({ event }) => event.output },
            target: '#fleet.ready.refetching',
            actions: assignList,
          },
          { target: 'ready', actions: assignList },
        ],
        onError: { target: 'failed', actions: assignFailure },
      },
      // There are no robots to update yet, but the beat number is kept: otherwise the next beat would look like a gap.
      on: {
        'feed.beaten': {
          actions: assign({
            beat: ({ event }) => event.beat.beat,
            serverTime: ({ event }) => event.beat.time,
            heardAt: ({ event }) => event.beat.time,
          }),
        },
        // The robots are not loaded yet: `settle` reverts the choice if the robot is not in the list.
        'robot.choose': { actions: choose },
      },
    },
    failed: { after: { retry: 'loading' }, on: { 'fleet.refresh': 'loading' } },
    ready: {
      initial: 'fresh',
      on: {
        'view.choose': { actions: [chooseView, settle] },
        'feed.beaten': { actions: assignUpdate },
      },
      states: {
        fresh: {
          entry: settle,
          on: {
            'fleet.refresh': 'refetching',
            'feed.beaten': [
              { guard: 'isBehind', target: 'refetching', actions: assignUpdate },
              { actions: assignUpdate },
            ],
          },
        },
        refetching: {
          entry: forgetTouched,
          invoke: {
            src: 'load',
            input: whose,
            onDone: [
              { guard: 'isWantedAgain', target: 'refetching', reenter: true, actions: assignList },
              { target: 'fresh', actions: assignList },
            ],
            onError: { target: 'behind', actions: assignFailure },
          },
          on: { 'feed.beaten': { actions: [assignUpdate, touch] } },
          initial: 'once',
          // A refresh requested during a load repeats the load, because the pending response can be too old.
          states: { once: { on: { 'fleet.refresh': 'again' } }, again: {} },
        },
        behind: { after: { retry: 'refetching' }, on: { 'fleet.refresh': 'refetching' } },
      },
    },
  },
});

/**
 * The message for a user who operates a robot manually while another page is shown: who requests or took the lease, or
 * asks to resume the robot, and a button to its page.
 * @param name the robot's display name; empty while it is unknown
 */
export function leaseNotice(news: LeaseNotice, name: string): Notice {
  const { serialNumber, by } = news;
  const params = { robot: name || serialNumber, person: by };
  const way = { to: robotPath(serialNumber), key: 'shell.leaseNews.open' };
  if (news.type === 'resumeAsked') return { tone: 'warning', key: 'shell.resumeAsked', params, way };
  if (news.type === 'leaseAsked') return { tone: 'info', key: 'shell.leaseNews.asked', params, way };
  return news.reason
    ? { tone: 'warning', key: 'shell.leaseNews.takenWhy', params: { ...params, reason: news.reason }, way }
    : { tone: 'warning', key: 'shell.leaseNews.taken', params, way };
}
