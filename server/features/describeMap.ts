/** Presenters for maps and points, in the reader's language. */
import type { Language } from '../../contract/entities/constants.ts';
import type { IndoorMap, MapFloor, MapPoint } from '../../contract/entities/map.ts';
import { toDegrees, toPixels, type MapFrame } from '../../contract/rules/mapFrame.ts';
import { nameIn, planIn } from '../db/localName.ts';
import type { Point, StoredMap } from '../db/repositories/maps.ts';

export const frameOfStored = ({
  resolution,
  originX,
  originY,
  originYaw,
  plan: { width, height },
}: StoredMap): MapFrame => ({ resolution, width, height, origin: { x: originX, y: originY, yaw: originYaw } });

type Flat = Omit<StoredMap, 'plan'>;

const described = (
  {
    id,
    siteId,
    floor,
    name,
    resolution,
    originX,
    originY,
    originYaw,
    pictureId,
    pictureWidth,
    pictureHeight,
    isDefault,
    revision,
  }: Flat,
  language: Language,
) => ({
  id,
  siteId,
  floor,
  name: nameIn(name, language),
  resolution,
  origin: { x: originX, y: originY, yaw: originYaw },
  picture: pictureId === null ? null : { id: pictureId, width: pictureWidth ?? 0, height: pictureHeight ?? 0 },
  isDefault,
  revision,
});

export const describeFloor = (map: Flat, pointCount: number, language: Language): MapFloor => ({
  ...described(map, language),
  pointCount,
  createdAt: map.createdAt.getTime(),
});

export const describeMap = (map: StoredMap, points: readonly Point[], language: Language): IndoorMap => ({
  ...described(map, language),
  plan: planIn(map.plan, language),
  points: describePoints(points, map, language),
});

/** Presents those points that are on the map. */
export function describePoints(points: readonly Point[], map: StoredMap, language: Language): MapPoint[] {
  const frame = frameOfStored(map);
  return points.filter(({ mapId }) => mapId === map.id).map((point) => describePoint(point, frame, language));
}

/** Restores the whole degrees that a user entered from the stored radians. */
export const degreesOf = (theta: number): number => (Math.round(toDegrees(theta) * 1e6) / 1e6) % 360;

export function describePoint(point: Point, frame: MapFrame, language: Language): MapPoint {
  const {
    areaId,
    mapId,
    name,
    departWord,
    arrivedWord,
    x,
    y,
    theta,
    stayTime,
    attributes,
    chargeBase,
    elevatorId,
    doorId,
  } = point;
  const [coordinateX, coordinateY] = toPixels(frame, x, y);
  return {
    areaId,
    mapAreaPointId: areaId,
    mapId,
    name: nameIn(name, language),
    departWord: nameIn(departWord, language),
    arrivedWord: nameIn(arrivedWord, language),
    angle: degreesOf(theta),
    stayTime,
    attributes,
    chargeBase: chargeBase.map((bay) => ({ ...bay, name: nameIn(bay.name, language) })),
    coordinateX,
    coordinateY,
    worldX: x,
    worldY: y,
    elevatorId,
    doorId,
  };
}
