/**
 * Saves a map's points: all or nothing, under a lock on the map's row, so that of two concurrent saves the second is
 * checked against the result of the first. Changes by others to points that this save does not touch are kept.
 */
import { LANGUAGES, type Language } from '../../contract/entities/constants.ts';
import type { MapPoint } from '../../contract/entities/map.ts';
import type { EditedPoint, PointChange, SaveResult, SaveSummary } from '../../contract/entities/mapEdit.ts';
import { toRadians } from '../../contract/rules/mapFrame.ts';
import { POINTS_PER_MAP } from '../../contract/rules/mapLimits.ts';
import {
  createPointValidator,
  differenceOf,
  tidyAttributes,
  type PointFault,
  type Walls,
} from '../../contract/rules/points.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { withText, nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import {
  deletePoints,
  elevatorsOf,
  entrancesOf,
  lockMap,
  pointsElsewhere,
  putPoints,
  usesOf,
} from '../db/repositories/mapPoints.ts';
import { changeMap, pointsOfMap, type Point, type StoredMap } from '../db/repositories/maps.ts';
import { hasVersions, keepVersion, pointsOn } from '../db/repositories/mapVersions.ts';
import { forEachInSlices, yieldToEventLoop } from '../eventLoop.ts';
import type { RequestContext } from '../requestContext.ts';
import { degreesOf, describePoint, frameOfStored } from './describeMap.ts';
import { notifyMapChanged } from './mapNotifications.ts';
import type { PictureWalls } from './pictureWalls.ts';

export type SaveNeeds = Pick<AppDeps, 'now' | 'fleet' | 'broker'> & { pictureWalls: PictureWalls };

/** A locked map and its points before the save. */
export interface PointsSave {
  map: StoredMap;
  before: ReadonlyMap<string, Point>;
}

/** @throws mapUnknown */
export async function beginSave(db: Db, mapId: string): Promise<PointsSave> {
  const map = await lockMap(db, mapId);
  if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
  return { map, before: await pointsOfMap(db, mapId) };
}

/** Desired points by id; null deletes. */
export type PointChanges = ReadonlyMap<string, Point | null>;

/** @throws fieldInvalid, pointUnknown, idsDisagree, tooManyPoints */
export async function saveChanges(
  needs: SaveNeeds,
  {
    mapId,
    baseRevision,
    changes,
    breakRoutes,
  }: { mapId: string; baseRevision: number; changes: readonly PointChange[]; breakRoutes: boolean },
  context: RequestContext,
): Promise<SaveResult> {
  const saving = await beginSave(context.db, mapId);
  const {
    map: { revision },
    before,
  } = saving;
  if (baseRevision > revision) throw new ApiError('fieldInvalid', { field: 'baseRevision' });
  if (new Set(changes.map(({ point }) => point)).size !== changes.length)
    throw new ApiError('fieldInvalid', { field: 'changes' });
  const added = changes.filter(({ op, point }) => op === 'add' && !before.has(point)).map(({ point }) => point);
  if ((await pointsElsewhere(context.db, added, mapId)).length > 0)
    throw new ApiError('idsDisagree', { field: 'changes' });

  const { wishes, conflicting } = await resolveConflicts(changes, saving, baseRevision, context.language);
  if (conflicting.length > 0)
    return { result: 'conflicts', revision, conflicts: await conflictsOf(conflicting, saving, baseRevision, context) };
  return applyChanges(needs, saving, wishes, breakRoutes, context);
}

