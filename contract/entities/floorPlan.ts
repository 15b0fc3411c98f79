/**
 * A floor as a vector plan: drawn by the console, and used for path planning by simulated robots. World metres, x to
 * the east, y to the north (as in VDA 5050 and ROS); screens flip y.
 */
import * as v from 'valibot';

const metre = v.pipe(v.number(), v.finite());
/** [x, y] in metres. */
export const place = v.tuple([metre, metre]);
export type Place = v.InferOutput<typeof place>;

/** A wall, window or doorway between two places. */
const segment = v.object({ from: place, to: place });
export type Segment = v.InferOutput<typeof segment>;

export const ROOM_KINDS = [
  'guest',
  'corridor',
  'lobby',
  'lift',
  'stair',
  'core',
  'meeting',
  'restaurant',
  'kitchen',
  'gym',
  'linen',
  'dock',
  'office',
  'ward',
  'clinic',
  'pharmacy',
  'lab',
] as const;

const room = v.object({
  id: v.string(),
  /** Empty if the plan shows no name (a wet cell, a stair). */
  name: v.string(),
  kind: v.picklist(ROOM_KINDS),
  /** Corner with the smallest x and y, then width (x) and depth (y). */
  x: metre,
  y: metre,
  w: metre,
  h: metre,
  label: v.optional(place),
});
export type Room = v.InferOutput<typeof room>;

const door = v.object({
  id: v.string(),
  /** The two jambs; the leaf turns about the first. Doors of 1.5 m and more have two leaves. */
  from: place,
  to: place,
  /** The side to which the leaves open, as a unit normal of the doorway. */
  swing: place,
  /** Whether robots open the door through access control. */
  controlled: v.boolean(),
});
export type Door = v.InferOutput<typeof door>;

const furniture = v.variant('shape', [
  v.object({
    shape: v.literal('rect'),
    x: metre,
    y: metre,
    w: metre,
    h: metre,
    r: v.optional(metre),
    solid: v.boolean(),
    wet: v.optional(v.boolean()),
  }),
  v.object({ shape: v.literal('circle'), x: metre, y: metre, r: metre, solid: v.boolean() }),
  v.object({ shape: v.literal('line'), points: v.array(place), solid: v.boolean() }),
]);
export type Furniture = v.InferOutput<typeof furniture>;

export const floorPlan = v.object({
  /** Extent in metres. A drawn plan covers 0..width, 0..height; an imported map starts at its origin. */
  width: metre,
  height: metre,
  /** Closed polygons of the floor slab. */
  outline: v.array(v.array(place)),
  rooms: v.array(room),
  walls: v.array(segment),
  outerWalls: v.array(segment),
  windows: v.array(segment),
  doors: v.array(door),
  columns: v.array(v.object({ x: metre, y: metre, w: metre, h: metre })),
  furniture: v.array(furniture),
});
export type FloorPlan = v.InferOutput<typeof floorPlan>;
