/** What may leave of a form in a capsule: which field, never what was typed. */
import { defineRedaction } from '../recording/redaction.ts';
import type { FormContext, FormEvent, FormInput } from './form.ts';

export const formRedaction = defineRedaction<FormContext, FormEvent, FormInput>()({
  // Field by field, so that a form comes back filled in as far as it was.
  context: { saved: {}, draft: {}, faults: true, failure: 'failure', revealed: true },
  events: {
    'field.change': { field: true },
    'field.leave': { field: true },
    'field.check': { field: true },
    'password.toggleShown': { field: true },
  },
  defaults: { revealed: [] },
});
