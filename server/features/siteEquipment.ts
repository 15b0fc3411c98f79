/** Lifts, access doors and charging bays of a site, as administrators edit them. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { sites as catalogue } from '../../contract/endpoints/sites.ts';
import type { OpenedBy, SiteEquipment } from '../../contract/entities/site.ts';
import { SITE_QUOTA_BYTES } from '../../contract/rules/files.ts';
import { DOORS_PER_SITE, LIFTS_PER_SITE, SITE_SCHEDULES_LISTED } from '../../contract/rules/siteLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { usageOf } from '../db/repositories/files.ts';
import { lockSite } from '../db/repositories/mapFiles.ts';
import { elevatorsOf, entrancesOf, pointsElsewhere } from '../db/repositories/mapPoints.ts';
import { floorsOfSites, mapById } from '../db/repositories/maps.ts';
import { firstTasksOfSite, nextStarts } from '../db/repositories/schedules.ts';
import {
  deleteDoor,
  deleteLift,
  equipmentPoints,
  lockDoor,
  lockLift,
  pointsOfDoor,
  pointsOfLift,
  putDoor,
  putLift,
  setRelayKeyVersion,
} from '../db/repositories/sites.ts';
import type { StoredPoint } from '../db/schema.ts';
import { isRelayUrl } from '../gateway/relay.ts';
import type { RequestContext } from '../requestContext.ts';
import { relayKeyOf } from '../security/relayKey.ts';
import { describeEquipment, DOOR_POINTS, hasOneOf, LIFT_POINTS } from './describeEquipment.ts';
import type { PictureWalls } from './pictureWalls.ts';
import { toSiteSchedule } from './schedulePresenter.ts';
import { applyChanges, beginSave, type PointChanges } from './savePoints.ts';
import { firstNames, storedNames } from './sites.ts';

type Calls = Pick<typeof catalogue, 'equipment' | 'saveLift' | 'deleteLift' | 'saveDoor' | 'deleteDoor' | 'relayKey'>;
export type EquipmentNeeds = Pick<AppDeps, 'fleet' | 'broker' | 'now' | 'db'> & {
  /** Whether the simulated building has a lift or door of this id. */
  isSimulated: (id: string) => boolean;
  pictureWalls: PictureWalls;
};

