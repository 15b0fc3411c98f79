/** Input from the page to the map. */
import type { FloorPlan, Place } from '../../../contract/entities/floorPlan.ts';
import type { MapOverlay } from './overlay.ts';
import type { MapLayers, MapPicture, MapPoint, MapRoute } from './scene.ts';

export interface MapInput {
  readonly plan: FloorPlan;
  /** Image of an imported map, drawn on the floor. */
  readonly picture: MapPicture | null;
  readonly points: readonly MapPoint[];
  readonly routes: readonly MapRoute[];
  /** Commanded goal of this page's robot, metres. */
  readonly goal: Place | null;
  /** Heading at the goal, radians; null where it is not chosen. */
  readonly heading: number | null;
  readonly selected: string | null;
  /** Id of the robot that the view follows. */
  readonly follow: string | null;
  /** Shows the field of view of the followed robot. */
  readonly fieldOfView: boolean;
  readonly layers: MapLayers;
  /** The mini-map in a corner: no names, no points. */
  readonly inset: boolean;
  readonly overlay: MapOverlay | null;
}

/** The hovered item: its name is always shown. */
export interface Hovered {
  readonly kind: 'robot' | 'point' | 'room';
  readonly id: string;
}
export const isHovered = (hovered: Hovered | null, kind: Hovered['kind'], id: string): boolean =>
  hovered?.kind === kind && hovered.id === id;
