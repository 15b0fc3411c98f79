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

export interface Ghost {
  readonly name: string;
  /** Where it lay. */
  readonly was: Place;
  /** Where it lies now; null: nowhere. */
  readonly now: Place | null;
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
  /** Where points lay that have been moved since, or are no more. */
  readonly ghosts: readonly Ghost[];
  /** What belongs to a lift or a door: from the point to it. */
  readonly links: readonly { readonly areaId: string; readonly from: Place; readonly to: Place }[];
  /** Where a hand may connect a point to, while it is about to; `on`: it is there now. */
  readonly anchors: readonly { readonly at: Place; readonly name: string; readonly on: boolean }[];
  /** A line that a hand is drawing; `text`: what it would be tied to. */
  readonly connecting: {
    readonly from: Place;
    readonly to: Place;
    readonly isMet: boolean;
    readonly text: string;
  } | null;
  /** In a hand now. */
  readonly carried: {
    readonly ids: ReadonlySet<string>;
    readonly dx: number;
    readonly dy: number;
    readonly from: Place | null;
    /** "1.12 m" */ readonly text: string;
  } | null;
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
