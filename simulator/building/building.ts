/** All floors of a site and the lifts between them. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { DemoRoom } from '../../demo/plan.ts';
import { LIFTS, MAPS } from '../../demo/sites.ts';
import type { DemoLift, DemoMap, LiftStop } from '../../demo/sites.ts';
import { floorOf } from './floor.ts';
import type { Floor, PathOptions } from './floor.ts';
import { lengthOf } from '../../contract/rules/planPath/path.ts';

export type Spot = { readonly mapId: string; readonly x: number; readonly y: number };
export type DriveLeg = { readonly kind: 'drive'; readonly mapId: string; readonly path: readonly Place[] };
export type LiftLeg = {
  readonly kind: 'lift';
  readonly liftId: string;
  readonly from: LiftStop;
  readonly to: LiftStop;
  /**
   * From the waiting point into the cabin, on the first map. The next drive leg begins in the cabin on the second map.
   */
  readonly enter: readonly Place[];
};
export type Leg = DriveLeg | LiftLeg;

export type RouteOptions = PathOptions & {
  /** Lifts to avoid, for example those out of order. */
  readonly without?: readonly string[];
};

export type Building = {
  readonly lifts: readonly DemoLift[];
  readonly mapIds: readonly string[];
  /** @throws Error for a map that the building does not have */
  floor: (mapId: string) => Floor<DemoRoom>;
  has: (mapId: string) => boolean;
  /** The shortest route, over at most one lift if the ends lie on different maps; null if there is none. */
  route: (from: Spot, to: Spot, options?: RouteOptions) => Leg[] | null;
  /** Whether a route exists, without planning it: an order can name hundreds of places. */
  isReachable: (from: Spot, to: Spot, radius?: number) => boolean;
};

/** Cost of boarding and riding a lift, as an equivalent driving distance in metres. */
const RIDE_M = 15;

export const legsLength = (legs: readonly Leg[]): number =>
  legs.reduce((sum, leg) => sum + (leg.kind === 'drive' ? lengthOf(leg.path) : lengthOf(leg.enter) + RIDE_M), 0);

const at = ({ x, y }: { readonly x: number; readonly y: number }): Place => [x, y];

export function buildingOf(
  { maps, lifts }: { readonly maps: readonly DemoMap[]; readonly lifts: readonly DemoLift[] } = {
    maps: MAPS,
    lifts: LIFTS,
  },
): Building {
  const floors = new Map(maps.map((map) => [map.id, floorOf(map.plan)]));
  const floor = (mapId: string) => {
    const known = floors.get(mapId);
    if (!known) throw new Error(`no map ${mapId} in the building`);
    return known;
  };
  const drive = (mapId: string, from: Place, to: Place, options?: PathOptions): DriveLeg | null => {
    const path = floor(mapId).planPath(from, to, options);
    return path && { kind: 'drive', mapId, path };
  };
  const byLift = (lift: DemoLift, from: Spot, to: Spot, options?: PathOptions): Leg[] | null => {
    const [board, leave] = [from.mapId, to.mapId].map((mapId) => lift.maps.find((stop) => stop.mapId === mapId));
    if (!board || !leave) return null;
    const there = drive(from.mapId, at(from), at(board.waiting), options);
    const enter = there && floor(from.mapId).planPath(at(board.waiting), at(board.cabin), options);
    const on = enter && drive(to.mapId, at(leave.cabin), at(to), options);
    return there && enter && on && [there, { kind: 'lift', liftId: lift.id, from: board, to: leave, enter }, on];
  };
  return {
    lifts,
    mapIds: [...floors.keys()],
    floor,
    has: (mapId) => floors.has(mapId),
    isReachable(from, to, radius) {
      const joins = (mapId: string, one: Place, other: Place): boolean => floor(mapId).isReachable(one, other, radius);
      if (from.mapId === to.mapId) return joins(from.mapId, at(from), at(to));
      return lifts.some(({ maps: stops }) => {
        const [board, leave] = [from.mapId, to.mapId].map((mapId) => stops.find((stop) => stop.mapId === mapId));
        return (
          board &&
          leave &&
          joins(from.mapId, at(from), at(board.waiting)) &&
          joins(from.mapId, at(board.waiting), at(board.cabin)) &&
          joins(to.mapId, at(leave.cabin), at(to))
        );
      });
    },
    route(from, to, { without = [], ...options } = {}) {
      if (from.mapId === to.mapId) {
        const leg = drive(from.mapId, at(from), at(to), options);
        return leg && [leg];
      }
      const ways = lifts
        .filter(({ id }) => !without.includes(id))
        .flatMap((lift) => {
          const legs = byLift(lift, from, to, options);
          return legs ? [legs] : [];
        });
      return ways.length ? ways.reduce((best, way) => (legsLength(way) < legsLength(best) ? way : best)) : null;
    },
  };
}
