/**
 * Lifts and doors that points are linked to, and their positions on the map: the lift's shaft or the door's doorway in
 * the floor plan, else the position of the lift's or door's own point. Also the edits that link points to a lift or
 * door.
 */
import type { FloorPlan, Place, Room } from '../../../contract/entities/floorPlan.ts';
import { tidyAttributes } from '../../../contract/rules/points.ts';
import { changing, joined, pointIn, type DraftPoint, type Patch, type Points } from './draft.ts';

export type TargetKind = 'lift' | 'door';
/** A lift, or a door with access control. */
export interface AttachmentTarget {
  readonly kind: TargetKind;
  readonly id: string;
  readonly name: string;
  /** null: this map has no position for it. Points are then linked by name only. */
  readonly at: Place | null;
  /** The lift's shaft. */
  readonly room: Room | null;
}
export interface AttachableMap {
  readonly plan: Pick<FloorPlan, 'rooms' | 'doors'>;
  readonly elevators: readonly { id: string; name: string }[];
  /** The doors of this map. */
  readonly entrances: readonly { id: string; name: string }[];
}

const isIn = ([x, y]: Place, { x: left, y: bottom, w, h }: Room): boolean =>
  x >= left && y >= bottom && x <= left + w && y <= bottom + h;
const placeOf = ({ worldX, worldY }: DraftPoint): Place => [worldX, worldY];

export function attachmentTargets(
  { plan, elevators, entrances }: AttachableMap,
  points: Points,
): readonly AttachmentTarget[] {
  const own = (attribute: 'elevator' | 'doorAccess', field: 'elevatorId' | 'doorId'): ReadonlyMap<string, Place> =>
    new Map(
      points
        .filter((point) => point[field] !== null && point.attributes.includes(attribute))
        .map((point) => [point[field] ?? '', placeOf(point)]),
    );
  const [lifts, doors] = [own('elevator', 'elevatorId'), own('doorAccess', 'doorId')];
  const shafts = plan.rooms.filter(({ kind }) => kind === 'lift');
  return [
    ...elevators.map(({ id, name }): AttachmentTarget => {
      const cabin = lifts.get(id) ?? null;
      const room =
        shafts.find((shaft) => shaft.name === name) ?? (cabin && shafts.find((shaft) => isIn(cabin, shaft))) ?? null;
      return { kind: 'lift', id, name, room, at: room ? [room.x + room.w / 2, room.y + room.h / 2] : cabin };
    }),
    ...entrances.map(({ id, name }): AttachmentTarget => {
      const doorway = plan.doors.find((door) => door.id === id);
      return {
        kind: 'door',
        id,
        name,
        room: null,
        at: doorway
          ? [(doorway.from[0] + doorway.to[0]) / 2, (doorway.from[1] + doorway.to[1]) / 2]
          : (doors.get(id) ?? null),
      };
    }),
  ];
}

/** Hit radius of a door, metres: about the width of a doorway. */
const DOORWAY_M = 0.8;
/** The lift or door under the pointer. @param reach metres */
export function attachmentTargetAt(
  targets: readonly AttachmentTarget[],
  [x, y]: Place,
  reach: number,
): AttachmentTarget | null {
  const off = ({ at }: AttachmentTarget): number => (at ? Math.hypot(at[0] - x, at[1] - y) : Infinity);
  const near = targets
    .filter((target) => off(target) <= Math.max(reach, target.kind === 'door' ? DOORWAY_M : 0))
    .sort((a, b) => off(a) - off(b))[0];
  return near ?? targets.find(({ room }) => room && isIn([x, y], room)) ?? null;
}

/** The lift or door that a point belongs to, by the point's attributes. */
export function targetOfPoint(
  { attributes, elevatorId, doorId }: DraftPoint,
  targets: readonly AttachmentTarget[],
): AttachmentTarget | null {
  const of = (kind: TargetKind, id: string | null): AttachmentTarget | null =>
    id === null ? null : (targets.find((one) => one.kind === kind && one.id === id) ?? null);
  const isAtDoor = attributes.includes('doorAccess') || attributes.includes('doorAccessWaiting');
  return isAtDoor ? (of('door', doorId) ?? of('lift', elevatorId)) : (of('lift', elevatorId) ?? of('door', doorId));
}

const AT = {
  lift: { own: 'elevator', waiting: 'waitingElevator', field: 'elevatorId' },
  door: { own: 'doorAccess', waiting: 'doorAccessWaiting', field: 'doorId' },
} as const;

/**
 * Links points to a lift or door. Points that are at neither get an attribute: the lift's own inside the shaft, the
 * door's own if another point already waits there, otherwise waiting.
 */
export function connecting(
  points: Points,
  ids: readonly string[],
  { kind, id, room }: AttachmentTarget,
  taken: 'own' | 'waiting' | null = null,
): Patch {
  const { own, waiting, field } = AT[kind];
  const waits = points.some(
    (point) => point[field] === id && point.attributes.includes(waiting) && !ids.includes(point.areaId),
  );
  return ids.reduce<Patch>((patch, areaId) => {
    const point = pointIn(points, areaId);
    if (!point) return patch;
    const isKnown = point.attributes.includes(own) || point.attributes.includes(waiting);
    const isOwn = taken === null ? (room ? isIn(placeOf(point), room) : kind === 'door' && waits) : taken === 'waiting';
    const attributes = isKnown ? point.attributes : tidyAttributes([isOwn ? own : waiting, ...point.attributes]);
    return joined(patch, changing(points, [areaId], { [field]: id, attributes }));
  }, []);
}

/**
 * Links a point to another point: if one belongs to a lift or door, so does the other, with the opposite role (own or
 * waiting).
 */
export function joining(
  points: Points,
  ids: readonly string[],
  otherId: string,
  targets: readonly AttachmentTarget[],
): Patch {
  const other = pointIn(points, otherId);
  const first = pointIn(points, ids[0] ?? '');
  if (!other || !first) return [];
  const role = (point: DraftPoint, kind: TargetKind): 'own' | 'waiting' | null =>
    point.attributes.includes(AT[kind].own) ? 'own' : point.attributes.includes(AT[kind].waiting) ? 'waiting' : null;
  const theirs = targetOfPoint(other, targets);
  if (theirs) return connecting(points, ids, theirs, role(other, theirs.kind));
  const ours = targetOfPoint(first, targets);
  return ours ? connecting(points, [otherId], ours, role(first, ours.kind)) : [];
}

/** One line per linked point whose lift or door has a position: [from the point, to the lift or door]. */
export function linksOf(
  points: Points,
  targets: readonly AttachmentTarget[],
): readonly (readonly [areaId: string, to: Place])[] {
  const at = new Map(
    targets.flatMap((target) => (target.at ? [[`${target.kind} ${target.id}`, target.at] as const] : [])),
  );
  // Most of the possibly thousands of points have no link.
  return points
    .filter(({ elevatorId, doorId }) => elevatorId !== null || doorId !== null)
    .flatMap(({ areaId, elevatorId, doorId }) =>
      (
        [
          ['lift', elevatorId],
          ['door', doorId],
        ] as const
      ).flatMap(([kind, id]) => {
        const to = id === null ? undefined : at.get(`${kind} ${id}`);
        return to ? [[areaId, to] as const] : [];
      }),
    );
}
