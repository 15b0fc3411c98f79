/**
 * Redaction rules of `phoneVerificationCode` (machines/recording/redaction.ts): no phone number, no code, no delivery
 * id.
 */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { DeliveryCodeContext, DeliveryCodeEvent } from './phoneVerificationCode.machine.ts';

const FOUND = {
  parcel: {
    time: true,
    type: true,
    status: true,
    reason: true,
    station: true,
    isOver: true,
    timeZone: true,
    compartment: true,
    createdAt: true,
    changedAt: true,
    loadingAt: true,
    arrivalAt: true,
    leavesAt: true,
    acts: true,
    closesAt: true,
    isLeftInside: true,
    isElsewhere: true,
    lift: true,
    opening: true,
    keypadLockedUntil: true,
  },
  receivedAt: true,
} as const;

export const phoneVerificationCodeRedaction = defineRedaction<DeliveryCodeContext, DeliveryCodeEvent, PageInput>()({
  context: {
    type: true,
    country: true,
    isFaulty: true,
    found: FOUND,
    failure: 'failure',
    act: true,
    actFailure: 'failure',
    wait: true,
  },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true }, 'type.choose': { codeType: true } },
  outputs: { askParcel: FOUND, act: FOUND },
});
