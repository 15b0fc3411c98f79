/** Management of all robots of the installation, for account administrators. `robots.register` adds one. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { ROBOT_KINDS } from '../entities/constants.ts';
import { fleetRobot, fleetSite, ROBOT_LIVES } from '../entities/fleetRobot.ts';
import {
  claimRole,
  interfaceName,
  nameTexts,
  registeredMaps,
  robotClaim,
  robotConnection,
  robotModel,
} from '../entities/registration.ts';
import { limit, manufacturer, page, serialNumber, siteId } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import { handlerChecked, nothing } from '../entities/idOf.ts';
import { PROTOCOL_DIALECTS } from '../rules/dialect.ts';
import { BATCH_ROBOTS_MAX, SERIAL_NUMBER_MAX } from '../rules/limits.ts';

const fleetRobotId = handlerChecked(serialNumber);
/** What is the same for every robot of a batch. */
const batchEntries = {
  manufacturer,
  interfaceName,
  robotModel,
  kind: v.optional(v.picklist(ROBOT_KINDS)),
  dialect: v.optional(v.picklist(PROTOCOL_DIALECTS), 'both'),
  registerSiteId: handlerChecked(siteId),
  maps: v.optional(registeredMaps, []),
  claimRole,
};

const filter = {
  text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  ofSite: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
  life: v.optional(v.picklist(['', ...ROBOT_LIVES]), ''),
  kind: v.optional(v.picklist(['', ...ROBOT_KINDS]), ''),
};

export const robotFleet = {
  list: endpoint('/robot/get-fleet', {
    summary:
      'Lists all robots of the installation, waiting ones first and retired ones last; `text` searches names, serial numbers and models.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, ...filter }),
    response: v.object({
      serverTime: v.number(),
      total: v.number(),
      rows: v.array(fleetRobot),
      /** Robots by stage of life, without the filters. */
      counts: v.object(v.entriesFromList(ROBOT_LIVES, v.number())),
      sites: v.array(fleetSite),
      /** Manufacturers of registered robots. */
      manufacturers: v.array(v.string()),
    }),
  }),
  export: endpoint('/robot/export-fleet', {
    summary:
      "Exports all robots of the filter as CSV (UTF-8) in the reader's language, by serial number. Times are in the time zone that the headers name.",
    access: accountAdmin,
    kind: 'read',
    binary: true,
    request: v.object({ ...filter, timeZone: exportZone }),
    response: v.file(),
  }),
  checkSerialNumber: endpoint('/robot/check-serial-number', {
    summary: 'Returns the robot that already has a serial number, ignoring case; null if it is free.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({ typed: v.pipe(v.string(), v.maxLength(SERIAL_NUMBER_MAX)) }),
    response: v.object({
      takenBy: v.nullable(v.object({ serialNumber, robotNickName: v.string(), retired: v.boolean() })),
    }),
  }),
  registerMany: endpoint('/robot/register-robots', {
    summary: `Registers up to ${BATCH_ROBOTS_MAX} robots of one model, or none of them, and returns a zip archive with a credentials file for each, only this once.`,
    access: accountAdmin,
    kind: 'secret',
    request: v.object({
      serialNumbers: v.pipe(v.array(fleetRobotId), v.minLength(1), v.maxLength(BATCH_ROBOTS_MAX)),
      ...batchEntries,
    }),
    response: v.object({
      count: v.number(),
      fileName: v.string(),
      /** The archive in base64. */
      zip: v.string(),
    }),
  }),
  change: endpoint('/robot/update-robot-registration', {
    summary: "Changes a robot's name, model, kind, dialect or names of maps; what is left out stays as it is.",
    access: accountAdmin,
    kind: 'write',
    request: v.object({
      robotToChange: fleetRobotId,
      names: v.optional(nameTexts),
      robotModel: v.optional(robotModel),
      kind: v.optional(v.picklist(ROBOT_KINDS)),
      dialect: v.optional(v.picklist(PROTOCOL_DIALECTS)),
      maps: v.optional(registeredMaps),
    }),
    response: nothing,
  }),
  changeSerialNumber: endpoint('/robot/change-serial-number', {
    summary:
      'Corrects the serial number of a robot that has never connected. Its password, name, maps and users stay. Refused once a message of it was received.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ robotToChange: fleetRobotId, newSerialNumber: fleetRobotId }),
    response: nothing,
  }),
  revokePassword: endpoint('/robot/revoke-robot-password', {
    summary: "Ends a robot's MQTT password without a new one, and closes its connections.",
    access: accountAdmin,
    kind: 'write',
    request: v.object({ robotToRevoke: fleetRobotId }),
    response: nothing,
  }),
  newClaim: endpoint('/robot/renew-claim-code', {
    summary:
      'Returns a new claim code for a robot without a super administrator, only this once; an earlier code stops working.',
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ robotToClaim: fleetRobotId, claimRole }),
    response: robotClaim,
  }),
  belongings: endpoint('/robot/get-robot-belongings', {
    summary:
      'Returns what stays behind when a robot moves to another site: names of maps, default route, routes of its old site, scheduled tasks and deliveries; and what keeps it from moving.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({ robotToMove: fleetRobotId }),
    response: v.object({
      maps: v.array(v.string()),
      defaultRoute: v.nullable(v.string()),
      routes: v.number(),
      points: v.number(),
      /** Scheduled tasks that are on; moving switches them off. */
      tasks: v.number(),
      /** Open deliveries: those that another robot takes over, and those that fail because they are on board. */
      deliveries: v.object({ handedOn: v.number(), failing: v.number() }),
      /** Error code; null if it can move. */
      obstacle: v.nullable(v.number()),
    }),
  }),
  move: endpoint('/robot/move-robot', {
    summary:
      'Moves a robot to another site. Refused while it drives or is held. Its names of maps, its default route and its last position are dropped, its scheduled tasks are switched off, and its open deliveries end or go to other robots; its users keep their access.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({
      robotToMove: fleetRobotId,
      toSiteId: handlerChecked(siteId),
      maps: v.optional(registeredMaps, []),
    }),
    response: nothing,
  }),
  retire: endpoint('/robot/retire-robot', {
    summary:
      'Retires a robot: its connections are closed, its password and claim code end, and it leaves all lists; its scheduled tasks are switched off, its open deliveries end or go to other robots, and its records stay. Refused while it drives or is driven.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ robotToRetire: fleetRobotId }),
    response: nothing,
  }),
  reinstate: endpoint('/robot/reinstate-robot', {
    summary: 'Brings a retired robot back with its users and a new MQTT password, which is returned only this once.',
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ robotToReinstate: fleetRobotId }),
    response: v.object({ ...robotConnection.entries, mqttPassword: v.string() }),
  }),
};
