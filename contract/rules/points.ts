/**
 * Validation of a map's points (spec 5), shared by the editor and the server: each fault names its point and field.
 * Also compares two states of a point.
 */
import type { PointAttribute } from '../entities/robotConstants.ts';
import { isOnMap, type MapFrame } from './mapFrame.ts';
import { BAY_NAME_WEIGHT, BAYS_PER_POINT, POINT_NAME_WEIGHT, STAY_TIME_MAX_S } from './mapLimits.ts';
import { isOccupied, type PlanShape } from './planCells.ts';
import { isSpeech, textWeight } from './textWeight.ts';

/** The fields of a point that the rules check. */
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
  /** Bays of a charging point; not checked for other points. */
  chargeBase?: readonly Bay[];
}

export type PointField =
  | 'name'
  | 'departWord'
  | 'arrivedWord'
  | 'angle'
  | 'stayTime'
  | 'attributes'
  | 'place'
  | 'elevatorId'
  | 'doorId'
  | 'chargeBase';
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
  'tooManyBays',
  'bayNameEmpty',
  'bayNameTooLong',
  'bayNameTaken',
  'bayOutsideMap',
  'bayBlocked',
] as const;
export type PointFaultName = (typeof POINT_FAULTS)[number];

export interface PointFault {
  areaId: string;
  field: PointField;
  error: PointFaultName;
  /** The conflicting other point, if any. */
  other: string | null;
}

/** The lifts and doors that a point can reference. */
export interface PointReferences {
  elevators: ReadonlySet<string>;
  doors: ReadonlySet<string>;
}

/** Names are equal if they differ only in surrounding white space, case or Unicode form (NFKC). */
export const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** Degrees. */
export const isAngle = (angle: number): boolean => Number.isInteger(angle) && angle >= 0 && angle <= 360;
/** Seconds. */
export const isStayTime = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 0 && seconds <= STAY_TIME_MAX_S;

const ONE_OF = { charging: 'secondCharging', loading: 'secondLoading' } as const satisfies Partial<
  Record<PointAttribute, PointFaultName>
>;

/** The faults of a single point. @param ties null: references are not checked @param walls null: nor are walls */
export function faultsOfPoint(
  areaId: string,
  point: PointFields,
  frame: MapFrame,
  ties: PointReferences | null = null,
  walls: Walls | null = null,
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
  for (const error of faultsOfBays(point, frame, walls)) add('chargeBase', error);
  return found;
}

/** Each kind of fault once: the panel lists the bays beside it. */
function faultsOfBays(
  { attributes, chargeBase = [] }: PointFields,
  frame: MapFrame,
  walls: Walls | null,
): PointFaultName[] {
  if (!attributes.includes('charging')) return [];
  const names = chargeBase.map(({ name }) => nameKey(name));
  const wrong: Partial<Record<PointFaultName, boolean>> = {
    tooManyBays: chargeBase.length > BAYS_PER_POINT,
    bayNameEmpty: names.includes(''),
    bayNameTooLong: chargeBase.some(({ name }) => textWeight(name.trim()) > BAY_NAME_WEIGHT),
    bayNameTaken: new Set(names).size < names.length,
    bayOutsideMap: chargeBase.some((bay) => !isInFrame(bay, frame)),
    bayBlocked: chargeBase.some((bay) => isBayBlocked(bay, frame, walls)),
  };
  return POINT_FAULTS.filter((fault) => wrong[fault]);
}

const isInFrame = ({ x, y }: Pick<Bay, 'x' | 'y'>, frame: MapFrame): boolean =>
  Number.isFinite(x) && Number.isFinite(y) && isOnMap(frame, x, y);

/** The plan of the map, or whether a place of its picture is occupied, in metres. */
export type Walls = PlanShape | ((x: number, y: number) => boolean);

/**
 * Whether a robot could not charge at the bay, because its centre is in a wall or off the floor of the plan. A bay
 * outside the map has a fault of its own. @param walls null: unknown here, the server checks the picture
 */
function isBayBlocked(bay: Pick<Bay, 'x' | 'y'>, frame: MapFrame, walls: Walls | null): boolean {
  if (walls === null || !isInFrame(bay, frame)) return false;
  return typeof walls === 'function' ? walls(bay.x, bay.y) : isOccupied(walls, bay.x, bay.y);
}

/**
 * The faults of all points of a map, including conflicts between two points: both are reported, each naming the other.
 */
export const faultsOfPoints = (
  points: ReadonlyMap<string, PointFields>,
  frame: MapFrame,
  ties: PointReferences | null = null,
  walls: Walls | null = null,
): PointFault[] => createPointValidator(frame, ties, walls).faultsAmong(points);

export interface PointValidator {
  /** The faults of the point alone. A caller with thousands of points can go through them in slices first. */
  faultsOf(areaId: string, point: PointFields): readonly PointFault[];
  /** As faultsOfPoints. */
  faultsAmong(points: ReadonlyMap<string, PointFields>): PointFault[];
}

/** Validates the points of one map repeatedly; results are cached by object identity. */
export function createPointValidator(
  frame: MapFrame,
  ties: PointReferences | null = null,
  walls: Walls | null = null,
): PointValidator {
  const known = new WeakMap<PointFields, { areaId: string; key: string; faults: readonly PointFault[] }>();
  const judged = (areaId: string, point: PointFields) => {
    const before = known.get(point);
    if (before?.areaId === areaId) return before;
    const now = { areaId, key: nameKey(point.name), faults: faultsOfPoint(areaId, point, frame, ties, walls) };
    known.set(point, now);
    return now;
  };
  const faultsAmong = (points: ReadonlyMap<string, PointFields>): PointFault[] => {
    const found: PointFault[] = [];
    /** The first id with a name; all ids once there are two. */
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
  return { faultsOf: (areaId, point) => judged(areaId, point).faults, faultsAmong };
}

function join(named: Map<string, string | string[]>, key: string, areaId: string): void {
  const before = named.get(key);
  if (before === undefined) named.set(key, areaId);
  else if (typeof before === 'string') named.set(key, [before, areaId]);
  else before.push(areaId);
}

/** Removes duplicates; 'none' is used exactly when there is no other attribute. */
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
/** A point with all fields that are compared. */
export type WholePoint = PointFields & { chargeBase: readonly Bay[] };
export type Difference = 'same' | 'moved' | 'changed';

/** moved: only the position or angle differs; the bays move along. */
export function differenceOf(before: WholePoint, after: WholePoint): Difference {
  if (!hasEqualContent(before, after)) return 'changed';
  return isPlacedAlike(before, after) ? 'same' : 'moved';
}

/** Compares field by field: every save compares thousands of points, and serializing them took most of its time. */
function hasEqualContent(a: WholePoint, b: WholePoint): boolean {
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
