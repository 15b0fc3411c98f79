/** Redaction rules of the form for a new delivery: places and compartment, nothing that was typed. */
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import { DELIVERY, PLACE_CHOICES, ROBOT_CHOICE } from './deliveries.redaction.ts';
import type { NewDeliveryContext, NewDeliveryEvent, NewDeliveryInput } from './newDelivery.machine.ts';

const PROMISE = {
  serialNumber: true,
  battery: true,
  compartment: true,
  isFree: true,
  loadingAt: true,
  arrivalAt: true,
  ahead: true,
  reason: true,
  detail: true,
  floor: true,
  tellsRecipient: true,
  tellsLoader: true,
  messageLimit: true,
  choice: ROBOT_CHOICE,
} as const satisfies RedactionRule;
const KEPT = { from: true, size: true } as const satisfies RedactionRule;

export const newDeliveryRedaction = defineRedaction<NewDeliveryContext, NewDeliveryEvent, NewDeliveryInput>()({
  context: {
    siteId: true,
    country: true,
    places: PLACE_CHOICES,
    placesFailure: 'failure',
    draft: { from: true, to: true, size: true, country: true, notBefore: true, serialNumber: true },
    isRecalled: true,
    promise: PROMISE,
    promisedAt: true,
    promiseFailure: 'failure',
    faults: true,
    failure: 'failure',
    isUnsure: true,
    sent: DELIVERY,
    isMore: true,
  },
  input: { siteId: true, country: true },
  events: {
    'field.change': { field: true },
    'size.choose': { size: true },
    'to.choose': { areaId: true },
  },
  outputs: {
    loadPlaces: { siteId: true, places: PLACE_CHOICES, kept: KEPT },
    askPromise: { time: true, promise: PROMISE },
    lastTo: {},
    send: DELIVERY,
  },
});
