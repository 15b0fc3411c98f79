/**
 * Common behaviour of forms: holds the typed values beside the saved ones, validates, saves, discards.
 *
 *   recalling ──▶ editing ──form.submit, no fault──▶ saving { prompt ──10 s──▶ patient } ──▶ saved ──▶ editing
 *   (a draft that            ▲                          │ refused, form.cancel
 *    was kept)               └──────────────────────────┘
 *
 * An error appears when a field was left with an invalid value or the form was submitted; a change clears it as soon as
 * the value is valid, and never adds one. Errors are locale keys. A form with `once` ends when it is saved.
 */
import { assertEvent, assign, setup } from 'xstate';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

export type FormFields = Readonly<Record<string, string>>;
/** Locale key of the error, by field. */
export type FormFaults = Readonly<Record<string, string>>;
export interface FormInput {
  saved: FormFields;
}
export interface FormContext {
  saved: FormFields;
  draft: FormFields;
  faults: FormFaults;
  /** Why the last save failed. */
  failure: Failure | null;
  /** Password fields whose text is visible. */
  revealed: readonly string[];
}
export type FormEvent =
  | { type: 'field.change'; field: string; value: string }
  | { type: 'field.leave'; field: string }
  /** Validates the field before its value is used, even if it is empty. */
  | { type: 'field.check'; field: string }
  | { type: 'password.toggleShown'; field: string }
  | { type: 'form.submit' }
  | { type: 'form.discard' }
  /** Stops waiting for the response. */
  | { type: 'form.cancel' };

export interface FormRules {
  id: string;
  faultsOf: (draft: FormFields) => FormFaults;
  /** Maps a server error to a field. */
  faultsBy?: (failure: Failure) => FormFaults;
  /** Normalises the values that are sent and then kept as saved, such as trimming a name. */
  tidied?: (draft: FormFields) => FormFields;
  /** Locale key of the success notice. */
  savedKey: string;
  /** The form holds secrets: no draft is stored, and it is emptied after a save. */
  secret?: true;
  /** The form ends when it is saved, and its parent continues. */
  once?: true;
}

export const isDirty = ({ saved, draft }: Pick<FormContext, 'saved' | 'draft'>): boolean =>
  Object.keys(draft).some((field) => draft[field] !== saved[field]);
const isEmpty = (faults: FormFaults): boolean => Object.keys(faults).length === 0;

export function createForm({
  id,
  faultsOf,
  faultsBy = () => ({}),
  tidied = (draft) => draft,
  savedKey,
  secret,
  once,
}: FormRules) {
  const form = setup({
    types: {
      context: {} as FormContext,
      input: {} as FormInput,
      events: {} as FormEvent,
      tags: {} as 'saving' | 'patient',
    },
    actors: {
      /** The draft that was not saved before this tab was signed out; null if there is none. */
      recallDraft: promiseEffect<FormFields | null>('recallDraft'),
      save: promiseEffect<unknown, FormFields>('save'),
    },
    actions: {
      /** Stores the draft for the next sign-in after a forced sign-out; null deletes it. */
      keepDraft: effect<{ draft: FormFields | null }>('keepDraft'),
    },
    guards: {
      maySave: ({ context }) => isDirty(context) && isEmpty(faultsOf(context.draft)),
      isDirty: ({ context }) => isDirty(context),
    },
    delays: { patience: REQUEST_PATIENCE_MS },
  });

  const change = form.assign(({ context, event }) => {
    assertEvent(event, 'field.change');
    const draft = { ...context.draft, [event.field]: event.value };
    const still = faultsOf(draft);
    return {
      draft,
      failure: null,
      faults: Object.fromEntries(
        Object.keys(context.faults).flatMap((field) => (still[field] === undefined ? [] : [[field, still[field]]])),
      ),
    };
  });
  /** Leaving a field empty is no error yet, because it can still be filled in. */
  const leave = form.assign(({ context, event }) => {
    assertEvent(event, 'field.leave');
    const fault = context.draft[event.field] === '' ? undefined : faultsOf(context.draft)[event.field];
    return fault === undefined ? {} : { faults: { ...context.faults, [event.field]: fault } };
  });
  const check = form.assign(({ context: { draft, faults }, event }) => {
    assertEvent(event, 'field.check');
    const fault = faultsOf(draft)[event.field];
    return fault === undefined ? {} : { faults: { ...faults, [event.field]: fault } };
  });
  const toggleShown = form.assign(({ context: { revealed }, event }) => {
    assertEvent(event, 'password.toggleShown');
    const { field } = event;
    return { revealed: revealed.includes(field) ? revealed.filter((one) => one !== field) : [...revealed, field] };
  });
  const keep = form.enqueueActions(({ context, enqueue }) => {
    if (!secret) enqueue({ type: 'keepDraft', params: { draft: isDirty(context) ? context.draft : null } });
  });
  const notifyFaults = form.assign(({ context }) => ({
    faults: isDirty(context) ? faultsOf(context.draft) : {},
    failure: null,
  }));
  const assignSaved = form.assign(({ context }) => {
    const saved = secret ? context.saved : tidied(context.draft);
    return { saved, draft: saved, faults: {}, failure: null };
  });
  const notifySaved = form.sendTo(({ system }) => systemActor(system, 'notices'), {
    type: 'notice.show',
    notice: { tone: 'success', key: savedKey },
  });
  /** Reloads the user, so that the displayed name and picture are updated. */
  const notifySession = form.sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' });

  return form.createMachine({
    id,
    context: ({ input: { saved } }) => ({ saved, draft: saved, faults: {}, failure: null, revealed: [] }),
    on: { 'password.toggleShown': { actions: toggleShown } },
    initial: secret ? 'editing' : 'recalling',
    states: {
      recalling: {
        invoke: {
          src: 'recallDraft',
          onDone: {
            target: 'editing',
            actions: assign(({ context, event }) => ({ draft: { ...context.draft, ...event.output } })),
          },
          onError: 'editing',
        },
      },
      editing: {
        on: {
          'field.change': { actions: [change, keep] },
          'field.leave': { actions: leave },
          'field.check': { actions: check },
          'form.submit': [{ guard: 'maySave', target: 'saving' }, { actions: notifyFaults }],
          'form.discard': {
            guard: 'isDirty',
            actions: [assign(({ context }) => ({ draft: context.saved, faults: {}, failure: null })), keep],
          },
        },
      },
      saving: {
        tags: 'saving',
        entry: assign({ faults: {}, failure: null }),
        invoke: {
          src: 'save',
          input: ({ context }) => tidied(context.draft),
          onDone: 'saved',
          onError: {
            target: 'editing',
            actions: assign(({ event }) => {
              const failure = failureOf(event.error);
              const faults = faultsBy(failure);
              return isEmpty(faults) ? { failure } : { faults };
            }),
          },
        },
        on: { 'form.cancel': 'editing' },
        initial: 'prompt',
        states: { prompt: { after: { patience: 'patient' } }, patient: { tags: 'patient' } },
      },
      saved: {
        entry: [assignSaved, keep, notifySaved, notifySession],
        ...(once ? { type: 'final' as const } : { always: 'editing' as const }),
      },
    },
  });
}
export type FormMachine = ReturnType<typeof createForm>;
