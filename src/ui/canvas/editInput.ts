/** Input of the map editor's canvas, as plain data: the points and the current interaction. */
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';
import type { FloorPlan, Place } from '../../../contract/entities/floorPlan.ts';
import type { MapPicture } from './scene.ts';
import type { View } from './viewport.ts';

export interface EditPoint {
  readonly areaId: string;
  readonly name: string;
  readonly worldX: number;
  readonly worldY: number;
  /** Degrees. */
  readonly angle: number;
  readonly attributes: readonly PointAttribute[];
}

export interface Ghost {
  readonly name: string;
  /** Former position. */
  readonly was: Place;
  /** Present position; null if deleted. */
  readonly now: Place | null;
}

export interface EditInput {
  readonly plan: FloorPlan;
  readonly picture: MapPicture | null;
  readonly points: readonly EditPoint[];
  readonly selected: ReadonlySet<string>;
  /** Points with problems. */
  readonly faulty: ReadonlySet<string>;
  /** Points added since the last save; when viewing an earlier version, points that it lacks. */
  readonly added: ReadonlySet<string>;
  /** Former positions of moved points; while reviewing changes or a version, also of deleted points. */
  readonly ghosts: readonly Ghost[];
  /** Attachments to lifts and doors, each from the point to its target. */
  readonly links: readonly { readonly areaId: string; readonly from: Place; readonly to: Place }[];
  /** Possible targets while the connect tool is active; `on`: the line being dragged ends on this target. */
  readonly targets: readonly { readonly at: Place; readonly name: string; readonly on: boolean }[];
  /** The attachment line being dragged; `text` names its target. */
  readonly connecting: {
    readonly from: Place;
    readonly to: Place;
    readonly isMet: boolean;
    readonly text: string;
  } | null;
  /** Points being dragged. */
  readonly carried: {
    readonly ids: ReadonlySet<string>;
    readonly dx: number;
    readonly dy: number;
    readonly from: Place | null;
    /** Example: "1.12 m". */ readonly text: string;
  } | null;
  readonly guides: { readonly x: number | null; readonly y: number | null };
  readonly box: readonly [Place, Place] | null;
  /** A point that is added when the pointer is released. */
  readonly placing: Place | null;
  readonly measure: readonly [Place, Place] | null;
  /** Example: "3.20 m". */
  readonly measureText: string;
  readonly grid: number | null;
  /** null shows the whole plan. */
  readonly camera: View | null;
}
