/** Redaction rules of one delivery: no code, no names of people, no phone numbers. */
import { MAP } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import { DELIVERY, PLACE_CHOICES, ROBOT_CHOICE } from './deliveries.redaction.ts';
import type { DeliveryDetailContext, DeliveryDetailEvent, DeliveryDetailInput } from './deliveryDetail.machine.ts';
import { NO_PHONE } from './deliveryDetail.setup.ts';
import { NO_CHOICE } from './redirectChoice.ts';

const DETAILS = {
  time: true,
  delivery: DELIVERY,
  steps: {
    '*': {
      id: true,
      at: true,
      kind: true,
      status: true,
      cause: true,
      reason: true,
      value: true,
      choice: ROBOT_CHOICE,
    },
  },
  usualSteps: true,
  track: true,
  map: MAP,
} as const satisfies RedactionRule;
const ANSWER = { at: true, failure: 'failure' } as const satisfies RedactionRule;
const TASK = { type: true } as const satisfies RedactionRule;

export const deliveryDetailRedaction = defineRedaction<
  DeliveryDetailContext,
  DeliveryDetailEvent,
  DeliveryDetailInput
>()({
  context: {
    deliveryId: true,
    details: DETAILS,
    failure: 'failure',
    task: TASK,
    answers: { '*': ANSWER },
    cancelsAt: true,
    places: PLACE_CHOICES,
    placesFailure: 'failure',
    picked: true,
    isPlaceMissing: true,
    codeType: true,
    codeFailure: 'failure',
    person: true,
    isCopyWanted: true,
    isPhoneCopied: true,
    phoneFailure: 'failure',
  },
  defaults: { ...NO_CHOICE, ...NO_PHONE },
  input: { deliveryId: true },
  events: {
    'act.do': { task: TASK },
    'redirect.pick': { areaId: true },
    'code.reveal': { code: true },
    'phone.reveal': { person: true, isCopyWanted: true },
    'cancel.begun': { at: true },
    'cancel.ended': { changed: DELIVERY, failure: 'failure', at: true },
  },
  outputs: {
    loadDetails: DETAILS,
    loadPlaces: { places: PLACE_CHOICES },
    act: { changed: DELIVERY, at: true },
    revealCode: {},
    revealPhone: {},
    copyPhone: { isCopied: true },
  },
});
