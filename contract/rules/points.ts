/**
 * What is wrong with a map's points (spec 5), for whoever edits them and for the server that keeps them: each fault at its
 * point and its field. And what has changed between two states of a point.
 */
import type { PointAttribute } from '../entities/constants.ts';
import { isOnMap, type MapFrame } from './mapFrame.ts';
import { POINT_NAME_WEIGHT, POINT_SPEECH_WEIGHT, STAY_TIME_MAX_S } from './mapLimits.ts';
import { textWeight } from './textWeight.ts';

/** Of a point what the rules look at. */
export interface PointFields {
  name: string;
  departWord: string;
  arrivedWord: string;
  /** Degrees. */
  angle: number;
  /** Seconds. */
  stayTime: number;
  attributes: readonly PointAttribute[];
  worldX: number;
  worldY: number;
  elevatorId: string | null;
  doorId: string | null;
}

export type PointField =
  'name' | 'departWord' | 'arrivedWord' | 'angle' | 'stayTime' | 'attributes' | 'place' | 'elevatorId' | 'doorId';
export const POINT_FAULTS = [
  'nameEmpty',
  'nameTooLong',
  'nameTaken',
  'speechTooLong',
  'angleWrong',
  'stayTimeWrong',
  'outsideMap',
  'secondCharging',
  'secondLoading',
  'elevatorUnknown',
  'doorUnknown',
] as const;
export type PointFaultName = (typeof POINT_FAULTS)[number];

export interface PointFault {
  areaId: string;
  field: PointField;
  error: PointFaultName;
  /** The other point of two that do not go together. */
  other: string | null;
}

/** What a point may be tied to. */
export interface Ties {
  elevators: ReadonlySet<string>;
  doors: ReadonlySet<string>;
}

/** Two names are the same one when they differ in white space around them, or in upper and lower case. */
export const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

export const isSpeech = (text: string): boolean => textWeight(text) <= POINT_SPEECH_WEIGHT;
/** Degrees. */
export const isAngle = (angle: number): boolean => Number.isInteger(angle) && angle >= 0 && angle <= 360;
/** Seconds. */
export const isStayTime = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 0 && seconds <= STAY_TIME_MAX_S;

const ONE_OF = { charging: 'secondCharging', loading: 'secondLoading' } as const satisfies Partial<
  Record<PointAttribute, PointFaultName>
>;

/** What is wrong with one point by itself. @param ties null: not looked at */
export function faultsOfPoint(
  areaId: string,
  point: PointFields,
  frame: MapFrame,
  ties: Ties | null = null,
): PointFault[] {
  const found: PointFault[] = [];
  const add = (field: PointField, error: PointFaultName) => void found.push({ areaId, field, error, other: null });
  const name = point.name.trim();
  if (name === '') add('name', 'nameEmpty');
  else if (textWeight(name) > POINT_NAME_WEIGHT) add('name', 'nameTooLong');
  for (const field of ['departWord', 'arrivedWord'] as const) if (!isSpeech(point[field])) add(field, 'speechTooLong');
  if (!isAngle(point.angle)) add('angle', 'angleWrong');
  if (!isStayTime(point.stayTime)) add('stayTime', 'stayTimeWrong');
  if (!Number.isFinite(point.worldX) || !Number.isFinite(point.worldY) || !isOnMap(frame, point.worldX, point.worldY))
    add('place', 'outsideMap');
  if (ties && point.elevatorId !== null && !ties.elevators.has(point.elevatorId)) add('elevatorId', 'elevatorUnknown');
  if (ties && point.doorId !== null && !ties.doors.has(point.doorId)) add('doorId', 'doorUnknown');
  return found;
}

/** What is wrong with all points of a map, those that do not go together included: of two, both are told, each naming the other. */
export const faultsOfPoints = (
  points: ReadonlyMap<string, PointFields>,
  frame: MapFrame,
  ties: Ties | null = null,
): PointFault[] => pointJudge(frame, ties)(points);