/** Determines which changes can be applied, and which points others have changed or deleted since the base revision. */
async function resolveConflicts(
  changes: readonly PointChange[],
  { map, before }: PointsSave,
  baseRevision: number,
  language: Language,
): Promise<{ wishes: PointChanges; conflicting: string[] }> {
  const wishes = new Map<string, Point | null>();
  const conflicting: string[] = [];
  await forEachInSlices(changes, (change) => {
    const { op, point: areaId } = change;
    const now = before.get(areaId);
    const isTheirs = now !== undefined && now.revision > baseRevision;
    if (op === 'delete') {
      if (isTheirs) conflicting.push(areaId);
      else if (now) wishes.set(areaId, null);
      return;
    }
    if (op === 'change' && !now) {
      if (baseRevision === map.revision) throw new ApiError('pointUnknown', { field: 'changes' });
      conflicting.push(areaId);
      return;
    }
    const next = storedPoint(areaId, map.id, change.to, now, language);
    // A repeat, or the same change by two users: nothing to do.
    if (now && isSame(now, next, map, language)) return;
    if (isTheirs || (op === 'add' && now)) conflicting.push(areaId);
    else wishes.set(areaId, next);
  });
  return { wishes, conflicting };
}

const isSame = (a: Point, b: Point, map: StoredMap, language: Language): boolean => {
  const frame = frameOfStored(map);
  return differenceOf(describePoint(a, frame, language), describePoint(b, frame, language)) === 'same';
};

async function conflictsOf(
  areaIds: readonly string[],
  { map, before }: PointsSave,
  baseRevision: number,
  { db, language }: RequestContext,
) {
  const frame = frameOfStored(map);
  const base = new Map((await pointsOn(db, map.id, baseRevision))?.map((point) => [point.areaId, point]));
  const told = (point: Point | undefined) => (point ? describePoint(point, frame, language) : null);
  return areaIds.map((areaId) => ({ areaId, theirs: told(before.get(areaId)), base: told(base.get(areaId)) }));
}

/** Checks the map as it would be after the changes, and saves it. @throws tooManyPoints */
export async function applyChanges(
  { now, fleet, broker, pictureWalls }: SaveNeeds,
  { map, before }: PointsSave,
  wishes: PointChanges,
  breakRoutes: boolean,
  context: RequestContext,
): Promise<SaveResult> {
  const { db, userId, language, afterCommit } = context;
  const after = new Map(before);
  for (const [areaId, point] of wishes) {
    if (point) after.set(areaId, point);
    else after.delete(areaId);
  }
  if (after.size > Math.max(POINTS_PER_MAP, before.size))
    throw new ApiError('tooManyPoints', { field: 'changes', words: { limit: POINTS_PER_MAP } });
  const faults = await faultsAmong(db, map, after, wishes, language, await wallsFor(pictureWalls, db, map, wishes));
  if (faults.length > 0) return { result: 'faulty', faults };
  const deleted = [...wishes].filter(([, point]) => point === null).map(([areaId]) => areaId);
  const uses = (await usesOf(db, map.id, new Set(deleted))).filter(({ kind }) => kind !== 'route' || !breakRoutes);
  if (uses.length > 0)
    return { result: 'inUse', uses: uses.map((use) => ({ ...use, name: nameIn(use.name, language) })) };

  const summary = await summaryOf(map, before, wishes, language);
  if (wishes.size === 0) return { result: 'saved', revision: map.revision, summary };
  const revision = map.revision + 1;
  const put: Point[] = [];
  await forEachInSlices(wishes.values(), (point) => void (point && put.push({ ...point, revision })));
  if (!(await hasVersions(db, map.id)))
    await keepVersion(db, {
      mapId: map.id,
      revision: map.revision,
      at: map.createdAt,
      userId: null,
      summary: { added: before.size, moved: 0, changed: 0, deleted: 0 },
    });
  await deletePoints(db, deleted);
  await putPoints(db, put);
  await changeMap(db, map.id, { revision });
  await keepVersion(db, { mapId: map.id, revision, at: new Date(now()), userId, summary });
  await record(db, {
    userId,
    act: 'map.savePoints',
    subject: map.id,
    before: { revision: map.revision },
    after: { revision, ...summary },
  });
  afterCommit(notifyMapChanged({ fleet, broker }, { siteId: map.siteId, mapId: map.id, revision }, context));
  return { result: 'saved', revision, summary };
}

