/**
 * Deliveries: those of the console and of integrators (design 22), the provider's records (spec 7), and the public calls
 * of recipients and loaders.
 */
import * as v from 'valibot';
import { endpoint, onRobot, publicAccess, signedIn } from '../endpoint.ts';
import { LANGUAGES } from '../entities/constants.ts';
import {
  CODE_TYPES,
  DELIVERY_ORIGINS,
  DELIVERY_PEOPLE,
  delivery,
  deliveryCode,
  deliveryExport,
  deliveryId,
  deliveryPromise,
  deliveryStep,
  jamLeft,
  parcel,
} from '../entities/delivery.ts';
import { handlerChecked, idOf } from '../entities/idOf.ts';
import { drivenWay } from '../entities/drivenWay.ts';
import { afterRow, optionalRobots, timeSpan } from '../entities/listRequest.ts';
import { DELIVERY_STATUSES } from '../entities/robotConstants.ts';
import { id, limit, page, pointId, serialNumber, siteId, time } from '../entities/values.ts';
import {
  BOARD_MAX,
  COMPARTMENTS_MAX,
  COMPARTMENT_SIZES,
  DELIVERIES_PER_MINUTE,
  DELIVERY_EXPORT_ROWS,
  DELIVERY_NOTE_MAX,
  PHONE_SHOWN_DAYS,
  PHONES_REVEALED_MAX,
  RECIPIENT_NAME_MAX,
  RECIPIENT_TRAIL_M,
} from '../rules/deliveryLimits.ts';
import {
  DELIVERY_TRIES,
  DELIVERY_TRIES_LOCK_MS,
  DELIVERY_TRIES_OF_ALL,
  DELIVERY_TRIES_PER_ADDRESS,
  DELIVERY_TRIES_WINDOW_MS,
  LIST_COUNTED,
  LIST_SEARCHED,
  ROBOTS_AT_ONCE,
} from '../rules/limits.ts';

const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
const phone = v.optional(line(40), '');
const countryAreaCode = v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\+?\d{0,4}$/u, 'country code')), '');

const wanted = {
  siteId,
  /** Points of the site; they can be on different maps. */
  from: handlerChecked(pointId),
  to: handlerChecked(pointId),
  recipientName: v.optional(line(RECIPIENT_NAME_MAX), ''),
  phoneNumber: phone,
  countryAreaCode,
  /** Gets the loading code. */
  loaderPhoneNumber: phone,
  loaderCountryAreaCode: countryAreaCode,
  size: v.optional(v.picklist(COMPARTMENT_SIZES), 'small'),
  note: v.optional(line(DELIVERY_NOTE_MAX), ''),
  /** 0: at once. */
  notBefore: v.optional(time, 0),
  /** '': the server chooses the robot. */
  serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''),
};

/** Empty lists: any. `text` searches numbers and places, and finds a phone number only as a whole. */
const filter = {
  serialNumberStr: optionalRobots,
  siteId: v.optional(v.union([siteId, v.literal('')]), ''),
  statuses: v.optional(v.pipe(v.array(v.picklist(DELIVERY_STATUSES)), v.maxLength(DELIVERY_STATUSES.length)), []),
  origins: v.optional(v.pipe(v.array(v.picklist(DELIVERY_ORIGINS)), v.maxLength(DELIVERY_ORIGINS.length)), []),
  ...timeSpan,
  text: v.optional(line(100), ''),
};

const place = { page, limit, after: afterRow(deliveryId) };
const named = v.object({ deliveryId });
/** What a recipient or loader proves: the id from the message and the phone number. */
const proof = {
  taskId: handlerChecked(idOf('delivery', v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64)))),
  phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
  countryAreaCode,
  type: v.optional(v.picklist(CODE_TYPES), 'pickup'),
};
const asRecipient = v.object(proof);
const TRIES = `After ${DELIVERY_TRIES} wrong numbers, an IP address is locked for the delivery for ${DELIVERY_TRIES_LOCK_MS / 60_000} minutes. At most ${DELIVERY_TRIES_OF_ALL} wrong numbers per delivery, and ${DELIVERY_TRIES_PER_ADDRESS} per IP address for unknown deliveries, in ${DELIVERY_TRIES_WINDOW_MS / 60_000} minute.`;

const counts = v.object({ completed: v.number(), notPickedUp: v.number(), failed: v.number() });

