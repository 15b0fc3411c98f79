/** What editing a map's points sends and gets: changes that stand on a revision, conflicts, versions. */
import * as v from 'valibot';
import { POINT_FAULTS } from '../rules/points.ts';
import { POINT_ATTRIBUTES } from './constants.ts';
import { mapPoint } from './map.ts';
import { handlerChecked, id, idOf, metres, pointId, radians, time } from './values.ts';

/** One line; how long it may be is a rule of points.ts, told as a fault. */
const line = v.pipe(v.string(), v.trim(), v.maxLength(1_000), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
/** A speech may have lines. */
const speech = v.pipe(v.string(), v.maxLength(2_000));

/** A point as it is edited: all that a person sets. */
export const editedPoint = v.object({
  name: line,
  departWord: speech,
  arrivedWord: speech,
  /** Degrees, 0-360, whole. */
  angle: v.pipe(v.number(), v.minValue(0), v.maxValue(360)),
  /** Seconds. */
  stayTime: v.pipe(v.number(), v.finite()),
  attributes: v.pipe(v.array(v.picklist(POINT_ATTRIBUTES)), v.maxLength(POINT_ATTRIBUTES.length)),
  /** A charging point that is sent without bays gets one where it lies. */
  chargeBase: v.pipe(
    v.array(v.object({ id: idOf('chargeBay', id), name: line, x: metres, y: metres, theta: radians })),
    v.maxLength(50),
  ),
  worldX: metres,
  worldY: metres,
  elevatorId: v.nullable(idOf('elevator', id)),
  doorId: v.nullable(idOf('door', id)),
});
export type EditedPoint = v.InferOutput<typeof editedPoint>;

/**
 * The editor makes the ids of new points, so that a Save that is sent twice adds them once. Access follows from the map of the
 * request; the handler checks all of its points at once.
 */
const point = handlerChecked(pointId);
export const pointChange = v.variant('op', [
  v.object({ op: v.literal('add'), point, to: editedPoint }),
  v.object({ op: v.literal('change'), point, to: editedPoint }),
  v.object({ op: v.literal('delete'), point }),
]);
export type PointChange = v.InferOutput<typeof pointChange>;

/** How many points a Save added, moved (nothing else of them), changed, deleted. */
export const saveSummary = v.object({ added: v.number(), moved: v.number(), changed: v.number(), deleted: v.number() });
export type SaveSummary = v.InferOutput<typeof saveSummary>;

const pointFault = v.object({
  areaId: id,
  field: v.picklist([
    'name',
    'departWord',
    'arrivedWord',
    'angle',
    'stayTime',
    'attributes',
    'place',
    'elevatorId',
    'doorId',
  ]),
  error: v.picklist(POINT_FAULTS),
  other: v.nullable(id),
});

/** A point that somebody else changed, or deleted, after the revision on which one's own change of it stands. */
export const pointConflict = v.object({
  areaId: id,
  /** As it is now; null: deleted. */
  theirs: v.nullable(mapPoint),
  /** As it was on one's own revision; null: not there yet, or no longer kept. */
  base: v.nullable(mapPoint),
});
export type PointConflict = v.InferOutput<typeof pointConflict>;

/** What stands against deleting a point. */
export const pointUse = v.object({
  areaId: id,
  kind: v.picklist(['route', 'robot']),
  /** A route's id, or a serial number. */
  id: v.string(),
  name: v.string(),
});
export type PointUse = v.InferOutput<typeof pointUse>;

/** Anything but `saved` has changed nothing. */
export const saveResult = v.variant('result', [
  v.object({ result: v.literal('saved'), revision: v.number(), summary: saveSummary }),
  /** Whoever keeps their own change sends it again on `revision`; of a point that is gone as `add`. */
  v.object({ result: v.literal('conflicts'), revision: v.number(), conflicts: v.array(pointConflict) }),
  v.object({ result: v.literal('faulty'), faults: v.array(pointFault) }),
  /** A robot under way always stands against it; routes do until `breakRoutes` says that they may. */
  v.object({ result: v.literal('inUse'), uses: v.array(pointUse) }),
]);
export type SaveResult = v.InferOutput<typeof saveResult>;

export const mapVersion = v.object({
  revision: v.number(),
  at: time,
  /** null: nobody's doing, the map came so. */
  by: v.nullable(v.object({ userId: id, name: v.string() })),
  summary: saveSummary,
  pointCount: v.number(),
});
export type MapVersion = v.InferOutput<typeof mapVersion>;