/** A picture is read only if bays are saved. */
async function wallsFor(
  pictureWalls: PictureWalls,
  db: Db,
  map: StoredMap,
  wishes: PointChanges,
): Promise<Walls | null> {
  if (map.pictureId === null) return map.plan;
  const hasBays = [...wishes.values()].some((point) => point !== null && point.chargeBase.length > 0);
  return hasBays ? pictureWalls.wallsOf(db, map) : null;
}

/** Names must be unique in every language. Faults of points that this save does not touch are ignored. */
async function faultsAmong(
  db: Db,
  map: StoredMap,
  after: ReadonlyMap<string, Point>,
  wishes: PointChanges,
  language: Language,
  walls: Walls | null,
): Promise<PointFault[]> {
  const frame = frameOfStored(map);
  const ties = {
    elevators: new Set((await elevatorsOf(db, map.siteId)).map(({ id }) => id)),
    doors: new Set((await entrancesOf(db, map.siteId)).filter(({ mapId }) => mapId === map.id).map(({ id }) => id)),
  };
  const validator = createPointValidator(frame, ties, walls);
  const found = new Map<string, PointFault>();
  const told = new Map<string, MapPoint>();
  for (const each of [language, ...LANGUAGES.filter((one) => one !== language)]) {
    let isNew = false;
    await forEachInSlices(after, ([areaId, point]) => {
      if (told.has(areaId) && !isTranslated(point)) return; // the same in every language
      const described = describePoint(point, frame, each);
      told.set(areaId, described);
      validator.faultsOf(areaId, described);
      isNew = true;
    });
    if (!isNew) break;
    for (const fault of validator.faultsAmong(told)) {
      const key = `${fault.areaId} ${fault.field} ${fault.error}`;
      if (wishes.has(fault.areaId) && !found.has(key)) found.set(key, fault);
    }
    await yieldToEventLoop();
  }
  return [...found.values()];
}

const isTranslated = ({ name, departWord, arrivedWord, chargeBase }: Point): boolean =>
  [name, departWord, arrivedWord, ...chargeBase.map((bay) => bay.name)].some((text) => typeof text !== 'string');

async function summaryOf(
  map: StoredMap,
  before: ReadonlyMap<string, Point>,
  wishes: PointChanges,
  language: Language,
): Promise<SaveSummary> {
  const frame = frameOfStored(map);
  const summary = { added: 0, moved: 0, changed: 0, deleted: 0 };
  await forEachInSlices(wishes, ([areaId, point]) => {
    const old = before.get(areaId);
    if (!point) summary.deleted += 1;
    else if (!old) summary.added += 1;
    else
      summary[
        differenceOf(describePoint(old, frame, language), describePoint(point, frame, language)) === 'moved'
          ? 'moved'
          : 'changed'
      ] += 1;
  });
  return summary;
}

export function storedPoint(
  areaId: string,
  mapId: string,
  to: EditedPoint,
  before: Point | undefined,
  language: Language,
): Point {
  const attributes = tidyAttributes(to.attributes);
  const name = to.name.trim();
  const theta = before && degreesOf(before.theta) === to.angle ? before.theta : toRadians(to.angle);
  const bays = new Map(before?.chargeBase.map((bay) => [bay.id, bay]));
  const sent =
    to.chargeBase.length > 0
      ? to.chargeBase
      : [{ id: `${areaId}-1`.slice(-64), name: `${name} 1`, x: to.worldX, y: to.worldY, theta }];
  return {
    areaId,
    mapId,
    name: withText(name, before?.name, language),
    departWord: withText(to.departWord, before?.departWord, language),
    arrivedWord: withText(to.arrivedWord, before?.arrivedWord, language),
    x: to.worldX,
    y: to.worldY,
    theta,
    stayTime: to.stayTime,
    attributes,
    chargeBase: attributes.includes('charging')
      ? sent.map((bay) => ({ ...bay, name: withText(bay.name, bays.get(bay.id)?.name, language) }))
      : [],
    elevatorId: to.elevatorId,
    doorId: to.doorId,
    revision: before?.revision ?? 0,
  };
}
