/**
 * Common behaviour of forms: holds the typed values beside the saved ones, validates, saves, discards.
 *
 *   recalling ──▶ editing ──form.submit, no fault──▶ saving { prompt ──10 s──▶ patient } ──▶ saved ──▶ editing
 *   (a draft that            ▲                          │ refused, form.cancel
 *    was kept)               └──────────────────────────┘
 *
 * An error appears when a field was left with an invalid value or the form was submitted; a change clears it as soon as
 * the value is valid, and never adds one. Errors are locale keys. A form with `once` ends when it is saved, with the
 * saved values and the server's answer as its output: the editor of a record in a dialog (recordDialog.ts).
 */
import { assertEvent, assign, type DoneActorEvent, setup } from 'xstate';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

/** Values of a form of texts only. Other forms have numbers, switches and lists too; all survive JSON. */
export type FormFields = Readonly<Record<string, string>>;
export type FieldName<Fields extends object = FormFields> = keyof Fields & string;
/** Locale key of the error, by field. */
export type FormFaults<Fields extends object = FormFields> = Readonly<Partial<Record<FieldName<Fields>, string>>>;
export interface FormInput<Fields extends object = FormFields> {
  saved: Fields;
  /** Of a form with `once`: what was typed before a forced sign-out (keptDialog.ts). */
  draft?: Fields;
}
export interface FormContext<Fields extends object = FormFields, Answer = unknown> {
  saved: Fields;
  draft: Fields;
  faults: FormFaults<Fields>;
  /** Why the last save failed. */
  failure: Failure | null;
  /** Password fields whose text is visible. */
  revealed: readonly string[];
  /** What the server answered to the last save. */
  answer: Answer | null;
}
export type FormEvent<Fields extends object = FormFields> =
  | { type: 'field.change'; field: FieldName<Fields>; value: Fields[FieldName<Fields>] }
  | { type: 'field.leave'; field: FieldName<Fields> }
  /** Validates the field before its value is used, even if it is empty. */
  | { type: 'field.check'; field: FieldName<Fields> }
  | { type: 'password.toggleShown'; field: FieldName<Fields> }
  | { type: 'form.submit' }
  | { type: 'form.discard' }
  /** Stops waiting for the response. */
  | { type: 'form.cancel' };
/** Of a form with `once`. */
export interface FormOutput<Fields extends object = FormFields, Answer = unknown> {
  saved: Fields;
  answer: Answer;
}

export interface FormRules<Fields extends object> {
  id: string;
  faultsOf: (draft: Fields) => FormFaults<Fields>;
  /** Maps a server error to a field. An error that names one of the form's fields is shown there without it. */
  faultsBy?: (failure: Failure) => FormFaults<Fields>;
  /** Normalises the values that are sent and then kept as saved, such as trimming a name. */
  tidied?: (draft: Fields) => Fields;
  /** Locale key of the success notice; without one, the machine that started the form shows the notice. */
  savedKey?: string;
  /** The form holds secrets: no draft is stored, and it is emptied after a save. */
  secret?: true;
  /**
   * The form ends when it is saved: a dialog for one record. It can be saved without a change. Its page recalls the
   * draft (recordDialog.ts).
   */
  once?: true;
  /** The user's own data: they are loaded again after a save, so that name and picture are updated everywhere. */
  refreshesUser?: true;
}

/** Values are compared as JSON, because lists are replaced and not changed. */
const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
export const isDirty = <Fields extends object>({ saved, draft }: { saved: Fields; draft: Fields }): boolean =>
  (Object.keys(draft) as (keyof Fields)[]).some((field) => !isSame(draft[field], saved[field]));
