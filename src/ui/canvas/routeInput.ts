/** Input from the page to the map of a route, as plain data. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { RouteEstimate } from '../../../contract/rules/cruiseEstimate.ts';
import type { RouteLeg } from '../../../contract/rules/planPath/routePlan.ts';

/** A point that the route calls at; listed once even if it is called at several times. */
export interface RouteMark {
  readonly areaId: string;
  /** Positions in the route, from 1. */
  readonly numbers: readonly number[];
  readonly state: 'planned' | 'underway' | 'arrived' | 'skipped' | 'failed';
  readonly selected: boolean;
  /** Has a problem. */
  readonly faulty: boolean;
}

/** A simulated marker that previews a run along the route. */
export interface RouteGhost {
  /** Start time on the server's clock, ms. */
  readonly startedAt: number;
  /** Speed as a multiple of a robot's. */
  readonly pace: number;
  /** Seconds for each leg and at each stop, from estimateOf. */
  readonly timing: Pick<RouteEstimate, 'legs' | 'stops'>;
  readonly loops: boolean;
}

export interface RouteInput {
  readonly stops: readonly RouteMark[];
  /** In driving order. */
  readonly legs: readonly RouteLeg[];
  readonly ghost: RouteGhost | null;
  /** The point with keyboard focus, metres. */
  readonly focus: Place | null;
  /** The server's clock, ms; it can be paused. */
  readonly now: () => number;
}
