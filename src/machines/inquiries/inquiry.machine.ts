/**
 * The contact form (spec 3 "Customer inquiry"): a question to the operator of this installation. The draft is stored in
 * the tab until it is sent; it survives a rejected request and a lost network.
 *
 *   recalling ──▶ editing ──form.submit, no fault──▶ sending { prompt ──10 s──▶ patient } ──▶ sent ──form.again──▶ editing
 *                    ▲                                  │ refused, form.cancel
 *                    └──────────────────────────────────┘
 */
import { assertEvent, assign, setup } from 'xstate';
import {
  type InquiryFault,
  type InquiryField,
  type InquiryFields,
  inquiryFaults,
} from '../../../contract/rules/inquiry.ts';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

export interface InquiryContext {
  fields: InquiryFields;
  faults: Partial<Record<InquiryField, InquiryFault>>;
  failure: Failure | null;
}
export type InquiryEvent =
  | PageEvent
  | { type: 'field.change'; field: InquiryField; value: string }
  | { type: 'field.leave'; field: InquiryField }
  | { type: 'form.submit' }
  /** Stops waiting; the server stores a repeated request once. */
  | { type: 'form.cancel' }
  | { type: 'form.again' };

const EMPTY: InquiryFields = { name: '', company: '', phone: '', question: '' };
const isEmpty = (fields: InquiryFields): boolean => Object.values(fields).every((value) => value === '');

const inquiry = setup({
  types: {
    context: {} as InquiryContext,
    input: {} as PageInput,
    events: {} as InquiryEvent,
    tags: {} as 'sending' | 'patient' | 'sent',
  },
  actors: {
    /** The draft from before this tab was reloaded; null if there is none. */
    recallDraft: promiseEffect<Partial<InquiryFields> | null>('recallDraft'),
    sendInquiry: promiseEffect<unknown, InquiryFields>('sendInquiry'),
  },
  actions: { keepDraft: effect<{ draft: InquiryFields | null }>('keepDraft') },
  guards: { isGood: ({ context }) => Object.keys(inquiryFaults(context.fields)).length === 0 },
  delays: { patience: REQUEST_PATIENCE_MS },
});

/** A change clears a fault as soon as the field is valid, but never adds one. */
const change = inquiry.assign(({ context, event }) => {
  assertEvent(event, 'field.change');
  const fields = { ...context.fields, [event.field]: event.value };
  const still = inquiryFaults(fields);
  return {
    fields,
    failure: null,
    faults: Object.fromEntries(
      Object.keys(context.faults).flatMap((field) => (field in still ? [[field, still[field as InquiryField]]] : [])),
    ),
  };
});
/** Leaving a field empty is no error yet, because it can still be filled in. */
const leave = inquiry.assign(({ context, event: left }) => {
  assertEvent(left, 'field.leave');
  const fault = context.fields[left.field].trim() === '' ? undefined : inquiryFaults(context.fields)[left.field];
  return fault === undefined ? {} : { faults: { ...context.faults, [left.field]: fault } };
});
const keep = inquiry.enqueueActions(({ context: { fields }, enqueue }) => {
  enqueue({ type: 'keepDraft', params: { draft: isEmpty(fields) ? null : fields } });
});

export const inquiryMachine = inquiry.createMachine({
  id: 'inquiry',
  context: { fields: EMPTY, faults: {}, failure: null },
  initial: 'recalling',
  states: {
    recalling: {
      invoke: {
        src: 'recallDraft',
        onDone: {
          target: 'editing',
          actions: assign(({ context, event }) => ({ fields: { ...context.fields, ...event.output } })),
        },
        onError: 'editing',
      },
    },
    editing: {
      on: {
        'field.change': { actions: [change, keep] },
        'field.leave': { actions: leave },
        'form.submit': [
          { guard: 'isGood', target: 'sending', actions: assign({ faults: {}, failure: null }) },
          { actions: assign({ faults: ({ context }) => inquiryFaults(context.fields), failure: null }) },
        ],
      },
    },
    sending: {
      tags: 'sending',
      invoke: {
        src: 'sendInquiry',
        input: ({ context }) => context.fields,
        onDone: 'sent',
        onError: { target: 'editing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { 'form.cancel': 'editing' },
      initial: 'prompt',
      states: { prompt: { after: { patience: 'patient' } }, patient: { tags: 'patient' } },
    },
    sent: { tags: 'sent', entry: [inquiry.assign({ fields: EMPTY }), keep], on: { 'form.again': 'editing' } },
  },
});
