/** What a page tells its map of a route, as plain data. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { RouteEstimate } from '../../../contract/rules/cruiseEstimate.ts';
import type { RouteLeg } from '../../../contract/rules/planPath/routePlan.ts';

/** A point that the route calls at; one that it calls at twice stands here once. */
export interface RouteMark {
  readonly areaId: string;
  /** Its places in the route, from 1. */
  readonly numbers: readonly number[];
  readonly state: 'planned' | 'underway' | 'arrived' | 'skipped' | 'failed';
  readonly selected: boolean;
  /** With something wrong. */
  readonly faulty: boolean;
}

/** A robot that is none: it shows how the route would be driven. */
export interface RouteGhost {
  /** When it set out, by the server's clock, ms. */
  readonly startedAt: number;
  /** So many times as fast as a robot. */
  readonly pace: number;
  /** Seconds of each leg and at each stop: of estimateOf. */
  readonly timing: Pick<RouteEstimate, 'legs' | 'stops'>;
  readonly loops: boolean;
}

export interface RouteInput {
  readonly stops: readonly RouteMark[];
  /** In the order in which they are driven. */
  readonly legs: readonly RouteLeg[];
  readonly ghost: RouteGhost | null;
  /** Where the keyboard is, metres. */
  readonly focus: Place | null;
  /** The server's clock, ms; it may stand still. */
  readonly now: () => number;
}