export const deliveries = {
  taskCode: endpoint('/wrobot/get-delivery-task-code', {
    summary: `Returns the pickup code of a delivery to a person who knows the delivery's id from the message and the recipient's phone number, and the loading code (\`type: loading\`) to one who knows the loader's. All other combinations get the same error. ${TRIES}`,
    access: publicAccess,
    kind: 'read',
    request: asRecipient,
    response: deliveryCode,
  }),
  record: endpoint('/wrobot/get-delivery-record', {
    summary: "Lists the deliveries of a robot, newest first, or of all the caller's robots if none is named.",
    access: signedIn,
    kind: 'read',
    request: v.object({
      serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''),
      ...place,
      ...timeSpan,
    }),
    response: v.object({ total: v.number(), rows: v.array(delivery) }),
  }),
  recordNew: endpoint('/wrobot/get-delivery-record-new', {
    summary: `Lists the deliveries of up to ${ROBOTS_AT_ONCE} robots, like get-delivery-record.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumberStr: optionalRobots, ...place, ...timeSpan }),
    response: v.object({ total: v.number(), rows: v.array(delivery) }),
  }),
  list: endpoint('/wrobot/get-delivery-list', {
    summary: `Lists the deliveries of the caller's robots and of the queues of their sites, newest first. \`total\` stops at ${LIST_COUNTED}, and so do the pages; \`after\` goes on. \`text\` is searched in the newest ${LIST_SEARCHED} deliveries that match the other filters.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ ...filter, ...place }),
    response: v.object({ total: v.number(), rows: v.array(delivery) }),
  }),
  board: endpoint('/wrobot/get-delivery-board', {
    summary: `Returns the deliveries that are under way, wait for a robot or need somebody, at most ${BOARD_MAX}, and today's counts in the site's time zone. Without a site: of all sites of the caller.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ siteId: filter.siteId }),
    response: v.object({
      time,
      total: v.number(),
      rows: v.array(delivery),
      /** Compartments that jammed in deliveries which other robots have now; left out by older servers. */
      jams: v.optional(v.array(jamLeft)),
      today: v.object({ ...counts.entries, medianMs: v.nullable(v.number()) }),
    }),
  }),
  details: endpoint('/wrobot/get-delivery', {
    summary: 'Returns a delivery with its history and the way driven for it.',
    access: onRobot('read'),
    kind: 'read',
    request: named,
    response: v.object({
      time,
      delivery,
      steps: v.array(deliveryStep),
      /**
       * How long the robot usually has each status between the same points, ms; only if there were enough deliveries, left out
       * by older servers.
       */
      usualSteps: v.optional(v.array(v.object({ status: v.picklist(DELIVERY_STATUSES), ms: v.number() }))),
      track: drivenWay,
    }),
  }),
  lastTo: endpoint('/wrobot/get-last-delivery-to', {
    summary: 'Returns the recipient and loader of the last delivery to a point, to fill in the next one.',
    access: onRobot('operate'),
    kind: 'read',
    request: v.object({ areaId: pointId }),
    response: v.nullable(
      v.object({ recipientName: v.string(), phoneNumber: v.string(), loaderPhoneNumber: v.string() }),
    ),
  }),
  preview: endpoint('/wrobot/preview-delivery-task', {
    summary: 'Says which robot would take a delivery, when it would arrive, and whom it would tell; changes nothing.',
    access: onRobot('operate'),
    kind: 'read',
    request: v.object(wanted),
    response: v.object({ time, promise: deliveryPromise }),
  }),
  create: endpoint('/wrobot/create-delivery-task', {
    summary: `Creates a delivery. The server chooses the robot, or takes the named one; without a free robot it waits in the site's queue. At most ${DELIVERIES_PER_MINUTE} per minute and account.`,
    access: onRobot('operate'),
    kind: 'write',
    request: v.object(wanted),
    response: delivery,
  }),
  cancel: endpoint('/wrobot/cancel-delivery-task', {
    summary:
      'Cancels a delivery. A parcel that is on board goes back to the loading point; then the delivery ends when the robot confirms it.',
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: delivery,
  }),
  resendCode: endpoint('/wrobot/resend-code', {
    summary: 'Sends the message with the same code again, to the recipient or the loader.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ deliveryId, type: v.optional(v.picklist(CODE_TYPES), 'pickup') }),
    response: delivery,
  }),
  openCabinet: endpoint('/wrobot/open-cabinet', {
    summary: 'Asks the robot to open the compartment, at the loading point or at the destination only.',
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: delivery,
  }),
  redirect: endpoint('/wrobot/redirect-delivery-task', {
    summary:
      'Changes the destination of a delivery to another point of its site; not to a floor whose elevators are out of service, once a robot has the delivery.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ deliveryId, to: handlerChecked(pointId) }),
    response: delivery,
  }),
  sendBack: endpoint('/wrobot/send-back-delivery-task', {
    summary: 'Sends a parcel back to its loading point; the delivery ends as not picked up.',
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: delivery,
  }),
  moreTime: endpoint('/wrobot/extend-delivery-wait', {
    summary: 'Lets the robot wait 5 minutes longer at the destination, once.',
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: delivery,
  }),
  revealCode: endpoint('/wrobot/reveal-delivery-code', {
    summary: 'Shows a code of a delivery to an operator; recorded in its history and in the audit log.',
    access: onRobot('operate'),
    kind: 'secret',
    request: v.object({ deliveryId, type: v.picklist(CODE_TYPES) }),
    response: v.object({ code: v.string(), type: v.picklist(CODE_TYPES) }),
  }),
  revealPhone: endpoint('/wrobot/reveal-delivery-phone', {
    summary: `Returns the full phone number of the recipient or the loader to an operator, who reads or copies it; recorded in the history and in the audit log. Only while the delivery runs and ${PHONE_SHOWN_DAYS} days after its end. At most ${PHONES_REVEALED_MAX} per hour and account.`,
    access: onRobot('operate'),
    kind: 'secret',
    request: v.object({ deliveryId, person: v.picklist(DELIVERY_PEOPLE) }),
    response: v.object({ phoneNumber: v.string(), person: v.picklist(DELIVERY_PEOPLE) }),
  }),
  acknowledge: endpoint('/wrobot/acknowledge-delivery-task', {
    summary:
      'Marks a failed delivery as dealt with, which takes it off the board: a parcel that was left on board has been taken out, and a compartment that jammed works again.',
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: delivery,
  }),
  jams: endpoint('/wrobot/get-compartment-jams', {
    summary: 'Returns the compartments of a robot that are jammed and get no parcels.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ jams: v.array(jamLeft) }),
  }),
  clearCompartment: endpoint('/wrobot/clear-compartment', {
    summary:
      'Says that a jammed compartment works again, and that a parcel that was left in it has been taken out; the robot gets parcels for it again, and failed deliveries in it are dealt with.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      serialNumber,
      compartment: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(COMPARTMENTS_MAX)),
    }),
    response: v.null(),
  }),
  export: endpoint('/wrobot/export-deliveries', {
    summary: `Begins an export of the filtered deliveries as a CSV file, as a job; at most ${DELIVERY_EXPORT_ROWS} rows. It contains no codes, and phone numbers masked.`,
    access: signedIn,
    kind: 'write',
    request: v.object({
      ...filter,
      language: v.optional(v.picklist(LANGUAGES), 'zhCN'),
      timeZone: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
    }),
    response: deliveryExport,
  }),
  exportState: endpoint('/wrobot/get-delivery-export', {
    summary: 'Returns how far an export of the caller is; its file can be read for 7 days.',
    access: signedIn,
    kind: 'read',
    request: v.object({ exportId: handlerChecked(idOf('job', id)) }),
    response: deliveryExport,
  }),
  cancelExport: endpoint('/wrobot/cancel-delivery-export', {
    summary: 'Cancels an export of the caller. One that has ended stays as it is.',
    access: signedIn,
    kind: 'write',
    request: v.object({ exportId: handlerChecked(idOf('job', id)) }),
    response: v.null(),
  }),
  parcel: endpoint('/delivery/get-parcel', {
    summary: `Returns where a parcel is, with its code, to its recipient (or loader); the robot's position and its last ${RECIPIENT_TRAIL_M} m only. ${TRIES}`,
    access: publicAccess,
    kind: 'read',
    request: asRecipient,
    response: parcel,
  }),
  parcelOpen: endpoint('/delivery/open-cabinet', {
    summary: `Asks the robot to open the compartment for its recipient (or loader), while the robot waits there. ${TRIES}`,
    access: publicAccess,
    kind: 'write',
    request: asRecipient,
    response: parcel,
  }),
  parcelMoreTime: endpoint('/delivery/more-time', {
    summary: `Lets the robot wait 5 minutes longer for its recipient, once. ${TRIES}`,
    access: publicAccess,
    kind: 'write',
    request: asRecipient,
    response: parcel,
  }),
  parcelSendBack: endpoint('/delivery/send-back', {
    summary: `The recipient does not want the parcel: the robot takes it back. ${TRIES}`,
    access: publicAccess,
    kind: 'write',
    request: asRecipient,
    response: parcel,
  }),
  parcelElsewhere: endpoint('/delivery/somewhere-else', {
    summary: `The recipient says that they are not at the destination: the delivery goes on and needs an operator, who calls them and redirects it. ${TRIES}`,
    access: publicAccess,
    kind: 'write',
    request: asRecipient,
    response: parcel,
  }),
  parcelNotMine: endpoint('/delivery/not-mine', {
    summary: `The recipient at the open compartment says that the parcel is not theirs and leaves it inside: the robot takes it back, and the delivery needs an operator. ${TRIES}`,
    access: publicAccess,
    kind: 'write',
    request: asRecipient,
    response: parcel,
  }),
};