/** Judges the points of one map again and again: what is the very same object as before is not judged anew. */
export function pointJudge(
  frame: MapFrame,
  ties: Ties | null = null,
): (points: ReadonlyMap<string, PointFields>) => PointFault[] {
  const known = new WeakMap<PointFields, { areaId: string; key: string; faults: readonly PointFault[] }>();
  const judged = (areaId: string, point: PointFields) => {
    const before = known.get(point);
    if (before?.areaId === areaId) return before;
    const now = { areaId, key: nameKey(point.name), faults: faultsOfPoint(areaId, point, frame, ties) };
    known.set(point, now);
    return now;
  };
  return (points) => {
    const found: PointFault[] = [];
    /** The first of a name; all of them once there are two. */
    const named = new Map<string, string | string[]>();
    const special = { charging: [] as string[], loading: [] as string[] };
    for (const [areaId, point] of points) {
      const { key, faults } = judged(areaId, point);
      found.push(...faults);
      if (key !== '') join(named, key, areaId);
      for (const attribute of ['charging', 'loading'] as const)
        if (point.attributes.includes(attribute)) special[attribute].push(areaId);
    }
    const together = (ids: readonly string[], field: PointField, error: PointFaultName): void => {
      if (ids.length < 2) return;
      for (const [i, areaId] of ids.entries())
        found.push({ areaId, field, error, other: ids[i === 0 ? 1 : 0] ?? null });
    };
    for (const ids of named.values()) if (typeof ids !== 'string') together(ids, 'name', 'nameTaken');
    for (const attribute of ['charging', 'loading'] as const)
      together(special[attribute], 'attributes', ONE_OF[attribute]);
    return found;
  };
}

function join(named: Map<string, string | string[]>, key: string, areaId: string): void {
  const before = named.get(key);
  if (before === undefined) named.set(key, areaId);
  else if (typeof before === 'string') named.set(key, [before, areaId]);
  else before.push(areaId);
}

/** 'none' stands alone, and stands where there is nothing else; each once. */
export function tidyAttributes(attributes: readonly PointAttribute[]): PointAttribute[] {
  const own = [...new Set(attributes)].filter((attribute) => attribute !== 'none');
  return own.length > 0 ? own : ['none'];
}

export interface Bay {
  id: string;
  name: string;
  x: number;
  y: number;
  theta: number;
}
/** A point with what it is compared by. */
export type WholePoint = PointFields & { chargeBase: readonly Bay[] };
export type Difference = 'same' | 'moved' | 'changed';

/** moved: it lies elsewhere, or looks elsewhere, and nothing else; its bays go along with it. */
export function differenceOf(before: WholePoint, after: WholePoint): Difference {
  if (!isToldAlike(before, after)) return 'changed';
  return isPlacedAlike(before, after) ? 'same' : 'moved';
}

/** Field by field: thousands of points are compared at every Save, and written out they took most of its time. */
function isToldAlike(a: WholePoint, b: WholePoint): boolean {
  return (
    a.name === b.name &&
    a.departWord === b.departWord &&
    a.arrivedWord === b.arrivedWord &&
    a.stayTime === b.stayTime &&
    a.elevatorId === b.elevatorId &&
    a.doorId === b.doorId &&
    a.attributes.length === b.attributes.length &&
    new Set([...a.attributes, ...b.attributes]).size === new Set(a.attributes).size &&
    isListAlike(a.chargeBase, b.chargeBase, (one, other) => one.id === other.id && one.name === other.name)
  );
}
const isPlacedAlike = (a: WholePoint, b: WholePoint): boolean =>
  a.worldX === b.worldX &&
  a.worldY === b.worldY &&
  a.angle % 360 === b.angle % 360 &&
  isListAlike(
    a.chargeBase,
    b.chargeBase,
    (one, other) => one.x === other.x && one.y === other.y && one.theta === other.theta,
  );
const isListAlike = <Item>(
  a: readonly Item[],
  b: readonly Item[],
  isAlike: (one: Item, other: Item) => boolean,
): boolean => a.length === b.length && a.every((one, i) => isAlike(one, b[i] as Item));