const isEmpty = (faults: object): boolean => Object.keys(faults).length === 0;
const isBlank = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** @typeParam Answer what the server answers to a save */
export function createForm<Fields extends object = FormFields, Answer = unknown>({
  id,
  faultsOf,
  faultsBy,
  tidied = (draft) => draft,
  savedKey,
  secret,
  once,
  refreshesUser,
}: FormRules<Fields>) {
  type Context = FormContext<Fields, Answer>;
  const form = setup({
    types: {
      context: {} as Context,
      input: {} as FormInput<Fields>,
      events: {} as FormEvent<Fields>,
      output: {} as FormOutput<Fields, Answer>,
      tags: {} as 'saving' | 'patient',
    },
    actors: {
      /** The draft that was not saved before this tab was signed out; null if there is none. */
      recallDraft: promiseEffect<Fields | null>('recallDraft'),
      save: promiseEffect<Answer, { fields: Fields }>('save'),
    },
    actions: {
      /** Stores the draft for the next sign-in after a forced sign-out; null deletes it. */
      keepDraft: effect<{ saved: Fields; draft: Fields | null }>('keepDraft'),
      assignRecalled: assign(({ context }, { draft }: { draft: Fields | null }) => ({
        draft: draft === null ? context.draft : { ...context.draft, ...draft },
      })),
      /** Only after a save. With type parameters, TypeScript would mix up the outputs of both actors. */
      assignAnswer: assign({ answer: ({ event }) => (event as unknown as DoneActorEvent<Answer>).output }),
    },
    guards: {
      maySave: ({ context }) => (once || isDirty(context)) && isEmpty(faultsOf(context.draft)),
      isDirty: ({ context }) => isDirty(context),
    },
    delays: { patience: REQUEST_PATIENCE_MS },
  });
  // TypeScript does not see that an empty object, and one with only fields of the form, are possible faults.
  const faultsFrom = (found: object): FormFaults<Fields> => found as FormFaults<Fields>;
  const NO_FAULTS = faultsFrom({});

  const change = form.assign(({ context, event }) => {
    assertEvent(event, 'field.change');
    const draft = { ...context.draft, [event.field]: event.value };
    const still = faultsOf(draft);
    const faults = Object.fromEntries(
      Object.keys(context.faults).flatMap((field) => {
        const fault = still[field as FieldName<Fields>];
        return fault === undefined ? [] : [[field, fault]];
      }),
    );
    return { draft, failure: null, faults: faultsFrom(faults) };
  });
  /** Leaving a field empty is no error yet, because it can still be filled in. */
  const leave = form.assign(({ context: { draft, faults }, event }) => {
    assertEvent(event, 'field.leave');
    const fault = isBlank(draft[event.field]) ? undefined : faultsOf(draft)[event.field];
    return fault === undefined ? {} : { faults: faultsFrom({ ...faults, [event.field]: fault }) };
  });
  const check = form.assign(({ context: { draft, faults }, event }) => {
    assertEvent(event, 'field.check');
    const fault = faultsOf(draft)[event.field];
    return fault === undefined ? {} : { faults: faultsFrom({ ...faults, [event.field]: fault }) };
  });
  const toggleShown = form.assign(({ context: { revealed }, event }) => {
    assertEvent(event, 'password.toggleShown');
    const { field } = event;
    return { revealed: revealed.includes(field) ? revealed.filter((one) => one !== field) : [...revealed, field] };
  });
  const keep = form.enqueueActions(({ context, enqueue }) => {
    const { saved, draft } = context;
    if (!secret) enqueue({ type: 'keepDraft', params: { saved, draft: isDirty(context) ? draft : null } });
  });
  const assignFaults = form.assign(({ context }) => ({
    faults: once || isDirty(context) ? faultsOf(context.draft) : NO_FAULTS,
    failure: null,
  }));
  const assignSaved = form.assign(({ context }) => {
    const saved = secret ? context.saved : tidied(context.draft);
    return { saved, draft: saved, faults: NO_FAULTS, failure: null };
  });
  const notifySaved = form.enqueueActions(({ enqueue, system }) => {
    if (savedKey !== undefined)
      enqueue.sendTo(systemActor(system, 'notices'), {
        type: 'notice.show',
        notice: { tone: 'success', key: savedKey },
      });
    if (refreshesUser) enqueue.sendTo(systemActor(system, 'session'), { type: 'session.refresh' });
  });

  return form.createMachine({
    id,
    context: ({ input: { saved, draft = saved } }) => ({
      saved,
      draft,
      faults: NO_FAULTS,
      failure: null,
      revealed: [],
      answer: null,
    }),
    on: { 'password.toggleShown': { actions: toggleShown } },
    initial: secret || once ? 'editing' : 'recalling',
    states: {
      recalling: {
        invoke: {
          src: 'recallDraft',
          onDone: {
            target: 'editing',
            actions: {
              type: 'assignRecalled',
              params: ({ event }: { event: { output: Fields | null } }) => ({ draft: event.output }),
            },
          },
          onError: 'editing',
        },
      },
      editing: {
        on: {
          'field.change': { actions: [change, keep] },
          'field.leave': { actions: leave },
          'field.check': { actions: check },
          'form.submit': [{ guard: 'maySave', target: 'saving' }, { actions: assignFaults }],
          'form.discard': {
            guard: 'isDirty',
            actions: [assign(({ context }) => ({ draft: context.saved, faults: NO_FAULTS, failure: null })), keep],
          },
        },
      },
      saving: {
        tags: 'saving',
        entry: assign({ faults: NO_FAULTS, failure: null }),
        invoke: {
          src: 'save',
          input: ({ context }) => ({ fields: tidied(context.draft) }),
          onDone: { target: 'saved', actions: 'assignAnswer' },
          onError: {
            target: 'editing',
            actions: assign(({ event }) => {
              const failure = failureOf(event.error);
              const faults = faultsBy?.(failure) ?? NO_FAULTS;
              return isEmpty(faults) ? { failure } : { faults };
            }),
          },
        },
        on: { 'form.cancel': 'editing' },
        initial: 'prompt',
        states: { prompt: { after: { patience: 'patient' } }, patient: { tags: 'patient' } },
      },
      saved: {
        entry: [assignSaved, keep, notifySaved],
        ...(once ? { type: 'final' as const } : { always: 'editing' as const }),
      },
    },
    output: ({ context: { saved, answer } }) => ({ saved, answer: answer as Answer }),
  });
}
export type FormMachine<Fields extends object = FormFields, Answer = unknown> = ReturnType<
  typeof createForm<Fields, Answer>
>;
