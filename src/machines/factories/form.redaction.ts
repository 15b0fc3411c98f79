/** Redaction rules of forms: which field, never what was typed. */
import { defineRedaction } from '../recording/redaction.ts';
import type { FormContext, FormEvent, FormInput } from './form.ts';

export const FORM_RULES = defineRedaction<FormContext, FormEvent, FormInput>()({
  // Redacted field by field, so that a replayed form shows which fields were filled in.
  context: { saved: {}, draft: {}, faults: true, failure: 'failure', revealed: true },
  events: {
    'field.change': { field: true },
    'field.leave': { field: true },
    'field.check': { field: true },
    'password.toggleShown': { field: true },
  },
  defaults: { revealed: [] },
});
