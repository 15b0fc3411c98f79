/**
 * Redaction rules of the verification code forms (machines/recording/redaction.ts): of the fields, only checkboxes and
 * selections.
 */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { CodePurpose, CodeRequestContext, CodeRequestEvent } from './codeRequest.machine.ts';
import type { VerifiedContext, VerifiedEvent } from './createVerifiedForm.ts';

const verifiedRedaction = defineRedaction<VerifiedContext, VerifiedEvent, PageInput>()({
  context: {
    fields: { by: true, country: true, accepted: true, keep: true },
    faults: true,
    failure: 'failure',
    wait: true,
    isPasswordShown: true,
    isRegistered: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'by.choose': { by: true },
    'field.change': { field: true },
    'field.leave': { field: true },
  },
});

export const codeRequestRedaction = defineRedaction<CodeRequestContext, CodeRequestEvent, { purpose: CodePurpose }>()({
  context: {
    purpose: true,
    isContentMissing: true,
    to: { country: true },
    wait: true,
    failure: 'failure',
    messages: { '*': { id: true, at: true } },
  },
  input: { purpose: true },
  outputs: { sendCode: { pause: true } },
});

export {
  verifiedRedaction as forgotPasswordRedaction,
  verifiedRedaction as signInByCodeRedaction,
  verifiedRedaction as signUpRedaction,
};
