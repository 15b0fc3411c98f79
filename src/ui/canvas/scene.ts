/** The map's content as plain data. Telemetry arrives through `MapScene`, outside React. */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { PointAttribute, RobotLight, RobotStatus } from '../../../contract/entities/robotConstants.ts';
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
  /** Shows the last known position: hatched, without a nose, never moving. */
  readonly ghost: boolean;
  /** Age of a ghost: "12 s ago". Empty otherwise. */
  readonly ageText: string;
  /** The lights that are on; not those of a ghost. */
  readonly lights?: readonly RobotLight[] | undefined;
  /** Somebody sees or hears it now; unknown of a ghost. */
  readonly watched?: boolean | undefined;
  /** The event of its unresolved alarm case, if it has one. */
  readonly alarm?: string | undefined;
}

/** Places in time order, oldest first; entries after x and y (a timestamp) are ignored. */
export type Trail = readonly (readonly [x: number, y: number, ...rest: number[]])[];

/** The map's source of robots. `read` returns the same array while nothing changed. */
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

/** `frame` holds the position of the image on the floor. */
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
  /** Robots too close together to be separated by zooming. */
  | { readonly kind: 'cluster'; readonly ids: readonly string[] }
  /** Metres. */
  | { readonly kind: 'place'; readonly at: Place };

/** px */
export const CLUSTER_WITHIN = 26;
export const MARKER_RADIUS = { fleet: 12, followed: 16, dense: 9, inset: 10 } as const;
export const CLUSTER_RADIUS = 15;
export const POINT_SIZE = 22;
