/** The planned paths between the stops of a route: one leg from each stop to the next. */
import type { IndoorMap } from '../../entities/map.ts';
import type { Place } from '../../entities/floorPlan.ts';
import { lengthOf } from './path.ts';

export interface RouteLeg {
  /** Metres on the map, from one stop to the next. */
  readonly path: readonly Place[];
  readonly metres: number;
  /** No path was found: this is the straight line, and must be shown as such. */
  readonly isStraight: boolean;
}

export interface RoutePlan {
  /** One per pair of consecutive stops; for a loop one more, back to the first stop. */
  readonly legs: readonly RouteLeg[];
}

/** The fields of a map that planning needs. */
export type PlannedMap = Pick<IndoorMap, 'id' | 'plan' | 'picture' | 'resolution' | 'origin'>;

export interface RoutePlanRequest {
  readonly map: PlannedMap;
  /** Positions of the stops in order, metres. */
  readonly stops: readonly Place[];
  /** Whether the route returns to the first stop. */
  readonly loops: boolean;
}

/** Start and end of each leg. */
export function endsOf({
  stops,
  loops,
}: Pick<RoutePlanRequest, 'stops' | 'loops'>): (readonly [from: Place, to: Place])[] {
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
