/**
 * An action on a record after a confirmation that names it: lock an account, revoke a key, delete an inquiry. It provides
 * a region and the implementations that it needs, like pagedList.ts; recordDialog.ts adds the editor.
 *
 *   idle ──record.act──▶ asking (child `confirm`) ──yes──▶ acting ──done──▶ idle | showing (what is shown once)
 *                                   └──no──▶ idle             └──refused──▶ idle
 *   showing ──dialog.close──▶ idle
 *
 * The list is loaded again afterwards, also after a refusal: somebody else may have changed the record.
 *
 *   const action = confirmedAction<Task, null, InquiriesEvent>({ questionOf: ({ name }) => ({ titleKey: …, words: { name } }) });
 */
import { assign, type EventObject, raise } from 'xstate';
import { promiseEffect } from '../effectStubs.ts';
import { failureOf } from '../failure.ts';
import { type ConfirmInput, confirmMachine } from './confirm.machine.ts';
import { type DoneNotice, noticeActions } from './noticeActions.ts';

/** @typeParam Task what is done to which record  @typeParam Shown what is shown once: a link, a secret */
export interface ActionContext<Task, Shown> {
  /** The action that waits for a confirmation or a response, or whose result is shown. */
  task: Task | null;
  shown: Shown | null;
}
export type ActionEvent<Task> = { type: 'record.act'; task: Task } | { type: 'dialog.close' };
export type ActionTag = 'acting';
export type ActionChildren = { confirm: 'confirm' };
export interface ActionRules<Task> {
  questionOf(task: Task): ConfirmInput;
  /** The success notice, where nothing is shown instead. Without it, the list has to show enough. */
  doneOf?(task: Task): DoneNotice;
  /** The page's other regions hear of it by `record.done`, in order to offer Undo. */
  tellsDone?: true;
}
/** The context before anything was asked. */
export const noAction = { task: null, shown: null } as const;

type Done<Shown> = { event: { output: Shown | null } };
type Failed = { event: { error: unknown } };

/**
 * @typeParam Event all events of the page's machine
 * @typeParam Context its whole context
 */
export function confirmedAction<
  Task,
  Shown,
  Event extends EventObject,
  Context extends ActionContext<Task, Shown> = ActionContext<Task, Shown>,
>({ questionOf, doneOf, tellsDone }: ActionRules<Task>) {
  type Known = { context: ActionContext<Task, Shown> };
  // A part of a context that is known only in part.
  const part = (known: Partial<ActionContext<Task, Shown>>) => known as Partial<Context>;
  /** `task` is set in every state that uses it. */
  const taskOf = ({ context }: Known): Task => context.task as Task;

  const idle = {
    entry: 'assignNoAction',
    on: {
      'record.act': {
        target: 'asking',
        actions: {
          type: 'assignTask',
          params: ({ event }: { event: { task: Task } }) => ({ task: event.task }),
        },
      },
    },
  } as const;
  const showing = {
    target: 'showing',
    guard: { type: 'isShown', params: ({ event }: Done<Shown>) => ({ shown: event.output }) },
    actions: [{ type: 'assignShown', params: ({ event }: Done<Shown>) => ({ shown: event.output }) }, 'reload'],
  } as const;
  const states = {
    asking: {
      invoke: {
        src: 'confirm',
        id: 'confirm',
        input: (known: Known) => questionOf(taskOf(known)),
        onDone: [
          {
            guard: {
              type: 'isYes',
              params: ({ event }: { event: { output: { confirmed: boolean } } }) => event.output,
            },
            target: 'acting',
          },
          { target: 'idle' },
        ],
      },
    },
    acting: {
      tags: 'acting',
      invoke: {
        src: 'act',
        input: (known: Known) => ({ task: taskOf(known) }),
        onDone: [
          showing,
          {
            target: 'idle',
            actions: tellsDone
              ? ([{ type: 'tellDone', params: (known: Known) => ({ task: taskOf(known) }) }, 'reload'] as const)
              : doneOf
                ? ([
                    { type: 'notifyDone', params: (known: Known) => ({ notice: doneOf(taskOf(known)) }) },
                    'reload',
                  ] as const)
                : (['reload'] as const),
          },
        ],
        onError: {
          target: 'idle',
          actions: [
            { type: 'notifyFailed', params: ({ event }: Failed) => ({ failure: failureOf(event.error) }) },
            'reload',
          ],
        },
      },
    },
    showing: { on: { 'dialog.close': { target: 'idle' } } },
  } as const;

  return {
    actors: {
      /** Resolves with what is to be shown once, or with null. */
      act: promiseEffect<Shown | null, { task: Task }>('act'),
      confirm: confirmMachine,
    },
    guards: {
      isYes: (_: unknown, { confirmed }: { confirmed: boolean }) => confirmed,
      isShown: (_: unknown, { shown }: { shown: Shown | null }) => shown !== null,
    },
    actions: {
      assignTask: assign<Context, Event, { task: Task }, Event, never>((_, { task }) => part({ task })),
      assignShown: assign<Context, Event, { shown: Shown | null }, Event, never>((_, { shown }) => part({ shown })),
      assignNoAction: assign<Context, Event, undefined, Event, never>(() => part({ task: null, shown: null })),
      // Every page with a list has this event (pagedList.ts).
      reload: raise<Context, Event, Event, undefined>({ type: 'list.reload' } as unknown as Event),
      // A page with `tellsDone` has this event.
      tellDone: raise<Context, Event, Event, { task: Task }>(
        (_, { task }) => ({ type: 'record.done', task }) as unknown as Event,
      ),
      ...noticeActions<Context, Event>(),
    },
    idle,
    region: { initial: 'idle', states: { idle, ...states } },
    states,
  } as const;
}
