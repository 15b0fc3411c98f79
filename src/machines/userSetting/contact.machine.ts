/**
 * One's e-mail address, or one's phone number: what it is now is the session's; a new one is asked for in a window of its own.
 *
 *   closed ──contact.change──▶ open { child 'form', child 'code' } ──saved, contact.cancel──▶ closed
 *
 * A code goes to what is typed, once that can be an address or a number; until then the form says what is wrong with it.
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
  /** What it was when the window was opened; empty for none. */
  current: string;
}
export type ContactEvent =
  | { type: 'contact.change'; current: string }
  | { type: 'contact.cancel' }
  /** Sends a code to what is typed. */
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
const sayFault = contact.sendTo('form', ({ event }) => {
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
          { actions: sayFault },
        ],
      },
    },
  },
});
