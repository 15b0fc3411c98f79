/**
 * The caller's robots: the list from the API, kept fresh by the feed's beat each second (design 6), and which of them is current.
 *
 *   loading ──▶ ready { fresh ──gap, refresh──▶ refetching ──▶ fresh ; refetching ──error──▶ behind ──5 s──▶ refetching }
 *      └─error─▶ failed ──5 s, refresh──▶ loading
 *
 * A gap in the beats, a lost link and another language are mended by reading the list again. Poses for drawing
 * go another way (src/services/liveStore.ts); what stands here changes once a second at most.
 */
import { assertEvent, assign, type DoneActorEvent, type ErrorActorEvent, setup, stateIn } from 'xstate';
import type { PanelFilter, RobotView } from '../../../contract/entities/constants.ts';
import type { Site } from '../../../contract/entities/map.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import { type FleetEvent, type LeaseNotice, type Notice, robotPath, systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { afterBeat, afterList, initialRobot, initialView, isGap } from './beats.ts';

/** A list that could not be read is asked for again after this pause. */
export const LIST_RETRY_MS = 5_000;

export interface FleetInput {
  userId: string;
  /** What was current and chosen last time, as stored. */
  serialNumber: string;
  view: RobotView;
}
export interface FleetContext {
  userId: string;
  robots: Readonly<Record<string, Robot>>;
  /** In the order of the server's list. */
  order: readonly string[];
  /** Where the robots are: names, floors, time zones. */
  sites: readonly Site[];
  /** The current robot; empty when there is none. */
  current: string;
  /** The one that somebody chose, or an address named, since the view was chosen: the view gives way to it. */
  asked: string;
  view: RobotView;
  /** Of the robot-selection panel. */
  filter: PanelFilter;
  keyword: string;
  /** What stands in its search field, asked for or not. */
  typed: string;
  /** Number of the last beat; null before the first. */
  beat: number | null;
  /** Robots of which beats spoke while a list is on its way. */
  touched: readonly string[];
  /** The server's clock at the last beat or list, ms. */
  serverTime: number;
  /** The server's clock at the last beat, ms; 0 before the first. Since then, when the feed is lost. */
  heardAt: number;
  failure: Failure | null;
}

export interface FleetList {
  serverTime: number;
  robots: readonly Robot[];
  sites: readonly Site[];
}

const fleet = setup({
  types: { context: {} as FleetContext, input: {} as FleetInput, events: {} as FleetEvent, tags: {} as 'waiting' },
  actors: { load: promiseEffect<FleetList, { userId: string }>('load') },
  actions: {
    keepCurrent: effect<{ serialNumber: string }>('keepCurrent'),
    keepView: effect<{ view: RobotView }>('keepView'),
  },
  guards: {
    isBehind: ({ context: { beat, robots }, event }) => {
      assertEvent(event, 'feed.beaten');
      return isGap(beat, robots, event.beat);
    },
    isKnown: ({ context }, { serialNumber }: { serialNumber: string }) => context.robots[serialNumber] !== undefined,
    /** A beat came while the list was on its way, and the list was made before it: what the beat said is not in it. */
    isOlder: ({ context }, { serverTime }: { serverTime: number }) => serverTime < context.serverTime,
    isWantedAgain: stateIn({ ready: { refetching: 'again' } }),
  },
  delays: { retry: LIST_RETRY_MS },
});

const takeBeat = fleet.assign(({ context, event }) => {
  assertEvent(event, 'feed.beaten');
  const { beat, time } = event.beat;
  return { beat, serverTime: time, heardAt: time, robots: afterBeat(context.robots, event.beat) };
});
const touch = fleet.assign(({ context, event }) => {
  assertEvent(event, 'feed.beaten');
  return { touched: [...new Set([...context.touched, ...event.beat.robots.map(({ serialNumber }) => serialNumber)])] };
});
const forgetTouched = fleet.assign({ touched: [] });

