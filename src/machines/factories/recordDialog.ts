/**
 * The dialogs of a page with records: an editor for a new or an existing one, a confirmed action (confirmedAction.ts),
 * and what is shown once after either.
 *
 *   recalling ──▶ idle ──record.edit──▶ editing (child `form`) ──saved──▶ idle | showing
 *                  idle ──record.act──▶ asking ──yes──▶ acting ──▶ idle | showing      editing ──dialog.close──▶ idle
 *
 * The form is a machine of its own (form.ts, `once`), whose answer is shown once or is null. What was typed before a
 * forced sign-out is edited on (keptDialog.ts).
 */
import { assign, type EventObject, raise } from 'xstate';
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
import { keptDialog } from './keptDialog.ts';
import type { DoneNotice } from './noticeActions.ts';

export interface DialogContext<Fields, Task, Shown> extends ActionContext<Task, Shown> {
  /** What the open form began with; after a save, what was saved. */
  fields: Fields | null;
}
/** `draft`: what was typed before a forced sign-out. */
export type DialogEvent<Fields, Task> = ActionEvent<Task> | { type: 'record.edit'; fields: Fields; draft?: Fields };
/** What is stored of an open editor. */
export interface KeptRecord<Fields> {
  saved: Fields;
  draft: Fields;
}
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
  const kept = keptDialog<KeptRecord<Fields>>();

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
    on: { 'dialog.close': { target: 'idle', actions: kept.forget } },
    invoke: {
      src: 'form',
      id: 'form',
      // `fields` is set in this state.
      input: ({ context, event }: Known & { event: { type: string; draft?: Fields } }) => ({
        saved: context.fields as Fields,
        ...(event.draft && { draft: event.draft }),
      }),
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

  // As if the user had opened the editor: the page's other regions see the event too.
  const recalling = kept.recalling(idle.on, { open: 'idle', assignRecalled: 'reopen', idle: 'idle' });

  return {
    actors: { ...action.actors, ...kept.actors, form },
    guards: { ...action.guards, ...kept.guards },
    actions: {
      ...action.actions,
      ...kept.actions,
      reopen: raise<Context, Event, Event, { kept: KeptRecord<Fields> | null }>(
        (_, { kept: found }) =>
          ({ type: 'record.edit', fields: found?.saved, draft: found?.draft }) as unknown as Event,
      ),
      assignFields: assign<Context, Event, { fields: Fields }, Event, never>((_, { fields }) => part(fields)),
      assignNoFields: assign<Context, Event, undefined, Event, never>(() => part(null)),
    },
    region: { initial: 'recalling', states: { recalling, idle, editing, ...action.states } },
  } as const;
}
