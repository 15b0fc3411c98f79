/** What an editor tells its map, as plain data: the points as they lie, and what a hand is in the middle of. */
import type { PointAttribute } from '../../../contract/entities/constants.ts';
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

export interface EditInput {
  readonly plan: FloorPlan;
  readonly picture: MapPicture | null;
  readonly points: readonly EditPoint[];
  readonly selected: ReadonlySet<string>;
  /** With something wrong. */
  readonly faulty: ReadonlySet<string>;
  /** New since the last Save. */
  readonly added: ReadonlySet<string>;
  /** Where points lay that have been moved since: [from, to]. */
  readonly moved: readonly (readonly [Place, Place])[];
  /** In a hand now. */
  readonly carried: { readonly ids: ReadonlySet<string>; readonly dx: number; readonly dy: number } | null;
  readonly guides: { readonly x: number | null; readonly y: number | null };
  readonly box: readonly [Place, Place] | null;
  /** A point that stands as soon as the hand lets go. */
  readonly placing: Place | null;
  readonly measure: readonly [Place, Place] | null;
  /** "3.20 m". */
  readonly measureText: string;
  readonly grid: number | null;
  /** null: the whole plan. */
  readonly camera: View | null;
}
