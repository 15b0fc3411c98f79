/** Points of a map where robots go, wait, load and charge (spec 3, map point). World metres, y to the north. */
import type { PointAttribute } from '../contract/entities/robotConstants.ts';
import { sameInAll } from './localName.ts';
import type { LocalName } from './localName.ts';

/** A bay of a charging point: space for one robot. */
export type Bay = { readonly id: string; readonly x: number; readonly y: number; readonly theta: number };
export type DemoPoint = {
  /** The areaId, unique over all maps. */
  readonly id: string;
  readonly name: LocalName;
  readonly x: number;
  readonly y: number;
  /** Heading of a robot at the point, radians, counter-clockwise from east. */
  readonly theta: number;
  readonly attributes: readonly PointAttribute[];
  readonly elevatorId?: string;
  /** The access-controlled door that a door point belongs to. */
  readonly doorId?: string;
  /** The bays of the map's one charging point. */
  readonly chargeBase?: readonly Bay[];
  /** Seconds. */
  readonly stayTime: number;
  /** Announcements on departure and on arrival; empty: none. */
  readonly departWord: LocalName;
  readonly arrivedWord: LocalName;
};

export type Facing = 'E' | 'N' | 'W' | 'S';
export const FACING: Record<Facing, number> = { E: 0, N: Math.PI / 2, W: Math.PI, S: -Math.PI / 2 };

type Extras = Partial<
  Pick<DemoPoint, 'attributes' | 'elevatorId' | 'doorId' | 'stayTime' | 'departWord' | 'arrivedWord'>
> & {
  /** Bays in sketch coordinates: x, y, facing. */
  readonly bays?: readonly (readonly [number, number, Facing])[];
};

/**
 * Returns a function that creates points of one map from sketch coordinates (y downwards).
 * @param height of the sheet, metres
 */
export function pointsOn(mapId: string, height: number) {
  const north = (y: number) => Math.round((height - y) * 1000) / 1000;
  return (
    slug: string,
    name: LocalName,
    x: number,
    y: number,
    facing: Facing,
    { bays, ...extras }: Extras = {},
  ): DemoPoint => ({
    id: `${mapId}.${slug}`,
    name,
    x,
    y: north(y),
    theta: FACING[facing],
    attributes: ['none'],
    stayTime: 0,
    departWord: sameInAll(''),
    arrivedWord: sameInAll(''),
    ...extras,
    ...(bays && {
      chargeBase: bays.map(([bayX, bayY, bayFacing], i) => ({
        id: `${mapId}.${slug}-${i + 1}`,
        x: bayX,
        y: north(bayY),
        theta: FACING[bayFacing],
      })),
    }),
  });
}
