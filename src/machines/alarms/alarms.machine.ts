/**
 * Exists while a user is signed in: the unresolved alarm cases of the user's robots, for the bell, the banner of every page
 * and the lists. Parallel regions:
 *
 *   cases:  loading ──▶ shown ──changed──▶ refreshing ──▶ shown ;  loading ──▶ failed ──▶ loading
 *           a change during a load: pausing, then refreshing; without notices it is reloaded every 30 s
 *   taking: idle ──alarm.take──▶ taking | answering ──▶ idle
 *
 * A case that was raised meanwhile, or is offered to the user by its owner, rings, unless the sound is off, and is shown by the
 * browser if its tab is hidden: several that were raised together by one notification that says how many.
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';
import { type AlarmsEvent, errorNotice, systemActor } from '../app/events.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import { failureOf } from '../failure.ts';

export interface OpenCases {
  rows: readonly AlarmCase[];
  total: number;
  withoutOwner: number;
}
export interface AlarmsContext extends OpenCases {
  userId: string;
  isSoundOn: boolean;
  /** A change arrived while the cases were being loaded. */
  isStale: boolean;
  /** The case that is being taken or answered. */
  acting: string;
  /** What is being done to it; null without one. */
  act: 'take' | 'accept' | 'decline' | null;
  /** Cases that the user has changed since they were loaded: given back or opened again, they do not ring here. */
  own: readonly string[];
}
export interface AlarmsInput {
  userId: string;
}

/** Reloaded without a notice, ms: notices can get lost. */
const POLL_MS = 30_000;
/** Pause between two loads while many alarms come, ms. */
const PAUSE_MS = 300;
const RETRY_MS = 5_000;
/** A case becomes visible this much after the time that it was raised, at most, ms. Ringing twice is better than not at all. */
const UNSEEN_MS = 60_000;

const withoutOwner = (rows: readonly AlarmCase[]): AlarmCase[] => rows.filter(({ state }) => state === 'open');
/** Since when a case has had no owner. */
const openSince = ({ levelTwoAt, raisedAt }: AlarmCase): number =>
  levelTwoAt === null ? raisedAt : levelTwoAt - LEVEL_TWO_AFTER_MS;
/**
 * Cases without an owner that were not there, or had one, before. Of more cases than the server lists, those that opened last
 * are always among the listed: one that opened before them only moved up into the list.
 */
export const newlyOpen = (before: Pick<OpenCases, 'rows' | 'total'>, after: readonly AlarmCase[]): AlarmCase[] => {
  const open = withoutOwner(before.rows);
  const known = new Set(open.map(({ id }) => id));
  const listed = new Set(before.rows.map(({ id }) => id));
  const newest = before.total > before.rows.length ? Math.max(...open.map(openSince)) : -Infinity;
  return withoutOwner(after).filter(
    (row) => !known.has(row.id) && (listed.has(row.id) || openSince(row) > newest - UNSEEN_MS),
  );
};

/** Cases whose owner asks the user to take over, and did not before. */
const newlyOffered = (before: readonly AlarmCase[], after: readonly AlarmCase[], userId: string): AlarmCase[] => {
  const isOffered = ({ handOverTo }: AlarmCase): boolean => handOverTo?.id === userId;
  const known = new Set(before.filter(isOffered).map(({ id }) => id));
  return after.filter((row) => isOffered(row) && !known.has(row.id));
};

/** What the browser shows outside the page. */
export interface OutsideAlarm {
  raised: AlarmCase;
  /** How many further cases were raised at the same time. */
  more: number;
  /** Its owner hands it over to the user. */
  isOffered: boolean;
}

