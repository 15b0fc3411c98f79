/** What the map shows, as plain data. Telemetry comes through `MapScene`, past React. */
import type { PointAttribute, RobotKind, RobotStatus } from '../../../contract/entities/constants.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { MapFrame } from '../../../contract/rules/mapFrame.ts';

export interface MapRobot {
  readonly id: string;
  readonly name: string;
  readonly kind: RobotKind;
  readonly status: RobotStatus;
  /** Metres on this map. */
  readonly x: number;
  readonly y: number;
  /** Radians, counter-clockwise from east; null while unknown. */
  readonly theta: number | null;
  /** Its last known place, not where it is: hatched, without a nose, and it never moves. */
  readonly ghost: boolean;
  /** How old a ghost is: "12 s ago". Empty otherwise. */
  readonly ageText: string;
}

/** Places in time order, oldest first; what follows x and y (a time) is of no account here. */
export type Trail = readonly (readonly [x: number, y: number, ...rest: number[]])[];

/** Where the map looks robots up. `read` answers the same array while nothing changed. */
export interface MapScene {
  readonly subscribe: (changed: () => void) => () => void;
  readonly read: () => readonly MapRobot[];
  readonly trail: (id: string) => Trail;
  readonly path: (id: string) => readonly Place[];
}

export interface MapPoint {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly attribute: PointAttribute;
}

export interface MapRoute {
  readonly id: string;
  readonly places: readonly Place[];
}

/** Where the picture lies is its frame's business. */
export interface MapPicture {
  readonly image: CanvasImageSource;
  readonly frame: MapFrame;
}

export interface MapLayers {
  readonly trails: boolean;
  readonly routes: boolean;
  readonly points: boolean;
}

export type MapPick =
  | { readonly kind: 'robot'; readonly id: string }
  | { readonly kind: 'point'; readonly id: string }
  /** Robots too close together to part them by zooming. */
  | { readonly kind: 'cluster'; readonly ids: readonly string[] }
  /** Metres. */
  | { readonly kind: 'place'; readonly at: Place };

/** px */
export const CLUSTER_WITHIN = 26;
export const MARKER_RADIUS = { fleet: 12, followed: 16, dense: 9, inset: 10 } as const;
export const CLUSTER_RADIUS = 15;
export const POINT_SIZE = 22;