/** After a new list or view: the rule of the initial robot (spec 2); another than before is kept and told. */
const settle = fleet.enqueueActions(({ context, enqueue }) => {
  const view = initialView(context.view, context.robots, context.asked);
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
  enqueue.assign({ view: event.view, asked: '' });
  enqueue({ type: 'keepView', params: { view: event.view } });
  enqueue.sendTo(({ system }) => systemActor(system, 'navigation'), { type: 'navigation.go', to: '/home' });
});

type Enqueue = Parameters<Parameters<typeof fleet.enqueueActions>[0]>[0]['enqueue'];
function makeCurrent(enqueue: Enqueue, serialNumber: string): void {
  enqueue.assign({ current: serialNumber });
  enqueue({ type: 'keepCurrent', params: { serialNumber } });
  enqueue.sendTo(({ system }) => systemActor(system, 'app'), { type: 'app.robotChanged', serialNumber });
}

/** Only here robots have names. */
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

const takeList = assign<FleetContext, DoneActorEvent<FleetList>, undefined, FleetEvent, never>(
  ({ context, event: { output } }) => ({
    robots: afterList(context.robots, context.touched, output.robots),
    order: output.robots.map(({ serialNumber }) => serialNumber),
    sites: output.sites,
    serverTime: Math.max(context.serverTime, output.serverTime),
    failure: null,
  }),
);
const takeFailure = assign<FleetContext, ErrorActorEvent, undefined, FleetEvent, never>({
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
    filter: 'all',
    keyword: '',
    typed: '',
    beat: null,
    touched: [],
    serverTime: 0,
    heardAt: 0,
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
            actions: takeList,
          },
          { target: 'ready', actions: takeList },
        ],
        onError: { target: 'failed', actions: takeFailure },
      },
      // Nothing to change yet, but the number counts: what came before the list would otherwise look like a gap.
      on: {
        'feed.beaten': {
          actions: assign({
            beat: ({ event }) => event.beat.beat,
            serverTime: ({ event }) => event.beat.time,
            heardAt: ({ event }) => event.beat.time,
          }),
        },
        // Nobody is known yet: `settle` takes it back where it is none of theirs.
        'robot.choose': { actions: choose },
      },
    },
    failed: { after: { retry: 'loading' }, on: { 'fleet.refresh': 'loading' } },
    ready: {
      initial: 'fresh',
      on: {
        'view.choose': { actions: [chooseView, settle] },
        'feed.beaten': { actions: takeBeat },
      },
      states: {
        fresh: {
          entry: settle,
          on: {
            'fleet.refresh': 'refetching',
            'feed.beaten': [{ guard: 'isBehind', target: 'refetching', actions: takeBeat }, { actions: takeBeat }],
          },
        },
        refetching: {
          entry: forgetTouched,
          invoke: {
            src: 'load',
            input: whose,
            onDone: [
              { guard: 'isWantedAgain', target: 'refetching', reenter: true, actions: takeList },
              { target: 'fresh', actions: takeList },
            ],
            onError: { target: 'behind', actions: takeFailure },
          },
          on: { 'feed.beaten': { actions: [takeBeat, touch] } },
          initial: 'once',
          // Asked for while under way: what comes may be too old, so once more after it.
          states: { once: { on: { 'fleet.refresh': 'again' } }, again: {} },
        },
        behind: { after: { retry: 'refetching' }, on: { 'fleet.refresh': 'refetching' } },
      },
    },
  },
});

/**
 * The message for whoever steers a robot and looks at something else: who wants it, or has it now, and the way there.
 * @param name what people call the robot; empty while it is not known
 */
export function leaseNotice(news: LeaseNotice, name: string): Notice {
  const { serialNumber, by } = news;
  const words = { robot: name || serialNumber, person: by };
  const way = { to: robotPath(serialNumber), key: 'shell.leaseNews.open' };
  if (news.type === 'resumeAsked') return { tone: 'warning', key: 'shell.resumeAsked', words, way };
  if (news.type === 'leaseAsked') return { tone: 'info', key: 'shell.leaseNews.asked', words, way };
  return news.reason
    ? { tone: 'warning', key: 'shell.leaseNews.takenWhy', words: { ...words, reason: news.reason }, way }
    : { tone: 'warning', key: 'shell.leaseNews.taken', words, way };
}
