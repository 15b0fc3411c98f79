/** Redaction rules of deliveries: no names of people, no phone numbers, no codes, nothing that was typed. */
import type { PageInput } from '../app/events.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { DeliveriesContext, DeliveriesEvent } from './deliveries.machine.ts';

const PLACE = { areaId: true, mapId: true, floor: true } as const satisfies RedactionRule;
export const DELIVERY = {
  id: true,
  number: true,
  siteId: true,
  serialNumber: true,
  origin: true,
  status: true,
  reason: true,
  station: true,
  group: true,
  from: PLACE,
  to: PLACE,
  size: true,
  compartment: true,
  notBefore: true,
  createdAt: true,
  changedAt: true,
  endedAt: true,
  tookMs: true,
  usualMs: true,
  lift: { name: true, isRiding: true, since: true },
  queue: { position: true, at: true, reason: true, detail: true, floor: true },
  loadingAt: true,
  arrivalAt: true,
  timeout: true,
  hasMoreTime: true,
  loadingCode: true,
  pickupCode: true,
  keypadLockedUntil: true,
  isJammed: true,
  jamsLeft: { '*': { serialNumber: true, compartment: true } },
  unsent: true,
  act: { type: true, at: true, state: true, reason: true },
  isElsewhere: true,
  photo: { state: true, at: true },
  returns: true,
  isAcknowledged: true,
  acts: true,
} as const satisfies RedactionRule;
const CHOICE_FACTS = { serialNumber: true, metres: true, battery: true, reason: true } as const satisfies RedactionRule;
export const ROBOT_CHOICE = {
  ...CHOICE_FACTS,
  compartments: true,
  carries: true,
  others: { '*': CHOICE_FACTS },
  more: true,
} as const satisfies RedactionRule;
export const BOARD = {
  time: true,
  siteId: true,
  total: true,
  rows: { '*': DELIVERY },
  jams: { '*': { serialNumber: true, compartment: true, at: true, obstacle: true } },
  today: true,
} as const satisfies RedactionRule;
export const PLACE_CHOICES = {
  '*': { areaId: true, name: true, mapId: true, floor: true, attributes: true },
} as const satisfies RedactionRule;

export const deliveriesRedaction = defineRedaction<DeliveriesContext, DeliveriesEvent, PageInput>()({
  context: {
    ...listRedaction(DELIVERY),
    site: true,
    board: BOARD,
    boardFailure: 'failure',
    open: true,
    country: true,
  },
  input: PAGE_INPUT,
  events: {
    ...LIST_EVENTS,
    'delivery.open': { deliveryId: true },
    'jam.clear': { serialNumber: true, compartment: true },
  },
  outputs: { loadList: foundRedaction(DELIVERY), loadBoard: BOARD, clearCompartment: {} },
});
