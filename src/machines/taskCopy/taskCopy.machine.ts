/**
 * Copies a saved task to other robots of its site. What keeps a robot from having it is read first and shown at the
 * robot; afterwards each robot's answer is listed, and those that got no copy can be tried again.
 *
 *   checking ──▶ choosing ──copy.send──▶ sending ──▶ sent ──copy.send (robots without a copy)──▶ sending
 *      └── not read ──▶ choosing (the server decides) ──copy.check──▶ checking        any but sending ──copy.close──▶ closed
 */
import { assign, setup } from 'xstate';
import type { ScheduledTask } from '../../../contract/entities/schedule.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';

/** Robots of one copy. */
export const TASK_COPIES_MAX = 50;

export interface TaskCopyInput {
  taskId: string;
  /** Of the task when the dialog was opened: a copy of an edited task is another copy. */
  revision: number;
  serialNumber: string;
  kind: 'cruise' | 'disinfection';
  /** Of the task: its route or places, and HH:mm. */
  name: string;
  executeTime: string;
}
export const copyInputOf = (task: ScheduledTask | null | undefined, taskId: string): TaskCopyInput => ({
  taskId,
  revision: task?.revision ?? 0,
  serialNumber: task?.serialNumber ?? '',
  kind: task?.kind ?? 'cruise',
  name: task?.pathName ?? '',
  executeTime: task?.executeTime ?? '',
});
/** Why a robot cannot have the task; null: it can. */
export interface CopyCheck {
  serialNumber: string;
  failure: Failure | null;
}
/** What became of the copy of a robot. */
export interface CopyAnswer {
  serialNumber: string;
  /** The copy; '' if there is none. */
  taskId: string;
  failure: Failure | null;
}
export interface CopiesInput extends Pick<TaskCopyInput, 'taskId' | 'revision'> {
  serialNumbers: readonly string[];
}
export interface TaskCopyContext extends TaskCopyInput {
  /** null while they could not be read. */
  checks: readonly CopyCheck[] | null;
  search: string;
  chosen: readonly string[];
  answers: readonly CopyAnswer[];
  /** Why the robots could not be checked. */
  failure: Failure | null;
}
export type TaskCopyEvent =
  | { type: 'copy.search'; search: string }
  | { type: 'copy.toggle'; serialNumber: string }
  | { type: 'copy.check' }
  | { type: 'copy.send' }
  | { type: 'copy.close' };

type Known = { context: TaskCopyContext };

const isFit = ({ checks }: Pick<TaskCopyContext, 'checks'>, serialNumber: string): boolean =>
  checks === null || checks.some((check) => check.serialNumber === serialNumber && check.failure === null);
/** Robots that are to get a copy and have none yet. */
export const withoutCopy = ({ chosen, answers }: Pick<TaskCopyContext, 'chosen' | 'answers'>): string[] =>
  chosen.filter((serialNumber) => !answers.some((one) => one.serialNumber === serialNumber && one.failure === null));

const machine = setup({
  types: {
    context: {} as TaskCopyContext,
    input: {} as TaskCopyInput,
    events: {} as TaskCopyEvent,
    tags: {} as 'checking' | 'sending',
  },
  actors: {
    checkCopies: promiseEffect<{ checks: readonly CopyCheck[] }, { taskId: string }>('checkCopies'),
    /** Repeating it for a robot whose answer was lost makes no second copy. */
    sendCopies: promiseEffect<{ answers: readonly CopyAnswer[] }, CopiesInput>('sendCopies'),
  },
  guards: {
    hasChosen: ({ context }: Known) => withoutCopy(context).length > 0,
    canToggle: ({ context }: Known, { serialNumber }: { serialNumber: string }) =>
      context.chosen.includes(serialNumber) ||
      (isFit(context, serialNumber) && context.chosen.length < TASK_COPIES_MAX),
  },
});

export const taskCopyMachine = machine.createMachine({
  id: 'taskCopy',
  context: ({ input }) => ({ ...input, checks: null, search: '', chosen: [], answers: [], failure: null }),
  initial: 'checking',
  states: {
    checking: {
      tags: 'checking',
      entry: assign({ failure: null }),
      on: { 'copy.close': 'closed' },
      invoke: {
        src: 'checkCopies',
        input: ({ context: { taskId } }) => ({ taskId }),
        onDone: {
          target: 'choosing',
          actions: assign(({ context: { chosen }, event: { output } }) => ({
            checks: output.checks,
            chosen: chosen.filter((serialNumber) => isFit(output, serialNumber)),
          })),
        },
        onError: { target: 'choosing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    choosing: {
      on: {
        'copy.search': { actions: assign({ search: ({ event }) => event.search }) },
        'copy.toggle': {
          guard: { type: 'canToggle', params: ({ event }) => event },
          actions: assign({
            chosen: ({ context: { chosen }, event: { serialNumber } }) =>
              chosen.includes(serialNumber) ? chosen.filter((one) => one !== serialNumber) : [...chosen, serialNumber],
          }),
        },
        'copy.check': 'checking',
        'copy.send': { guard: 'hasChosen', target: 'sending' },
        'copy.close': 'closed',
      },
    },
    sending: {
      tags: 'sending',
      invoke: {
        src: 'sendCopies',
        input: ({ context }) => ({
          taskId: context.taskId,
          revision: context.revision,
          serialNumbers: withoutCopy(context),
        }),
        onDone: {
          target: 'sent',
          actions: assign({
            answers: ({ context: { answers }, event: { output } }) => [
              ...answers.filter(({ serialNumber }) => !output.answers.some((one) => one.serialNumber === serialNumber)),
              ...output.answers,
            ],
          }),
        },
        onError: {
          target: 'sent',
          actions: assign({
            answers: ({ context, event }) => [
              ...context.answers.filter(({ failure }) => failure === null),
              ...withoutCopy(context).map((serialNumber) => ({
                serialNumber,
                taskId: '',
                failure: failureOf(event.error),
              })),
            ],
          }),
        },
      },
    },
    sent: {
      on: { 'copy.send': { guard: 'hasChosen', target: 'sending' }, 'copy.close': 'closed' },
    },
    closed: { type: 'final' },
  },
});
