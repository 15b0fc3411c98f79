/**
 * Preview of importing a layout's points into a map, point by point. Points are matched by id, then by name. Points
 * that the layout does not contain stay. Unusable points are listed with their fault and can be left out.
 */
import * as v from 'valibot';
import { editedPoint, type EditedPoint, type PointChange } from '../../entities/mapEdit.ts';
import { id as idSchema } from '../../entities/values.ts';
import type { MapFrame } from '../mapFrame.ts';
import {
  differenceOf,
  faultsOfPoints,
  nameKey,
  tidyAttributes,
  type PointFault,
  type PointReferences,
  type WholePoint,
} from '../points.ts';
import type { LifMap, LifPoint } from './lif.ts';

/** A current point of the map. */
export type OwnPoint = WholePoint & { areaId: string };

export interface LifStep {
  /** `unused`: the point has a fault, or a field that does not fit the schema. */
  does: 'add' | 'move' | 'change' | 'unused';
  areaId: string;
  name: string;
  /** The existing point's name; null: the point is new or keeps its name. */
  nameBefore: string | null;
  /** The fault of an unused point; null: a field is too long or contains invalid characters. */
  fault: PointFault | null;
}
export interface LifChanges {
  steps: readonly LifStep[];
  /** The changes to send, without the unused steps. */
  changes: readonly PointChange[];
  /** Number of points that are already identical. */
  same: number;
  /** Number of the map's points that the layout does not contain. */
  kept: number;
  /** Number of dropped references to lifts and doors that this site does not have. */
  detached: number;
}

interface Wanted {
  areaId: string;
  to: EditedPoint;
  before: OwnPoint | undefined;
}
/** Degrees; smaller angle differences are rounding errors. */
const TURN = 1e-4;

/** @param newId id for a new point from its index in the layout; must be deterministic */
export function lifChanges({
  layout,
  mapId,
  own,
  frame,
  ties,
  newId,
}: {
  layout: LifMap;
  mapId: string;
  own: readonly OwnPoint[];
  frame: MapFrame;
  ties: PointReferences;
  newId: (index: number) => string;
}): LifChanges {
  const byId = new Map(own.map((point) => [point.areaId, point]));
  const byName = new Map(own.map((point) => [nameKey(point.name), point]));
  const inLayout = new Set(layout.points.map(({ areaId }) => areaId));
  const taken = new Set<string>();
  let [same, detached] = [0, 0];
  const wanted: Wanted[] = [];
  const unfit: LifStep[] = [];
  for (const [index, point] of layout.points.entries()) {
    const named = byName.get(nameKey(point.name));
    const before =
      byId.get(point.areaId) ?? (named && !inLayout.has(named.areaId) && !taken.has(named.areaId) ? named : undefined);
    // The map's own export restores points deleted since then under their old ids, which routes still reference.
    const areaId =
      before?.areaId ?? (layout.mapId === mapId && v.is(idSchema, point.areaId) ? point.areaId : newId(index));
    taken.add(areaId);
    const to = edited(point, before, ties);
    detached += Number(to.elevatorId !== point.elevatorId) + Number(to.doorId !== point.doorId);
    if (before && differenceOf(before, to) === 'same') same += 1;
    else if (v.is(editedPoint, to)) wanted.push({ areaId, to, before });
    else unfit.push({ does: 'unused', areaId, name: point.name.slice(0, 60), nameBefore: null, fault: null });
  }
  const faulty = new Map<string, PointFault>();
  const isUsable = ({ areaId }: Wanted): boolean => !faulty.has(areaId);
  // Leaving a point out can cause new conflicts for others, so repeat until no more faults are found.
  for (let found = true; found;) {
    found = false;
    const after = new Map<string, WholePoint>(own.map((point) => [point.areaId, point]));
    const used = wanted.filter(isUsable);
    for (const { areaId, to } of used) after.set(areaId, to);
    const asked = new Map(used.map(({ areaId }, place) => [areaId, place]));
    for (const fault of faultsOfPoints(after, frame, ties)) {
      const place = asked.get(fault.areaId);
      if (place === undefined || faulty.has(fault.areaId)) continue;
      // Of two conflicting points of the layout, the first is kept.
      const other = fault.other === null || faulty.has(fault.other) ? undefined : asked.get(fault.other);
      if (other !== undefined && place < other) continue;
      faulty.set(fault.areaId, fault);
      found = true;
    }
  }
  const steps = wanted.map(({ areaId, to, before }): LifStep => {
    const difference = before && differenceOf(before, to);
    return {
      does: faulty.has(areaId) ? 'unused' : !before ? 'add' : difference === 'moved' ? 'move' : 'change',
      areaId,
      name: to.name,
      nameBefore: before && before.name !== to.name ? before.name : null,
      fault: faulty.get(areaId) ?? null,
    };
  });
  const changes = wanted
    .filter(isUsable)
    .map(({ areaId, to, before }): PointChange => ({ op: before ? 'change' : 'add', point: areaId, to }));
  return {
    steps: [...steps, ...unfit],
    changes,
    same,
    kept: own.filter(({ areaId }) => !taken.has(areaId)).length,
    detached,
  };
}

function edited(
  {
    name,
    departWord,
    arrivedWord,
    angle,
    stayTime,
    attributes,
    chargeBase,
    worldX,
    worldY,
    elevatorId,
    doorId,
  }: LifPoint,
  before: OwnPoint | undefined,
  ties: PointReferences,
): EditedPoint {
  const tidy = tidyAttributes(attributes);
  return {
    name: name.trim(),
    departWord,
    arrivedWord,
    stayTime,
    worldX,
    worldY,
    attributes: tidy,
    angle: before && Math.abs((before.angle % 360) - angle) < TURN ? before.angle : Math.round(angle) % 360,
    // A charging point without bays keeps its existing ones, or gets one at its own position.
    chargeBase: tidy.includes('charging')
      ? (chargeBase.length > 0 ? chargeBase : (before?.chargeBase ?? [])).map((bay) => ({ ...bay }))
      : [],
    elevatorId: elevatorId !== null && ties.elevators.has(elevatorId) ? elevatorId : null,
    doorId: doorId !== null && ties.doors.has(doorId) ? doorId : null,
  };
}