export function createEquipmentHandlers(needs: EquipmentNeeds): Handlers<Calls, RequestContext> {
  /** Ties points to a lift or a door, or unties them: a save of each map's points, with its version and notices. */
  const tie = async (
    wanted: ReadonlyMap<string, { mapId: string; to: Partial<StoredPoint> }>,
    context: RequestContext,
  ): Promise<void> => {
    const mapIds = [...new Set([...wanted.values()].map(({ mapId }) => mapId))].sort();
    for (const mapId of mapIds) {
      const saving = await beginSave(context.db, mapId);
      const wishes: PointChanges = new Map(
        [...wanted].flatMap(([areaId, { mapId: own, to }]) => {
          const before = saving.before.get(areaId);
          return own === mapId && before ? [[areaId, { ...before, ...to }] as const] : [];
        }),
      );
      const result = await applyChanges(needs, saving, wishes, false, context);
      if (result.result !== 'saved') throw new ApiError('fieldInvalid', { field: 'areaId' });
    }
  };

  return {
    async equipment({ siteId }, context) {
      const { db } = context;
      const floors = await floorsOfSites(db, [siteId]);
      const [lifts, doors, points] = [
        await elevatorsOf(db, siteId),
        await entrancesOf(db, siteId),
        await equipmentPoints(
          db,
          floors.map(({ id }) => id),
        ),
      ];
      const { bytes: usedBytes } = await usageOf(db, { siteId });
      return {
        siteId,
        ...describeEquipment({ lifts, doors, points, floors }, needs, context),
        storage: { usedBytes, quotaBytes: SITE_QUOTA_BYTES },
        schedules: await schedulesOf(db, siteId, needs, context),
      };
    },

    async saveLift({ siteId, elevatorId, name, stops, revision, ...opening }, context) {
      const { db, userId, language } = context;
      if (!(await lockSite(db, siteId))) throw new ApiError('siteUnknown', { field: 'siteId' });
      const before = elevatorId === '' ? undefined : await lockLift(db, elevatorId);
      if (elevatorId !== '' && before?.siteId !== siteId) throw new ApiError('notFound', { field: 'elevatorId' });
      if (before && before.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      if (!before && (await elevatorsOf(db, siteId)).length >= LIFTS_PER_SITE)
        throw new ApiError('tooManyOnSite', { field: 'name', words: { limit: LIFTS_PER_SITE } });
      if (new Set(stops.map(({ mapId }) => mapId)).size !== stops.length)
        throw new ApiError('fieldInvalid', { field: 'stops' });
      const id = before?.id ?? randomUUID();
      const floors = (await floorsOfSites(db, [siteId])).map(({ id: mapId }) => mapId);
      const points = await equipmentPoints(db, floors);
      const chosen = stops.map(({ mapId, areaId }) => {
        const point = points.find((one) => one.areaId === areaId);
        const kept = before?.stops.find((stop) => stop.areaId === areaId && stop.mapId === mapId);
        // A deleted point can stay until another is chosen, so that the rest of the lift can still be edited.
        if (!point && kept) return kept;
        const isFree = point?.elevatorId === null || point?.elevatorId === id;
        if (!point || point.mapId !== mapId || !hasOneOf(point, LIFT_POINTS) || !isFree)
          throw new ApiError('stopPointWrong', {
            field: 'stops',
            words: { point: point ? nameIn(point.name, language) : areaId },
          });
        return { mapId, areaId, pointName: point.name };
      });
      const values = { siteId, name: storedNames(name), stops: chosen, ...openingOf(opening) };
      await putLift(db, {
        id,
        ...values,
        // Nothing is known of another relay.
        ...(before?.relayUrl !== values.relayUrl && { relaySilentSince: null }),
        revision: before ? before.revision + 1 : 0,
      });
      const wanted = new Map(
        points.flatMap((point) => {
          const isChosen = chosen.some(({ areaId }) => areaId === point.areaId);
          if (isChosen === (point.elevatorId === id) || (!isChosen && !hasOneOf(point, LIFT_POINTS))) return [];
          return [[point.areaId, { mapId: point.mapId, to: { elevatorId: isChosen ? id : null } }] as const];
        }),
      );
      await tie(wanted, context);
      await record(db, {
        userId,
        act: before ? 'lift.change' : 'lift.add',
        subject: id,
        ...(before && { before: auditedOf(before) }),
        after: values,
      });
      return { id, revision: before ? before.revision + 1 : 0 };
    },

    async deleteLift({ elevatorId, revision }, { db, userId, language }) {
      const lift = await lockLift(db, elevatorId);
      if (!lift) throw new ApiError('notFound', { field: 'elevatorId' });
      if (lift.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      refuseUsed(await pointsOfLift(db, elevatorId), 'elevatorId', language);
      await deleteLift(db, elevatorId);
      await record(db, { userId, act: 'lift.delete', subject: elevatorId, before: auditedOf(lift) });
      return null;
    },

    async saveDoor({ mapId, doorId, name, areaIds, revision, ...opening }, context) {
      const { db, userId, language } = context;
      const map = await mapById(db, mapId);
      if (!map || !(await lockSite(db, map.siteId))) throw new ApiError('mapUnknown', { field: 'mapId' });
      const { siteId } = map;
      const before = doorId === '' ? undefined : await lockDoor(db, doorId);
      if (doorId !== '' && before?.siteId !== siteId) throw new ApiError('notFound', { field: 'doorId' });
      if (before && before.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      if (!before && (await entrancesOf(db, siteId)).length >= DOORS_PER_SITE)
        throw new ApiError('tooManyOnSite', { field: 'name', words: { limit: DOORS_PER_SITE } });
      if ((await pointsElsewhere(db, areaIds, mapId)).length > 0)
        throw new ApiError('idsDisagree', { field: 'areaIds' });
      const id = before?.id ?? randomUUID();
      const known = await equipmentPoints(db, before ? [before.mapId, mapId] : [mapId]);
      for (const areaId of areaIds) {
        const point = known.find((one) => one.areaId === areaId);
        const isFree = point?.doorId === null || point?.doorId === id;
        if (!point || !hasOneOf(point, DOOR_POINTS) || !isFree)
          throw new ApiError('doorPointWrong', {
            field: 'areaIds',
            words: { point: point ? nameIn(point.name, language) : areaId },
          });
      }
      const values = { siteId, mapId, name: storedNames(name), ...openingOf(opening) };
      const wanted = new Map(
        known.flatMap((point) => {
          const isChosen = areaIds.includes(point.areaId);
          if (isChosen === (point.doorId === id)) return [];
          return [[point.areaId, { mapId: point.mapId, to: { doorId: isChosen ? id : null } }] as const];
        }),
      );
      await putDoor(db, {
        id,
        ...values,
        // Nothing is known of another relay.
        ...(before?.relayUrl !== values.relayUrl && { relaySilentSince: null }),
        revision: before ? before.revision + 1 : 0,
      });
      await tie(wanted, context);
      await record(db, {
        userId,
        act: before ? 'door.change' : 'door.add',
        subject: id,
        ...(before && { before: auditedOf(before) }),
        after: { ...values, points: areaIds },
      });
      return { id, revision: before ? before.revision + 1 : 0 };
    },

    async deleteDoor({ doorId, revision }, { db, userId, language }) {
      const door = await lockDoor(db, doorId);
      if (!door) throw new ApiError('notFound', { field: 'doorId' });
      if (door.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      refuseUsed(await pointsOfDoor(db, doorId), 'doorId', language);
      await deleteDoor(db, doorId);
      await record(db, { userId, act: 'door.delete', subject: doorId, before: auditedOf(door) });
      return null;
    },

    async relayKey({ kind, equipmentId, renew }, { db, userId }) {
      const found = kind === 'lift' ? await lockLift(db, equipmentId) : await lockDoor(db, equipmentId);
      if (!found) throw new ApiError('notFound', { field: 'equipmentId' });
      const version = found.relayKeyVersion + (renew ? 1 : 0);
      if (renew) await setRelayKeyVersion(db, kind, equipmentId, version);
      await record(db, { userId, act: renew ? 'relay.renewKey' : 'relay.showKey', subject: equipmentId });
      return { key: await relayKeyOf(needs.db, equipmentId, version) };
    },
  };
}

/** @throws relayUrlWrong */
function openingOf({
  openedBy,
  relayUrl,
  openSeconds,
  isOutOfService,
}: {
  openedBy: OpenedBy;
  relayUrl: string;
  openSeconds: number;
  isOutOfService: boolean;
}) {
  if (openedBy === 'relay' && !isRelayUrl(relayUrl)) throw new ApiError('relayUrlWrong', { field: 'relayUrl' });
  return { openedBy, relayUrl: openedBy === 'relay' ? relayUrl : '', openSeconds, isOutOfService };
}

/** @throws equipmentInUse */
function refuseUsed(points: readonly StoredPoint[], field: string, language: RequestContext['language']): void {
  if (points.length === 0) return;
  const names = points.map(({ name }) => name);
  throw new ApiError('equipmentInUse', { field, words: { points: firstNames(names, language) } });
}

function auditedOf<Row extends { id: string; relayKeyVersion: number; revision: number }>(row: Row) {
  const { id: _, relayKeyVersion: __, revision: ___, ...audited } = row;
  return audited;
}

async function schedulesOf(
  db: RequestContext['db'],
  siteId: string,
  { fleet }: Pick<EquipmentNeeds, 'fleet'>,
  { language }: Pick<RequestContext, 'language'>,
): Promise<SiteEquipment['schedules']> {
  const { total, rows } = await firstTasksOfSite(db, siteId, SITE_SCHEDULES_LISTED);
  const next = await nextStarts(
    db,
    rows.map(({ id }) => id),
  );
  const names = { robot: (serialNumber: string) => fleet.fleetCache.robot(serialNumber), language };
  return { total, list: rows.map((row) => toSiteSchedule(row, names, next.get(row.id))) };
}
