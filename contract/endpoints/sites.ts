/** Sites and what belongs to them: lifts, access doors, charging bays. Account administrators edit them. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { bothNames, equipmentTest, openingFields, revision, siteEquipment, siteFields } from '../entities/site.ts';
import { id, mapId as anyMapId, pointId, siteId as anySiteId } from '../entities/values.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import {
  DOORS_PER_SITE,
  LIFTS_PER_SITE,
  POINTS_PER_DOOR,
  SITE_SCHEDULES_LISTED,
  SITES_MAX,
} from '../rules/siteLimits.ts';
import { MAPS_PER_SITE } from '../rules/mapLimits.ts';

/** Account administrators edit the sites of all robots; the handlers answer for ids that do not exist. */
const siteId = handlerChecked(anySiteId);
const mapId = handlerChecked(anyMapId);
const elevatorId = idOf('elevator', id);
const doorId = idOf('door', id);
const saved = v.object({ id, revision: v.number() });
const conflict = 'Refused if the record was changed since the given `revision`.';

export const sites = {
  save: endpoint('/site/save-site', {
    summary: `Adds a site, or changes the one that \`siteId\` names. \`timeZone\` is an IANA name. ${conflict} At most ${SITES_MAX} sites.`,
    access: accountAdmin,
    kind: 'write',
    request: v.object({
      siteId: v.optional(v.union([siteId, v.literal('')]), ''),
      ...siteFields,
      revision: v.optional(revision, 0),
    }),
    response: v.object({ siteId: id, revision: v.number() }),
  }),
  remove: endpoint('/site/delete-site', {
    summary:
      'Deletes a site with its maps, lifts and doors. Refused, with their names, if robots are registered at the site or are on one of its maps.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ siteId, revision }),
    response: nothing,
  }),
  equipment: endpoint('/site/get-site-equipment', {
    summary: `Lists the lifts, access doors and charging bays of a site, the points that they can use, and the scheduled tasks that are on (at most ${SITE_SCHEDULES_LISTED}).`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ siteId }),
    response: siteEquipment,
  }),
  saveLift: endpoint('/site/save-lift', {
    summary: `Adds a lift, or changes the one that \`elevatorId\` names. \`stops\` has the boarding point of each floor where it stops; floors without one are not served. ${conflict} At most ${LIFTS_PER_SITE} lifts a site.`,
    access: accountAdmin,
    kind: 'write',
    request: v.object({
      siteId,
      elevatorId: v.optional(v.union([elevatorId, v.literal('')]), ''),
      name: bothNames,
      stops: v.pipe(v.array(v.object({ mapId, areaId: handlerChecked(pointId) })), v.maxLength(MAPS_PER_SITE)),
      ...openingFields,
      revision: v.optional(revision, 0),
    }),
    response: saved,
  }),
  deleteLift: endpoint('/site/delete-lift', {
    summary: 'Deletes a lift. Refused, with their names, if points belong to it.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ elevatorId, revision }),
    response: nothing,
  }),
  saveDoor: endpoint('/site/save-door', {
    summary: `Adds an access door on a map, or changes the one that \`doorId\` names. \`areaIds\` are the points in front of and behind it. ${conflict} At most ${DOORS_PER_SITE} doors a site.`,
    access: accountAdmin,
    kind: 'write',
    request: v.object({
      mapId,
      doorId: v.optional(v.union([doorId, v.literal('')]), ''),
      name: bothNames,
      areaIds: v.pipe(v.array(handlerChecked(pointId)), v.maxLength(POINTS_PER_DOOR)),
      ...openingFields,
      revision: v.optional(revision, 0),
    }),
    response: saved,
  }),
  deleteDoor: endpoint('/site/delete-door', {
    summary: 'Deletes an access door. Refused, with their names, if points belong to it.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ doorId, revision }),
    response: nothing,
  }),
  relayKey: endpoint('/site/get-relay-key', {
    summary:
      'Returns the key that signs the requests to the relay of a lift or a door (`equipmentId`); `renew` replaces it first. Requests are `POST` of `{ id, action, openSeconds }` with `x-roundhouse-time` and `x-roundhouse-signature`, the hexadecimal HMAC-SHA256 of `time \\n body`.',
    access: accountAdmin,
    kind: 'secret',
    request: v.object({
      kind: v.picklist(['lift', 'door']),
      equipmentId: v.union([elevatorId, doorId]),
      renew: v.optional(v.boolean(), false),
    }),
    response: v.object({ key: v.string() }),
  }),
  testLift: endpoint('/site/test-lift', {
    summary: 'Calls a lift to a floor, and answers when it is there with open doors or the time is over.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ elevatorId, mapId }),
    response: equipmentTest,
  }),
  testDoor: endpoint('/site/test-door', {
    summary: 'Opens an access door, and answers when it is open or the time is over.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ doorId }),
    response: equipmentTest,
  }),
};
