/**
 * The user's e-mail address or phone number: the current value belongs to `session`; a new one is entered in a dialog.
 *
 *   closed ──contact.change──▶ open { child 'form', child 'code' } ──saved, contact.cancel──▶ closed
 *
 * A code is sent to the typed value once it is a possible address or number; until then the form shows the error.
 */
import { assertEvent, assign, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { FormFields } from '../factories/form.ts';
import { codeRequestMachine } from '../verification/codeRequest.machine.ts';
import {
  contactFaults,
  contactField,
  contactFormMachine,
  type ContactKind,
  contactTarget,
  emptyContact,
} from './contactForm.machine.ts';

export interface ContactInput {
  kind: ContactKind;
  language: Language;
}
export interface ContactContext extends ContactInput {
  /** The value when the dialog was opened; empty for none. */
  current: string;
}
export type ContactEvent =
  | { type: 'contact.change'; current: string }
  | { type: 'contact.cancel' }
  /** Sends a code to the typed value. */
  | { type: 'code.ask'; draft: FormFields };

const contact = setup({
  types: {
    context: {} as ContactContext,
    input: {} as ContactInput,
    events: {} as ContactEvent,
    children: {} as { form: 'contactForm'; code: 'codeRequest' },
  },
  actors: { contactForm: contactFormMachine, codeRequest: codeRequestMachine },
  guards: {
    hasTarget: (_, { draft }: { draft: FormFields }) => contactFaults(draft)[contactField(draft)] === undefined,
  },
});

const send = contact.sendTo('code', ({ event }) => {
  assertEvent(event, 'code.ask');
  return { type: 'code.send', to: contactTarget(event.draft) };
});
const notifyFault = contact.sendTo('form', ({ event }) => {
  assertEvent(event, 'code.ask');
  return { type: 'field.check', field: contactField(event.draft) };
});

export const contactMachine = contact.createMachine({
  id: 'contact',
  context: ({ input: { kind, language } }) => ({ kind, language, current: '' }),
  initial: 'closed',
  states: {
    closed: {
      on: { 'contact.change': { target: 'open', actions: assign({ current: ({ event }) => event.current }) } },
    },
    open: {
      invoke: [
        {
          src: 'contactForm',
          id: 'form',
          input: ({ context: { kind, current, language } }) => ({ saved: emptyContact(kind, current, language) }),
          onDone: 'closed',
        },
        { src: 'codeRequest', id: 'code', input: ({ context: { kind } }) => ({ purpose: kind }) },
      ],
      on: {
        'contact.cancel': 'closed',
        'code.ask': [
          { guard: { type: 'hasTarget', params: ({ event }) => event }, actions: send },
          { actions: notifyFault },
        ],
      },
    },
  },
});
