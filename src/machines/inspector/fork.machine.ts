/**
 * A fork before the inspector (recording/fork.ts): which actor is told what next, what was typed for it, and how far the fork's clock is.
 * The fork itself runs in the callback `run`; here stands what a person sees and chooses of it.
 *
 *   starting ──fork.grew──▶ running ⇄ (event.send, clock.advance, clock.next)
 *   starting ──fork.refused──▶ refused
 */
import { assertEvent, assign, type EventObject, setup } from 'xstate';
import type { ForkEffect } from '../recording/effectFree.ts';
import type { Trouble } from '../recording/opened.ts';
import { callbackEffect } from '../effectStubs.ts';

/** Longer than a day at once is a slip of the hand, ms. */
export const FORK_MOST_MS = 86_400_000;

export type ForkFault = 'notJson' | 'notObject' | 'noType' | 'notHeard' | 'notTime';
export interface ForkInput {
  /** The capsule's key on the shelf, and the step where the fork leaves it. */
  capsule: string;
  step: number;
}
export interface ForkContext extends ForkInput {
  /** Of the fork's own capsule on the shelf; '' before it is there. */
  key: string;
  /** Who is told: its number in the fork's own capsule; null: the first that lives. */
  actor: number | null;
  type: string;
  /** The rest of the event, as typed. */
  payload: string;
  /** How far the clock shall go, ms, as typed. */
  ms: string;
  /** Why the last wish could not be done. */
  fault: ForkFault | null;
  /** Steps of its own so far. */
  length: number;
  /** Its clock, ms. */
  at: number;
  /** When its next timer is due; null: none waits. */
  next: number | null;
  effects: readonly ForkEffect[];
  /** What ended all of it. */
  broken: string | null;
  /** Why there is none. */
  refusal: { troubles: readonly Trouble[]; said: string } | null;
}
/** What `run` is asked. */
export type ForkWish =
  { type: 'fork.send'; actor: number; event: EventObject } | { type: 'fork.advance'; by: number | 'next' };
/** And what it tells. */
export type ForkReport =
  | {
      type: 'fork.grew';
      key: string;
      length: number;
      at: number;
      next: number | null;
      effects: readonly ForkEffect[];
      broken: string | null;
    }
  | { type: 'fork.refused'; troubles: readonly Trouble[]; said: string }
  /** Nobody lives to hear it any more. */
  | { type: 'fork.unheard' };
export type ForkEvent =
  | ForkReport
  | { type: 'actor.choose'; actor: number }
  | { type: 'type.change'; value: string }
  | { type: 'payload.change'; value: string }
  | { type: 'ms.change'; value: string }
  | { type: 'event.send'; actor: number }
  | { type: 'clock.advance' }
  | { type: 'clock.next' };

const fork = setup({
  types: {
    context: {} as ForkContext,
    input: {} as ForkInput,
    events: {} as ForkEvent,
    tags: {} as 'running' | 'refused',
  },
  actors: {
    /** Makes the fork, hears ForkWish, tells ForkReport. */
    run: callbackEffect<ForkInput>('run'),
  },
  guards: {
    isSendable: ({ context }) => typeof readEvent(context) === 'object',
    isTime: ({ context }) => readMs(context.ms) !== null,
  },
});

/** The event as typed, or what is wrong with it. */
export function readEvent({ type, payload }: Pick<ForkContext, 'type' | 'payload'>): EventObject | ForkFault {
  if (type.trim() === '') return 'noType';
  let fields: unknown = {};
  try {
    fields = payload.trim() === '' ? {} : JSON.parse(payload);
  } catch {
    return 'notJson';
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return 'notObject';
  return { ...fields, type: type.trim() };
}
const readMs = (typed: string): number | null => {
  const ms = Number(typed);
  return typed.trim() !== '' && Number.isFinite(ms) && ms >= 0 && ms <= FORK_MOST_MS ? ms : null;
};

const send = fork.sendTo('run', ({ context, event }) => {
  assertEvent(event, 'event.send');
  return { type: 'fork.send', actor: event.actor, event: readEvent(context) } as ForkWish;
});
const refuse = fork.assign({
  fault: ({ context }) => {
    const found = readEvent(context);
    return typeof found === 'string' ? found : null;
  },
});
const grow = fork.assign(({ event }) => {
  assertEvent(event, 'fork.grew');
  const { key, length, at, next, effects, broken } = event;
  return { key, length, at, next, effects, broken };
});

export const forkMachine = fork.createMachine({
  id: 'fork',
  context: ({ input }) => ({
    ...input,
    key: '',
    actor: null,
    type: '',
    payload: '{}',
    ms: '1000',
    fault: null,
    length: 0,
    at: 0,
    next: null,
    effects: [],
    broken: null,
    refusal: null,
  }),
  invoke: { src: 'run', id: 'run', input: ({ context: { capsule, step } }) => ({ capsule, step }) },
  initial: 'starting',
  states: {
    starting: {
      on: {
        'fork.grew': { target: 'running', actions: grow },
        'fork.refused': {
          target: 'refused',
          actions: assign({ refusal: ({ event: { troubles, said } }) => ({ troubles, said }) }),
        },
      },
    },
    refused: { tags: 'refused' },
    running: {
      tags: 'running',
      on: {
        'fork.grew': { actions: grow },
        'fork.unheard': { actions: assign({ fault: 'notHeard' }) },
        // Another actor knows other events.
        'actor.choose': {
          actions: assign({ actor: ({ event }) => event.actor, type: '', payload: '{}', fault: null }),
        },
        'type.change': { actions: assign({ type: ({ event }) => event.value, fault: null }) },
        'payload.change': { actions: assign({ payload: ({ event }) => event.value, fault: null }) },
        'ms.change': { actions: assign({ ms: ({ event }) => event.value, fault: null }) },
        'event.send': [{ guard: 'isSendable', actions: [assign({ fault: null }), send] }, { actions: refuse }],
        'clock.advance': [
          {
            guard: 'isTime',
            actions: [
              assign({ fault: null }),
              fork.sendTo('run', ({ context }) => ({ type: 'fork.advance', by: readMs(context.ms) ?? 0 }) as ForkWish),
            ],
          },
          { actions: assign({ fault: 'notTime' }) },
        ],
        'clock.next': { actions: fork.sendTo('run', { type: 'fork.advance', by: 'next' } as ForkWish) },
      },
    },
  },
});
