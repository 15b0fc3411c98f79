/**
 * Redaction rules of `setPassword` (machines/recording/redaction.ts): nothing that is typed, and not the link's code.
 */
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { SetPasswordContext, SetPasswordEvent } from './setPassword.machine.ts';

const TERMS = { kind: true, roles: true, expiresAt: true } as const;

export const setPasswordRedaction = defineRedaction<SetPasswordContext, SetPasswordEvent, PageInput>()({
  context: { terms: TERMS, faults: true, failure: 'failure', revealed: true },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true }, 'password.toggleShown': { field: true } },
  outputs: { askLink: TERMS },
  defaults: { revealed: [] },
});
