/**
 * The parts of an editor with a draft that nothing sends before Save: a stored draft is offered, leaving with unsaved
 * changes is confirmed, and a save distinguishes a refusal from a lost response. The editor's machine puts the parts into
 * its own setup and states:
 *
 *   offering ──draft.take, draft.drop──▶ editing      editing: draft (the editor's own states), tab
 *   offering:  offered ──draft.drop──▶ dropping ──yes──▶ editing
 *   tab:       free ⇄ guarded: the browser asks before the tab is closed
 *   draft:     saving ──▶ drafting | conflicting ──conflict.theirs, mine, later──▶ …      asking ──yes──▶ (left)
 *
 *   const draft = draftEditor<MapEditorContext, StoredDraft>({ hasChanges, toStore, toForget, dropQuestion, … });
 *   setup({ actors: { ...draft.actors }, guards: { ...draft.guards }, actions: { ...draft.actions } })
 *
 * Wiring provides `keepDraft` and `guardTab`. Redaction is in draftEditor.redaction.ts, selectors in
 * draftEditor.selectors.ts.
 */
import { type ActorRef, assign, type EventObject, sendTo, type Snapshot } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { errorNotice, type NoticesEvent, systemActor } from '../app/events.ts';
import { callbackEffect, effect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import { type ConfirmInput, confirmMachine } from './confirm.machine.ts';

/** @typeParam Kept a draft that was stored in the browser */
export interface DraftContext<Kept> {
  /** The stored draft, while it is offered. */
  kept: Kept | null;
  /** Prefix of the idempotency keys of saves; unique per editor. */
  seed: string;
  /** A save without a response is retried with the same attempt number. */
  attempt: number;
  /** Why the editor could not be loaded, or the last save failed. */
  failure: Failure | null;
}
/** Of conflicts, only where the whole draft is settled at once (`conflicting`). */
export type DraftEvent =
  | { type: 'draft.take' }
  | { type: 'draft.drop' }
  | { type: 'draft.discard' }
  | { type: 'history.undo' }
  | { type: 'history.redo' };
export type ConflictEvent = { type: 'conflict.theirs' } | { type: 'conflict.mine' } | { type: 'conflict.later' };
/** unsaved: there are changes, and navigation asks before the page is left. */
export type DraftTag = 'loading' | 'editing' | 'saving' | 'unsaved';
export type DraftChildren = { confirm: 'confirm' };

export interface DraftRules<Context, Stored> {
  hasChanges(context: Context): boolean;
  /** The input of `keepDraft`: the draft as it is; without changes the stored one is deleted. */
  toStore(context: Context): Stored;
  /** The input of `keepDraft` that deletes the stored draft. */
  toForget(context: Context): Stored;
  /** The question before the offered draft is deleted. */
  dropQuestion(context: Context): ConfirmInput;
  /** The state in which the draft is edited: '#mapEditor.editing'. */
  editing: string;
}

/** Idempotency key of a save: new for each request; a retry without a response keeps its key. */
export const attemptOf = ({ seed, attempt }: { seed: string; attempt: number }): string => `${seed}.${attempt}`;

/** Codes after which it is unknown whether the request was carried out. */
export const NO_ANSWER: readonly number[] = [
  ERRORS.networkFailed,
  ERRORS.requestTimedOut,
  ERRORS.unknownError,
  ERRORS.dataError,
  ERRORS.databaseAway,
];

type NoticesRef = ActorRef<Snapshot<unknown>, NoticesEvent>;
type Failed = { event: { error: unknown } };

/**
 * @typeParam Context the editor's whole context
 * @typeParam Event all events of the editor
 * @typeParam Stored the input of `keepDraft`
 */
export function draftEditor<Context extends DraftContext<unknown>, Event extends EventObject, Stored>({
  hasChanges,
  toStore,
  toForget,
  dropQuestion,
  editing,
}: DraftRules<Context, Stored>) {
  type Known = { context: Context };
  const keep = { type: 'keepDraft', params: ({ context }: Known) => toStore(context) } as const;
  const forget = { type: 'keepDraft', params: ({ context }: Known) => toForget(context) } as const;
  const error = ({ event }: Failed) => ({ error: event.error });

  /** A state that asks a question; `yes` and `no` are the transitions after each answer. */
  const asking = <const Yes extends object, const No extends readonly unknown[]>(
    question: (context: Context) => ConfirmInput,
    yes: Yes,
    ...no: No
  ) =>
    ({
      invoke: {
        src: 'confirm',
        id: 'confirm',
        input: ({ context }: Known) => question(context),
        onDone: [
          {
            guard: {
              type: 'isYes',
              params: ({ event }: { event: { output: { confirmed: boolean } } }) => event.output,
            },
            ...yes,
          },
          ...no,
        ],
      },
    }) as const;

  return {
    actors: {
      confirm: confirmMachine,
      /** Makes the browser ask before the tab is closed or reloaded. */
      guardTab: callbackEffect('guardTab'),
    },
    guards: {
      hasChanges: ({ context }: Known) => hasChanges(context),
      isUnchanged: ({ context }: Known) => !hasChanges(context),
      isYes: (_: unknown, { confirmed }: { confirmed: boolean }) => confirmed,
      isCode: (_: unknown, { error: reason, codes }: { error: unknown; codes: readonly number[] }) =>
        codes.includes(failureOf(reason).code),
      hasNoAnswer: (_: unknown, { error: reason }: { error: unknown }) => NO_ANSWER.includes(failureOf(reason).code),
    },
    actions: {
      /** Stored in this browser. */
      keepDraft: effect<Stored>('keepDraft'),
      assignFailure: assign<Context, Event, { error: unknown }, Event, never>((_, { error: reason }) =>
        part<Context>({ failure: failureOf(reason) }),
      ),
      assignAnswered: assign<Context, Event, undefined, Event, never>(({ context }) =>
        part<Context>({ attempt: context.attempt + 1 }),
      ),
      assignNoKept: assign<Context, Event, undefined, Event, never>(() => part<Context>({ kept: null })),
      notifyFailure: sendTo<Context, Event, { error: unknown }, NoticesRef, Event, never, never>(
        ({ system }) => systemActor(system, 'notices'),
        (_, { error: reason }) => ({ type: 'notice.show', notice: errorNotice(failureOf(reason)) }),
      ),
    },
    /** Actions: stores the draft, and deletes the stored one. */
    keep,
    forget,
    /** Actions of an `onError`. */
    assignFailure: { type: 'assignFailure', params: error } as const,
    notifyFailure: { type: 'notifyFailure', params: error } as const,
    /** Guards of an `onError`. */
    hasNoAnswer: { type: 'hasNoAnswer', params: error } as const,
    isCode: (...codes: readonly number[]) =>
      ({ type: 'isCode', params: ({ event }: Failed) => ({ error: event.error, codes }) }) as const,
    asking,
    /** @param restore the action that takes the offered draft */
    offering: <const Restore>(restore: Restore) =>
      ({
        on: { 'draft.take': { target: editing, actions: restore } },
        initial: 'offered',
        states: {
          offered: { on: { 'draft.drop': 'dropping' } },
          dropping: asking(dropQuestion, { target: editing, actions: ['assignNoKept', forget] }, 'offered'),
        },
      }) as const,
    tab: {
      initial: 'free',
      states: {
        free: { always: { guard: 'hasChanges', target: 'guarded' } },
        guarded: { tags: 'unsaved', invoke: { src: 'guardTab' }, always: { guard: 'isUnchanged', target: 'free' } },
      },
    },
    /** Another user saved or deleted what the draft changes: the user chooses a version, or decides later. */
    conflicting: <const Theirs, const Mine, const Later>(theirs: Theirs, mine: Mine, later: Later) =>
      ({ on: { 'conflict.theirs': theirs, 'conflict.mine': mine, 'conflict.later': later } }) as const,
  } as const;
}

/** A part of a context that is known only in part. */
const part = <Context extends DraftContext<unknown>>(known: Partial<DraftContext<null>>) => known as Partial<Context>;
