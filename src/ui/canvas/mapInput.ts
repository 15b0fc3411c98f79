/** What the page tells the map. */
import type { FloorPlan, Place } from '../../../contract/entities/floorPlan.ts';
import type { MapOverlay } from './overlay.ts';
import type { MapLayers, MapPicture, MapPoint, MapRoute } from './scene.ts';

export interface MapInput {
  readonly plan: FloorPlan;
  /** Of a map that was brought in: drawn on the floor. */
  readonly picture: MapPicture | null;
  readonly points: readonly MapPoint[];
  readonly routes: readonly MapRoute[];
  /** Where the robot of this page was told to go, metres. */
  readonly goal: Place | null;
  /** Which way it is to look there, radians; null where nobody chooses it. */
  readonly heading: number | null;
  readonly selected: string | null;
  /** The robot that the view goes along with. */
  readonly follow: string | null;
  /** Shows what the followed robot sees. */
  readonly fieldOfView: boolean;
  readonly layers: MapLayers;
  /** The small map in a corner: no names, no points. */
  readonly inset: boolean;
  readonly overlay: MapOverlay | null;
}

/** What the pointer is on: its name is shown whatever it covers. */
export interface Hovered {
  readonly kind: 'robot' | 'point' | 'room';
  readonly id: string;
}
export const isHovered = (hovered: Hovered | null, kind: Hovered['kind'], id: string): boolean =>
  hovered?.kind === kind && hovered.id === id;
