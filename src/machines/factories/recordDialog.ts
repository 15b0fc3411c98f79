/**
 * The dialogs of a page with records: an editor for a new or an existing one, a confirmed action (confirmedAction.ts),
 * and what is shown once after either.
 *
 *   idle ──record.edit──▶ editing (child `form`) ──saved──▶ idle | showing      editing ──dialog.close──▶ idle
 *   idle ──record.act──▶ asking ──yes──▶ acting ──▶ idle | showing
 *
 * The form is a machine of its own (form.ts, `once`), whose answer is shown once or is null.
 */
import { assign, type EventObject } from 'xstate';
import {
  type ActionChildren,
  type ActionContext,
  type ActionEvent,
  type ActionRules,
  type ActionTag,
  confirmedAction,
  noAction,
} from './confirmedAction.ts';
import type { FormMachine, FormOutput } from './form.ts';
import type { DoneNotice } from './noticeActions.ts';

export interface DialogContext<Fields, Task, Shown> extends ActionContext<Task, Shown> {
  /** What the open form began with; after a save, what was saved. */
  fields: Fields | null;
}
export type DialogEvent<Fields, Task> = ActionEvent<Task> | { type: 'record.edit'; fields: Fields };
export type DialogTag = ActionTag | 'editing';
export type DialogChildren = ActionChildren & { form: 'form' };

export interface DialogRules<Fields extends object, Task, Shown> extends ActionRules<Task> {
  form: FormMachine<Fields, Shown | null>;
  /** The success notice after a save, where nothing is shown instead. */
  savedOf(fields: Fields): DoneNotice;
}
/** The context before a dialog was opened. */
export const noDialog = { ...noAction, fields: null } as const;

/**
 * @typeParam Event all events of the page's machine
 * @typeParam Context its whole context
 */
export function recordDialog<
  Fields extends object,
  Task,
  Shown,
  Event extends EventObject,
  Context extends DialogContext<Fields, Task, Shown> = DialogContext<Fields, Task, Shown>,
>({ form, savedOf, ...rules }: DialogRules<Fields, Task, Shown>) {
  type Known = { context: DialogContext<Fields, Task, Shown> };
  // A part of a context that is known only in part.
  const part = (fields: Fields | null) => ({ fields }) as Partial<Context>;
  type Saved = { event: { output: FormOutput<Fields, Shown | null> } };
  const action = confirmedAction<Task, Shown, Event, Context>(rules);

  const idle = {
    entry: ['assignNoAction', 'assignNoFields'],
    on: {
      ...action.idle.on,
      'record.edit': {
        target: 'editing',
        actions: {
          type: 'assignFields',
          params: ({ event }: { event: { fields: Fields } }) => ({ fields: event.fields }),
        },
      },
    },
  } as const;
  const editing = {
    tags: 'editing',
    on: { 'dialog.close': { target: 'idle' } },
    invoke: {
      src: 'form',
      id: 'form',
      // `fields` is set in this state.
      input: ({ context }: Known) => ({ saved: context.fields as Fields }),
      onDone: [
        {
          guard: { type: 'isShown', params: ({ event }: Saved) => ({ shown: event.output.answer }) },
          target: 'showing',
          actions: [
            { type: 'assignFields', params: ({ event }: Saved) => ({ fields: event.output.saved }) },
            { type: 'assignShown', params: ({ event }: Saved) => ({ shown: event.output.answer }) },
            'reload',
          ],
        },
        {
          target: 'idle',
          actions: [
            { type: 'notifyDone', params: ({ event }: Saved) => ({ notice: savedOf(event.output.saved) }) },
            'reload',
          ],
        },
      ],
    },
  } as const;

  return {
    actors: { ...action.actors, form },
    guards: action.guards,
    actions: {
      ...action.actions,
      assignFields: assign<Context, Event, { fields: Fields }, Event, never>((_, { fields }) => part(fields)),
      assignNoFields: assign<Context, Event, undefined, Event, never>(() => part(null)),
    },
    region: { initial: 'idle', states: { idle, editing, ...action.states } },
  } as const;
}
