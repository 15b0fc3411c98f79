/**
 * What every form does: holds what is typed beside what is saved, says what the rules say of it, saves, discards.
 *
 *   recalling ──▶ editing ──form.submit, no fault──▶ saving { prompt ──10 s──▶ patient } ──▶ saved ──▶ editing
 *   (a draft that            ▲                          │ refused, form.cancel
 *    was kept)               └──────────────────────────┘
 *
 * A fault is shown once a field was left filled in wrongly or the form was sent; a change takes it away as soon as it is
 * mended and never brings one. What is wrong is said by the key of its text. A form that is of use `once` ends when it is saved.
 */
import { assertEvent, assign, setup } from 'xstate';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

export type FormFields = Readonly<Record<string, string>>;
/** By field, the key of the text that says what is wrong. */
export type FormFaults = Readonly<Record<string, string>>;
export interface FormInput {
  saved: FormFields;
}
export interface FormContext {
  saved: FormFields;
  draft: FormFields;
  faults: FormFaults;
  /** Why the last try to save was refused. */
  failure: Failure | null;
  /** Fields for passwords whose text is shown. */
  revealed: readonly string[];
}
export type FormEvent =
  | { type: 'field.change'; field: string; value: string }
  | { type: 'field.leave'; field: string }
  /** Something is to be done with what stands there: says what is wrong with it, empty or not. */
  | { type: 'field.check'; field: string }
  | { type: 'password.toggleShown'; field: string }
  | { type: 'form.submit' }
  | { type: 'form.discard' }
  /** Gives up waiting for the answer. */
  | { type: 'form.cancel' };

export interface FormRules {
  id: string;
  faultsOf: (draft: FormFields) => FormFaults;
  /** A refusal of the server that belongs under a field. */
  faultsBy?: (failure: Failure) => FormFaults;
  /** What goes to the server and is the new truth: spaces around a name, say, are nothing. */
  tidied?: (draft: FormFields) => FormFields;
  /** The text that says it is saved. */
  savedKey: string;
  /** It holds secrets: no draft of it is kept anywhere, and it is empty again once it is saved. */
  secret?: true;
  /** It ends when it is saved: whoever opened it goes on then. */
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
      /** What was typed and never saved, from before this tab was signed out; null when there is none. */
      recallDraft: promiseEffect<FormFields | null>('recallDraft'),
      save: promiseEffect<unknown, FormFields>('save'),
    },
    actions: {
      /** Keeps what is typed for whoever comes back after a forced logout; null when there is nothing to keep. */
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
  /** Leaving a field empty is no fault yet: it may be filled in later. */
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
  const sayFaults = form.assign(({ context }) => ({
    faults: isDirty(context) ? faultsOf(context.draft) : {},
    failure: null,
  }));
  const takeSaved = form.assign(({ context }) => {
    const saved = secret ? context.saved : tidied(context.draft);
    return { saved, draft: saved, faults: {}, failure: null };
  });
  const saySaved = form.sendTo(({ system }) => systemActor(system, 'notices'), {
    type: 'notice.show',
    notice: { tone: 'success', key: savedKey },
  });
  /** The name in the bar, the picture: whoever shows the person reads them anew. */
  const tellSession = form.sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' });

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
          'form.submit': [{ guard: 'maySave', target: 'saving' }, { actions: sayFaults }],
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
        entry: [takeSaved, keep, saySaved, tellSession],
        ...(once ? { type: 'final' as const } : { always: 'editing' as const }),
      },
    },
  });
}
export type FormMachine = ReturnType<typeof createForm>;
