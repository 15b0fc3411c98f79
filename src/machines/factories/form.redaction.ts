/** Redaction rules of forms: which field, never what was typed. */
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { FormContext, FormEvent, FormInput } from './form.ts';

const EVENTS = {
  'field.change': { field: true },
  'field.leave': { field: true },
  'field.check': { field: true },
  'password.toggleShown': { field: true },
} as const;

/** @param fields the fields that are chosen and not typed */
export const formRules = <const Fields extends RedactionRule>(fields: Fields) =>
  ({
    // Redacted field by field, so that a replayed form shows which fields were filled in.
    context: { saved: fields, draft: fields, faults: true, failure: 'failure', revealed: true },
    input: { saved: fields, draft: fields },
    events: EVENTS,
    defaults: { revealed: [] },
  }) as const;

export const FORM_RULES = defineRedaction<FormContext, FormEvent, FormInput>()(formRules({}));
