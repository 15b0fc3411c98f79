/** Requests and results of editing a map's points: changes based on a revision, conflicts, versions. */
import * as v from 'valibot';
import { BAYS_PER_POINT } from '../rules/mapLimits.ts';
import { POINT_FAULTS } from '../rules/points.ts';
import { POINT_ATTRIBUTES } from './robotConstants.ts';
import { mapPoint } from './map.ts';
import { id, metres, pointId, radians, time } from './values.ts';
import { handlerChecked, idOf } from './idOf.ts';

/** One line; points.ts checks the length and reports it as a fault. */
const line = v.pipe(v.string(), v.trim(), v.maxLength(1_000), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
/** Can have several lines. */
const speech = v.pipe(v.string(), v.maxLength(2_000));

/** The editable fields of a point. */
export const editedPoint = v.object({
  name: line,
  departWord: speech,
  arrivedWord: speech,
  /** Degrees, 0-360, integer. */
  angle: v.pipe(v.number(), v.minValue(0), v.maxValue(360)),
  /** Seconds. */
  stayTime: v.pipe(v.number(), v.finite()),
  attributes: v.pipe(v.array(v.picklist(POINT_ATTRIBUTES)), v.maxLength(POINT_ATTRIBUTES.length)),
  /** A charging point without bays gets one bay at its own position. */
  chargeBase: v.pipe(
    v.array(v.object({ id: idOf('chargeBay', id), name: line, x: metres, y: metres, theta: radians })),
    v.maxLength(BAYS_PER_POINT),
  ),
  worldX: metres,
  worldY: metres,
  elevatorId: v.nullable(idOf('elevator', id)),
  doorId: v.nullable(idOf('door', id)),
});
export type EditedPoint = v.InferOutput<typeof editedPoint>;

/**
 * The editor creates the ids of new points, so that a repeated save adds them only once. Access follows from the map of
 * the request; the handler checks all of its points at once.
 */
const point = handlerChecked(pointId);
export const pointChange = v.variant('op', [
  v.object({ op: v.literal('add'), point, to: editedPoint }),
  v.object({ op: v.literal('change'), point, to: editedPoint }),
  v.object({ op: v.literal('delete'), point }),
]);
export type PointChange = v.InferOutput<typeof pointChange>;

/** Number of points that a save added, moved (position or angle only), changed and deleted. */
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
    'chargeBase',
  ]),
  error: v.picklist(POINT_FAULTS),
  other: v.nullable(id),
});

/** A point that someone else changed or deleted after the base revision of the caller's own change. */
export const pointConflict = v.object({
  areaId: id,
  /** The current point; null: deleted. */
  theirs: v.nullable(mapPoint),
  /** The point in the base revision; null: it did not exist yet, or the revision is no longer stored. */
  base: v.nullable(mapPoint),
});
export type PointConflict = v.InferOutput<typeof pointConflict>;

/** A use of a point that blocks its deletion. */
export const pointUse = v.object({
  areaId: id,
  kind: v.picklist(['route', 'robot', 'delivery']),
  /** A route id, a serial number or the id of a delivery. */
  id: v.string(),
  /** Of a delivery: its destination. */
  name: v.string(),
});
export type PointUse = v.InferOutput<typeof pointUse>;

/** Only `saved` changes anything. */
export const saveResult = v.variant('result', [
  v.object({ result: v.literal('saved'), revision: v.number(), summary: saveSummary }),
  /** To keep the own change, send it again based on `revision`; as `add` if the point was deleted. */
  v.object({ result: v.literal('conflicts'), revision: v.number(), conflicts: v.array(pointConflict) }),
  v.object({ result: v.literal('faulty'), faults: v.array(pointFault) }),
  /** A robot or a delivery under way always blocks the deletion; a route blocks it unless `breakRoutes` is set. */
  v.object({ result: v.literal('inUse'), uses: v.array(pointUse) }),
]);
export type SaveResult = v.InferOutput<typeof saveResult>;

export const mapVersion = v.object({
  revision: v.number(),
  at: time,
  /** null: no account, the map was created with these points. */
  by: v.nullable(v.object({ userId: id, name: v.string() })),
  summary: saveSummary,
  pointCount: v.number(),
});
export type MapVersion = v.InferOutput<typeof mapVersion>;