const alarms = setup({
  types: { context: {} as AlarmsContext, input: {} as AlarmsInput, events: {} as AlarmsEvent },
  actors: {
    loadOpen: promiseEffect<OpenCases>('loadOpen'),
    take: promiseEffect<AlarmCase, { caseId: string }>('take'),
    answer: promiseEffect<AlarmCase, { caseId: string; accept: boolean }>('answer'),
    /** Sends `alarms.changed` for each notice. */
    watchAlarms: callbackEffect('watchAlarms'),
    /** The stored choice. */
    recallSound: promiseEffect<{ isOn: boolean }>('recallSound'),
  },
  actions: {
    assignOpen: assign((_, { rows, total, withoutOwner }: OpenCases) => ({ rows, total, withoutOwner })),
    /** The reply shows the change at once; the next load confirms it. */
    assignChanged: assign(({ context }: { context: AlarmsContext }, { changed }: { changed: AlarmCase }) => {
      const rows = context.rows.map((row) => (row.id === changed.id ? changed : row));
      return { rows, withoutOwner: withoutOwner(rows).length };
    }),
    forgetOwn: assign({ own: [] }),
    ring: effect('ring'),
    /** Shows the case outside the page, if its tab is hidden and the user has allowed it. */
    showOutside: effect<OutsideAlarm>('showOutside'),
    keepSound: effect<{ isOn: boolean }>('keepSound'),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: { isStale: ({ context }) => context.isStale },
  delays: { poll: POLL_MS, pause: PAUSE_MS, retry: RETRY_MS },
});

/** Rings for cases that were raised or offered to the user since the last load. */
const announceNew = alarms.enqueueActions(({ context, event, enqueue }) => {
  const after = (event as unknown as { output: OpenCases }).output; // done event of loadOpen
  const all = newlyOpen(context, after.rows);
  const open = all.filter(({ id }) => !context.own.includes(id));
  // A load that began before the last change may not show it.
  if (!context.isStale && context.own.length > 0) enqueue('forgetOwn');
  const offered = newlyOffered(context.rows, after.rows, context.userId);
  if (open.length + offered.length === 0) return;
  if (context.isSoundOn) enqueue('ring');
  for (const raised of offered) enqueue({ type: 'showOutside', params: { raised, more: 0, isOffered: true } });
  const [raised] = open;
  // Of many cases, the server does not list all.
  const count = Math.max(open.length, after.withoutOwner - context.withoutOwner - (all.length - open.length));
  if (raised) enqueue({ type: 'showOutside', params: { raised, more: count - 1, isOffered: false } });
});
const markStale = alarms.assign({ isStale: true });
const noteOwn = alarms.assign(({ context: { own }, event }) => {
  const caseId =
    event.type === 'alarms.changed' && event.isOwn === true
      ? event.caseId
      : event.type === 'alarms.reload'
        ? (event.own ?? '')
        : '';
  return caseId === '' || own.includes(caseId) ? {} : { own: [...own, caseId] };
});
const loadsAgain = <State extends 'loading' | 'refreshing'>(target: State) => ({ target, actions: noteOwn });

export const alarmsMachine = alarms.createMachine({
  id: 'alarms',
  context: ({ input }) => ({
    userId: input.userId,
    rows: [],
    total: 0,
    withoutOwner: 0,
    isSoundOn: true,
    isStale: false,
    acting: '',
    act: null,
    own: [],
  }),
  type: 'parallel',
  invoke: [
    { src: 'watchAlarms' },
    { src: 'recallSound', onDone: { actions: assign({ isSoundOn: ({ event }) => event.output.isOn }) } },
  ],
  on: {
    'alarms.toggleSound': {
      actions: [
        assign({ isSoundOn: ({ context }) => !context.isSoundOn }),
        { type: 'keepSound', params: ({ context }) => ({ isOn: context.isSoundOn }) },
      ],
    },
  },
  states: {
    cases: {
      initial: 'loading',
      states: {
        loading: {
          on: { 'alarms.changed': { actions: [markStale, noteOwn] }, 'alarms.reload': { actions: noteOwn } },
          invoke: {
            src: 'loadOpen',
            onDone: [
              {
                guard: 'isStale',
                target: 'pausing',
                actions: { type: 'assignOpen', params: ({ event }) => event.output },
              },
              { target: 'shown', actions: { type: 'assignOpen', params: ({ event }) => event.output } },
            ],
            onError: 'failed',
          },
        },
        failed: {
          after: { retry: 'loading' },
          on: { 'alarms.changed': loadsAgain('loading'), 'alarms.reload': loadsAgain('loading') },
        },
        shown: {
          after: { poll: 'refreshing' },
          on: { 'alarms.changed': loadsAgain('refreshing'), 'alarms.reload': loadsAgain('refreshing') },
        },
        refreshing: {
          entry: assign({ isStale: false }),
          on: { 'alarms.changed': { actions: [markStale, noteOwn] }, 'alarms.reload': { actions: noteOwn } },
          invoke: {
            src: 'loadOpen',
            onDone: [
              {
                guard: 'isStale',
                target: 'pausing',
                actions: [announceNew, { type: 'assignOpen', params: ({ event }) => event.output }],
              },
              {
                target: 'shown',
                actions: [announceNew, { type: 'assignOpen', params: ({ event }) => event.output }],
              },
            ],
            // What is shown stays; the next change or poll loads again.
            onError: 'pausing',
          },
        },
        pausing: {
          after: { pause: 'refreshing' },
          on: { 'alarms.changed': { actions: noteOwn }, 'alarms.reload': { actions: noteOwn } },
        },
      },
    },
    taking: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ acting: '', act: null }),
          on: { 'alarm.take': 'taking', 'alarm.answer': 'answering' },
        },
        taking: {
          entry: assign(({ event }) => {
            assertEvent(event, 'alarm.take');
            return { acting: event.caseId, act: 'take' };
          }),
          invoke: {
            src: 'take',
            input: ({ event }) => {
              assertEvent(event, 'alarm.take');
              return { caseId: event.caseId };
            },
            onDone: {
              target: 'idle',
              actions: { type: 'assignChanged', params: ({ event }) => ({ changed: event.output }) },
            },
            onError: { target: 'idle', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
        answering: {
          entry: assign(({ event }) => {
            assertEvent(event, 'alarm.answer');
            return { acting: event.caseId, act: event.accept ? 'accept' : 'decline' };
          }),
          invoke: {
            src: 'answer',
            input: ({ event }) => {
              assertEvent(event, 'alarm.answer');
              return { caseId: event.caseId, accept: event.accept };
            },
            onDone: {
              target: 'idle',
              actions: { type: 'assignChanged', params: ({ event }) => ({ changed: event.output }) },
            },
            onError: { target: 'idle', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});
