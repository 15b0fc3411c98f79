/**
 * A floor as a vector plan: what the console draws and what a simulated robot plans on.
 * World metres, x to the east, y to the north (as VDA 5050 and ROS have it); screens flip y.
 */
import * as v from 'valibot';

const metre = v.pipe(v.number(), v.finite());
/** [x, y] in metres. */
export const place = v.tuple([metre, metre]);
export type Place = v.InferOutput<typeof place>;

/** A wall, a window or a doorway from one place to another. */
const segment = v.object({ from: place, to: place });
export type Segment = v.InferOutput<typeof segment>;

const ROOM_KINDS = [
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
  /** Empty where the plan carries no word (a wet cell, a stair). */
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
  /** The two jambs; the leaf turns about the first. Two leaves from 1.5 m on. */
  from: place,
  to: place,
  /** Which side the leaves open to, as a unit normal of the doorway. */
  swing: place,
  /** A door that a robot opens through access control. */
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
  /** Extent in metres; a drawn plan lies in 0..width, 0..height, that of an imported map where its origin says. */
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
