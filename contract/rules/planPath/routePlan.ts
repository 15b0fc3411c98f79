/** The ways between the stops of a route, as they are planned before anything drives: one leg from each stop to the next. */
import type { IndoorMap } from '../../entities/map.ts';
import type { Place } from '../../entities/floorPlan.ts';
import { lengthOf } from './path.ts';

export interface RouteLeg {
  /** Metres of the map; begins at one stop and ends at the next. */
  readonly path: readonly Place[];
  readonly metres: number;
  /** No way was found: it is the straight line, to be told as such. */
  readonly isStraight: boolean;
}

export interface RoutePlan {
  /** One a stop but the last; for a loop one more, back to the first. */
  readonly legs: readonly RouteLeg[];
}

/** Of a map what planning needs. */
export type PlannedMap = Pick<IndoorMap, 'id' | 'plan' | 'picture' | 'resolution' | 'origin'>;

export interface RouteWish {
  readonly map: PlannedMap;
  /** Where the stops lie, metres, in the order in which they are called at. */
  readonly stops: readonly Place[];
  /** Whether it goes back to the first. */
  readonly loops: boolean;
}

/** From where to where each leg goes. */
export function endsOf({ stops, loops }: Pick<RouteWish, 'stops' | 'loops'>): (readonly [from: Place, to: Place])[] {
  const [first] = stops;
  return stops.flatMap((from, i) => {
    const to = stops[i + 1] ?? (loops && stops.length > 1 ? first : undefined);
    return to ? [[from, to] as const] : [];
  });
}

export const straightLeg = (from: Place, to: Place): RouteLeg => ({
  path: [from, to],
  metres: lengthOf([from, to]),
  isStraight: true,
});
