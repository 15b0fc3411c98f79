/**
 * Lifts and doors that points are linked to, and their positions on the map: the lift's shaft or the door's doorway in
 * the floor plan, else the position of the lift's or door's own point. Also the edits that link points to a lift or
 * door.
 */
import type { FloorPlan, Place, Room } from '../../../contract/entities/floorPlan.ts';
import { tidyAttributes } from '../../../contract/rules/points.ts';
import { changing, joined, pointIn, type DraftPoint, type Patch, type Points } from './draft.ts';

export type Tied = 'lift' | 'door';
/** A lift, or a door with access control. */
export interface Anchor {
  readonly tied: Tied;
  readonly id: string;
  readonly name: string;
  /** null: this map has no position for it. Points are then linked by name only. */
  readonly at: Place | null;
  /** The lift's shaft. */
  readonly room: Room | null;
}
export interface TiesOfMap {
  readonly plan: Pick<FloorPlan, 'rooms' | 'doors'>;
  readonly elevators: readonly { id: string; name: string }[];
  /** The doors of this map. */
  readonly entrances: readonly { id: string; name: string }[];
}

const isIn = ([x, y]: Place, { x: left, y: bottom, w, h }: Room): boolean =>
  x >= left && y >= bottom && x <= left + w && y <= bottom + h;
const placeOf = ({ worldX, worldY }: DraftPoint): Place => [worldX, worldY];

export function anchorsOf({ plan, elevators, entrances }: TiesOfMap, points: Points): readonly Anchor[] {
  const own = (attribute: 'elevator' | 'doorAccess', field: 'elevatorId' | 'doorId'): ReadonlyMap<string, Place> =>
    new Map(
      points
        .filter((point) => point[field] !== null && point.attributes.includes(attribute))
        .map((point) => [point[field] ?? '', placeOf(point)]),
    );
  const [lifts, doors] = [own('elevator', 'elevatorId'), own('doorAccess', 'doorId')];
  const shafts = plan.rooms.filter(({ kind }) => kind === 'lift');
  return [
    ...elevators.map(({ id, name }): Anchor => {
      const cabin = lifts.get(id) ?? null;
      const room =
        shafts.find((shaft) => shaft.name === name) ?? (cabin && shafts.find((shaft) => isIn(cabin, shaft))) ?? null;
      return { tied: 'lift', id, name, room, at: room ? [room.x + room.w / 2, room.y + room.h / 2] : cabin };
    }),
    ...entrances.map(({ id, name }): Anchor => {
      const doorway = plan.doors.find((door) => door.id === id);
      return {
        tied: 'door',
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
export function anchorAt(anchors: readonly Anchor[], [x, y]: Place, reach: number): Anchor | null {
  const off = ({ at }: Anchor): number => (at ? Math.hypot(at[0] - x, at[1] - y) : Infinity);
  const near = anchors
    .filter((anchor) => off(anchor) <= Math.max(reach, anchor.tied === 'door' ? DOORWAY_M : 0))
    .sort((a, b) => off(a) - off(b))[0];
  return near ?? anchors.find(({ room }) => room && isIn([x, y], room)) ?? null;
}

/** The lift or door that a point belongs to, by the point's attributes. */
export function anchorOfPoint(
  { attributes, elevatorId, doorId }: DraftPoint,
  anchors: readonly Anchor[],
): Anchor | null {
  const of = (tied: Tied, id: string | null): Anchor | null =>
    id === null ? null : (anchors.find((one) => one.tied === tied && one.id === id) ?? null);
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
  { tied, id, room }: Anchor,
  taken: 'own' | 'waiting' | null = null,
): Patch {
  const { own, waiting, field } = AT[tied];
  const waits = points.some(
    (point) => point[field] === id && point.attributes.includes(waiting) && !ids.includes(point.areaId),
  );
  return ids.reduce<Patch>((patch, areaId) => {
    const point = pointIn(points, areaId);
    if (!point) return patch;
    const isKnown = point.attributes.includes(own) || point.attributes.includes(waiting);
    const isOwn = taken === null ? (room ? isIn(placeOf(point), room) : tied === 'door' && waits) : taken === 'waiting';
    const attributes = isKnown ? point.attributes : tidyAttributes([isOwn ? own : waiting, ...point.attributes]);
    return joined(patch, changing(points, [areaId], { [field]: id, attributes }));
  }, []);
}

/**
 * Links a point to another point: if one belongs to a lift or door, so does the other, with the opposite role (own or
 * waiting).
 */
export function joining(points: Points, ids: readonly string[], otherId: string, anchors: readonly Anchor[]): Patch {
  const other = pointIn(points, otherId);
  const first = pointIn(points, ids[0] ?? '');
  if (!other || !first) return [];
  const role = (point: DraftPoint, tied: Tied): 'own' | 'waiting' | null =>
    point.attributes.includes(AT[tied].own) ? 'own' : point.attributes.includes(AT[tied].waiting) ? 'waiting' : null;
  const theirs = anchorOfPoint(other, anchors);
  if (theirs) return connecting(points, ids, theirs, role(other, theirs.tied));
  const ours = anchorOfPoint(first, anchors);
  return ours ? connecting(points, [otherId], ours, role(first, ours.tied)) : [];
}

/** One line per linked point whose lift or door has a position: [from the point, to the lift or door]. */
export function linksOf(points: Points, anchors: readonly Anchor[]): readonly (readonly [areaId: string, to: Place])[] {
  const at = new Map(
    anchors.flatMap((anchor) => (anchor.at ? [[`${anchor.tied} ${anchor.id}`, anchor.at] as const] : [])),
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
      ).flatMap(([tied, id]) => {
        const to = id === null ? undefined : at.get(`${tied} ${id}`);
        return to ? [[areaId, to] as const] : [];
      }),
    );
}
