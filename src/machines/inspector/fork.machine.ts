/**
 * A fork in the inspector (recording/fork.ts): the target actor, the typed event, and the fork's clock. The fork itself
 * runs in the callback `run`; this machine holds what the user sees and selects.
 *
 *   starting ──fork.grew──▶ running ⇄ (event.send, clock.advance, clock.next)
 *   starting ──fork.refused──▶ refused
 */
import { assertEvent, assign, type EventObject, setup } from 'xstate';
import type { ForkEffect } from '../recording/effectFree.ts';
import type { ReplayIssue } from '../recording/opened.ts';
import { callbackEffect } from '../effectStubs.ts';

/** Upper limit of one clock advance, ms (one day), against typing errors. */
export const FORK_MOST_MS = 86_400_000;

export type ForkFault = 'notJson' | 'notObject' | 'noType' | 'notHeard' | 'notTime';
export interface ForkInput {
  /** The recording's key in the recording store, and the step where the fork starts. */
  capsule: string;
  step: number;
}
export interface ForkContext extends ForkInput {
  /** Key of the fork's own recording in the store; '' before it exists. */
  key: string;
  /** The target actor, by its number in the fork's own recording; null: the first that is running. */
  actor: number | null;
  type: string;
  /** The remaining fields of the event as JSON, as typed. */
  payload: string;
  /** How far to advance the clock, ms, as typed. */
  ms: string;
  /** Why the last action was rejected. */
  fault: ForkFault | null;
  /** Number of the fork's own steps so far. */
  length: number;
  /** The fork's clock, ms. */
  at: number;
  /** When the next timer is due; null: none is pending. */
  next: number | null;
  effects: readonly ForkEffect[];
  /** The error that ended the fork. */
  broken: string | null;
  /** Why the fork could not be created. */
  refusal: { issues: readonly ReplayIssue[]; said: string } | null;
}
/** Commands to `run`. */
export type ForkCommand =
  { type: 'fork.send'; actor: number; event: EventObject } | { type: 'fork.advance'; by: number | 'next' };
/** Reports from `run`. */
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
  | { type: 'fork.refused'; issues: readonly ReplayIssue[]; said: string }
  /** The target actor has stopped and cannot receive the event. */
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
    /** Creates the fork, receives ForkCommand, sends ForkReport. */
    run: callbackEffect<ForkInput>('run'),
  },
  guards: {
    isSendable: ({ context }) => typeof readEvent(context) === 'object',
    isTime: ({ context }) => readMs(context.ms) !== null,
  },
});

/** Parses the typed event, or returns what is wrong with it. */
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
  return { type: 'fork.send', actor: event.actor, event: readEvent(context) } as ForkCommand;
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
          actions: assign({ refusal: ({ event: { issues, said } }) => ({ issues, said }) }),
        },
      },
    },
    refused: { tags: 'refused' },
    running: {
      tags: 'running',
      on: {
        'fork.grew': { actions: grow },
        'fork.unheard': { actions: assign({ fault: 'notHeard' }) },
        // Another actor accepts other events.
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
              fork.sendTo(
                'run',
                ({ context }) => ({ type: 'fork.advance', by: readMs(context.ms) ?? 0 }) as ForkCommand,
              ),
            ],
          },
          { actions: assign({ fault: 'notTime' }) },
        ],
        'clock.next': { actions: fork.sendTo('run', { type: 'fork.advance', by: 'next' } as ForkCommand) },
      },
    },
  },
});
