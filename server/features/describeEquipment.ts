/** Presents lifts, doors and charging bays in the reader's language. */
import type { PointAttribute } from '../../contract/entities/robotConstants.ts';
import type { Lift, LiftStop, SiteBay, SiteEquipment } from '../../contract/entities/site.ts';
import { isInBay } from '../../contract/rules/siteLimits.ts';
import { bothNamesOf, nameIn } from '../db/localName.ts';
import type { StoredMap } from '../db/repositories/maps.ts';
import type { StoredDoor, StoredLift } from '../db/repositories/sites.ts';
import type { StoredPoint } from '../db/schema.ts';
import type { RequestContext } from '../requestContext.ts';
import type { AppDeps } from '../appDeps.ts';

/** A robot is near a lift or a door within this distance of one of its points, metres. */
const NEAR_M = 4;

interface Rows {
  lifts: readonly StoredLift[];
  doors: readonly StoredDoor[];
  points: readonly StoredPoint[];
  floors: readonly Pick<StoredMap, 'id'>[];
}
type Context = Pick<RequestContext, 'language' | 'userId'>;
type Needs = Pick<AppDeps, 'fleet'> & {
  /** Whether the simulated building has a lift or door of this id. */
  isSimulated: (id: string) => boolean;
};

export const LIFT_POINTS: readonly PointAttribute[] = ['elevator'];
export const DOOR_POINTS: readonly PointAttribute[] = ['doorAccess', 'doorAccessWaiting'];
export const hasOneOf = ({ attributes }: Pick<StoredPoint, 'attributes'>, wanted: readonly PointAttribute[]): boolean =>
  attributes.some((one) => wanted.includes(one));

export function describeEquipment(
  { lifts, doors, points, floors }: Rows,
  needs: Needs,
  { language, userId }: Context,
): Omit<SiteEquipment, 'siteId' | 'storage' | 'schedules'> {
  const opening = ({
    id,
    openedBy,
    relayUrl,
    relaySilentSince,
    openSeconds,
    isOutOfService,
    revision,
  }: StoredLift | StoredDoor) => ({
    openedBy,
    relayUrl,
    openSeconds,
    isOutOfService,
    silentSince: openedBy === 'relay' ? (relaySilentSince?.getTime() ?? null) : null,
    revision,
    untestable: whyUntestable(openedBy, needs.isSimulated(id)),
  });
  const named = ({ id, name }: StoredLift | StoredDoor) => ({
    id,
    name: nameIn(name, language),
    names: bothNamesOf(name),
  });
  return {
    lifts: lifts.map((lift) => ({
      ...named(lift),
      near: nearTo(
        points.filter(({ elevatorId }) => elevatorId === lift.id),
        needs,
        language,
      ),
      ...opening(lift),
      stops: floors.flatMap(({ id: mapId }) => stopOf(lift, mapId, points, language) ?? []),
    })),
    doors: doors.map((door) => ({
      ...named(door),
      near: nearTo(
        points.filter(({ doorId }) => doorId === door.id),
        needs,
        language,
      ),
      ...opening(door),
      mapId: door.mapId,
      points: points
        .filter(({ doorId }) => doorId === door.id)
        .map(({ areaId, name }) => ({ areaId, name: nameIn(name, language) })),
    })),
    bays: points
      .filter((point) => point.attributes.includes('charging'))
      .flatMap((point) => baysOf(point, needs, { language, userId })),
    points: points.flatMap((point) => {
      const { areaId, mapId, name, elevatorId, doorId } = point;
      const told = { areaId, mapId, name: nameIn(name, language) };
      return [
        ...(hasOneOf(point, LIFT_POINTS) ? [{ ...told, use: 'lift' as const, tiedTo: elevatorId }] : []),
        ...(hasOneOf(point, DOOR_POINTS) ? [{ ...told, use: 'door' as const, tiedTo: doorId }] : []),
      ];
    }),
  };
}

/** Opened by staff; a robot's connection to a door is usable from here only if the building is simulated. */
export function whyUntestable(openedBy: StoredLift['openedBy'], isSimulated: boolean): Lift['untestable'] {
  if (openedBy === 'relay' || (openedBy === 'robot' && isSimulated)) return null;
  return openedBy;
}

/** The chosen boarding point of a floor, else the first lift point there that belongs to the lift. */
function stopOf(
  { id, stops }: StoredLift,
  mapId: string,
  points: readonly StoredPoint[],
  language: Context['language'],
): LiftStop | null {
  const own = points.filter(
    (point) => point.mapId === mapId && point.elevatorId === id && hasOneOf(point, LIFT_POINTS),
  );
  const stored = stops.find((stop) => stop.mapId === mapId);
  const boarding = own.find(({ areaId }) => areaId === stored?.areaId) ?? own[0];
  if (boarding) return { mapId, areaId: boarding.areaId, pointName: nameIn(boarding.name, language), state: 'fine' };
  if (!stored) return null;
  const isThere = points.some(({ areaId }) => areaId === stored.areaId);
  return {
    mapId,
    areaId: stored.areaId,
    pointName: nameIn(stored.pointName, language),
    state: isThere ? 'untied' : 'deleted',
  };
}

function nearTo(
  points: readonly Pick<StoredPoint, 'mapId' | 'x' | 'y'>[],
  { fleet }: Needs,
  language: Context['language'],
): string[] {
  return [...fleet.fleetCache.robots()].flatMap(({ serialNumber, name }) => {
    const { pose } = fleet.live(serialNumber, language);
    const isNear = points.some(
      ({ mapId, x, y }) => pose?.mapId === mapId && Math.hypot(pose.x - x, pose.y - y) <= NEAR_M,
    );
    return isNear ? [nameIn(name, language)] : [];
  });
}

function baysOf(
  { areaId, mapId, name, chargeBase }: StoredPoint,
  { fleet }: Needs,
  { language, userId }: Context,
): SiteBay[] {
  const own = fleet.fleetCache.robotsOf(userId);
  const standing = [...fleet.fleetCache.robots()].flatMap(({ serialNumber, name: robotName }) => {
    const { pose, battery } = fleet.live(serialNumber, language);
    if (pose?.mapId !== mapId) return [];
    // Live values only of the caller's own robots.
    return [
      {
        pose,
        robot: { serialNumber, name: nameIn(robotName, language), battery: own.has(serialNumber) ? battery : null },
      },
    ];
  });
  return chargeBase.map((bay) => ({
    ...bay,
    name: nameIn(bay.name, language),
    mapId,
    areaId,
    pointName: nameIn(name, language),
    robot: standing.find(({ pose }) => isInBay(pose, bay))?.robot ?? null,
  }));
}
