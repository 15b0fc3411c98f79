/**
 * A floor plan extruded into solids, with a spatial index of 1 m cells so that a ray visits only what is on its way.
 * Built once per plan and shared by all cameras on that floor.
 */
import type { Door, Place, Segment } from '../../contract/entities/floorPlan.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';
import { furnitureOf } from './furniture.ts';
import { isDrawable } from './font.ts';
import { CEILING_M, DOOR_HEIGHT_M, MATERIALS, PAINT, box } from './solids.ts';
import type { Solid } from './solids.ts';

const WALL_M = 0.14;
const OUTER_WALL_M = 0.3;
const LEAF_M = 0.045;
const FRAME_M = 0.07;

/** A door as the camera sees it: `opensAt` is the distance in metres up to which it is open. */
export type SceneDoor = { readonly x: number; readonly y: number; readonly opensAt: number; readonly isLift: boolean };

/** Room names are shown as they are; names in several languages use the English one. */
export type ScenePlan = Omit<PlanShape, 'rooms'> & {
  readonly rooms: readonly (PlanShape['rooms'][number] & { readonly name: string | { readonly enUS: string } })[];
};

export type Scene = {
  readonly plan: ScenePlan;
  readonly solids: readonly Solid[];
  readonly doors: readonly SceneDoor[];
  /** The solids as typed arrays, for the loops that run per pixel column. */
  readonly x0: Float64Array;
  readonly y0: Float64Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly z0: Float64Array;
  readonly z1: Float64Array;
  readonly round: Uint8Array;
  /** Blocks the view entirely. */
  readonly full: Uint8Array;
  readonly material: Uint8Array;
  readonly columns: number;
  readonly rows: number;
  /** CSR index: where each cell's list starts (one entry more than there are cells), and the lists. */
  readonly start: Int32Array;
  readonly inCell: Int32Array;
};

/** A thickened segment, extended by `over` at both ends. */
function slab(
  { from, to }: Segment,
  thickness: number,
  over: number,
  z0: number,
  z1: number,
  looks: Parameters<typeof box>[6],
): Solid {
  const across = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
  const [ox, oy] = across ? [over, thickness / 2] : [thickness / 2, over];
  const [x, y] = [Math.min(from[0], to[0]) - ox, Math.min(from[1], to[1]) - oy];
  return box(x, y, Math.max(from[0], to[0]) + ox - x, Math.max(from[1], to[1]) + oy - y, z0, z1, looks);
}

/** The rooms on both sides of a doorway, beginning with the one its leaves open into. */
function roomsAt(plan: ScenePlan, { from, to, swing }: Door) {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const bySize = [...plan.rooms].sort((a, b) => a.w * a.h - b.w * b.h);
  return [0.5, -0.5].map((side) =>
    bySize.find((room) => {
      const [px, py] = [x + swing[0] * side, y + swing[1] * side];
      return px > room.x && px < room.x + room.w && py > room.y && py < room.y + room.h;
    }),
  );
}

function doorSolids(plan: ScenePlan, door: Door, index: number): { solids: Solid[]; door: SceneDoor } {
  const { from, to, swing } = door;
  const width = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const along: Place = [(to[0] - from[0]) / width, (to[1] - from[1]) / width];
  const [inside] = roomsAt(plan, door);
  const kind = inside?.kind;
  const isLift = kind === 'lift';
  const text = typeof inside?.name === 'string' ? inside.name : (inside?.name.enUS ?? '');
  const at = (distance: number, off = 0): Place => [
    from[0] + along[0] * distance + swing[0] * off,
    from[1] + along[1] * distance + swing[1] * off,
  ];
  const when = (solid: Solid, shownWhen: 'open' | 'shut'): Solid => ({ ...solid, door: index, shownWhen });
  const looks = { side: PAINT.door, material: isLift ? 'liftDoor' : 'door' } as const;

  const solids: Solid[] = [
    when(slab({ from, to }, 0.06, 0, 0, CEILING_M, looks), 'shut'),
    when(
      slab({ from, to }, WALL_M, 0, DOOR_HEIGHT_M, CEILING_M, {
        side: PAINT.plaster,
        top: PAINT.plaster,
        material: 'lintel',
      }),
      'open',
    ),
    ...[0, width - FRAME_M].map((edge) =>
      slab({ from: at(edge), to: at(edge + FRAME_M) }, WALL_M + 0.04, 0, 0, DOOR_HEIGHT_M + 0.06, {
        side: isLift ? PAINT.steel : PAINT.frame,
      }),
    ),
    slab({ from, to }, WALL_M + 0.04, 0, DOOR_HEIGHT_M, DOOR_HEIGHT_M + 0.06, {
      side: isLift ? PAINT.steel : PAINT.frame,
    }),
  ];
  if (!isLift) {
    const leaf = width >= 1.5 ? width / 2 : width;
    for (const hinge of width >= 1.5 ? [FRAME_M, width - FRAME_M] : [FRAME_M]) {
      solids.push(
        when(
          slab({ from: at(hinge, WALL_M / 2), to: at(hinge, leaf) }, LEAF_M, 0, 0.01, DOOR_HEIGHT_M - 0.03, {
            side: PAINT.door,
            material: 'door',
          }),
          'open',
        ),
      );
    }
  }
  if (kind === 'guest' && isDrawable(text)) {
    const plate = { from: at(width + 0.16, -(WALL_M / 2 + 0.01)), to: at(width + 0.42, -(WALL_M / 2 + 0.01)) };
    solids.push({ ...slab(plate, 0.02, 0, 1.45, 1.62, { side: PAINT.plate, material: 'plate' }), text });
  }
  if (kind === 'stair') {
    const middle = width / 2;
    solids.push({
      ...slab({ from: at(middle - 0.25, -0.1), to: at(middle + 0.25, -0.1) }, 0.06, 0, 2.26, 2.46, {
        side: PAINT.exit,
        material: 'exit',
      }),
      text: 'EXIT',
    });
  }
  const opensAt = kind === 'guest' ? 0.55 : isLift ? 1.55 : kind === 'core' ? 0 : door.controlled ? 1.7 : Infinity;
  const [x, y] = at(width / 2);
  return { solids, door: { x, y, opensAt, isLift } };
}

const isOn = (a: Place, b: Place, [x, y]: Place) =>
  Math.abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) < 1e-6 &&
  x >= Math.min(a[0], b[0]) - 1e-6 &&
  x <= Math.max(a[0], b[0]) + 1e-6 &&
  y >= Math.min(a[1], b[1]) - 1e-6 &&
  y <= Math.max(a[1], b[1]) + 1e-6;

/** Outline edges without a wall: glass from floor to ceiling. */
function glassFronts(plan: ScenePlan): Segment[] {
  return plan.outline.flatMap((ring) =>
    ring.flatMap((from, i): Segment[] => {
      const to = ring[(i + 1) % ring.length] ?? from;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const unit: Place = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      let free: [number, number][] = [[0, length]];
      for (const wall of plan.outerWalls) {
        if (!isOn(from, to, wall.from) || !isOn(from, to, wall.to)) continue;
        const ends = [wall.from, wall.to]
          .map(([x, y]) => (x - from[0]) * unit[0] + (y - from[1]) * unit[1])
          .sort((a, b) => a - b);
        const [start = 0, end = 0] = ends;
        free = free
          .flatMap(([a, b]): [number, number][] => [
            [a, Math.min(b, start)],
            [Math.max(a, end), b],
          ])
          .filter(([a, b]) => b - a > 0.01);
      }
      return free.map(([a, b]) => ({
        from: [from[0] + unit[0] * a, from[1] + unit[1] * a],
        to: [from[0] + unit[0] * b, from[1] + unit[1] * b],
      }));
    }),
  );
}

/** Extends each end that is not a door jamb by half the wall thickness, so that corners are closed. */
function cornered({ doors }: ScenePlan, { from, to }: Segment): Segment {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const unit: Place = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const isJamb = (end: Place) =>
    doors.some((door) => [door.from, door.to].some((jamb) => Math.hypot(jamb[0] - end[0], jamb[1] - end[1]) < 0.02));
  const further = (end: Place, sign: number): Place =>
    isJamb(end) ? end : [end[0] + (unit[0] * sign * WALL_M) / 2, end[1] + (unit[1] * sign * WALL_M) / 2];
  return { from: further(from, -1), to: further(to, 1) };
}

function raise(plan: ScenePlan): { solids: Solid[]; doors: SceneDoor[] } {
  const wall = { side: PAINT.plaster, material: 'wall' } as const;
  const bySize = [...plan.rooms].sort((a, b) => a.w * a.h - b.w * b.h);
  const middleOf = (piece: ScenePlan['furniture'][number]): Place =>
    piece.shape === 'line'
      ? [((piece.points[0]?.[0] ?? 0) + (piece.points.at(-1)?.[0] ?? 0)) / 2, piece.points[0]?.[1] ?? 0]
      : piece.shape === 'rect'
        ? [piece.x + piece.w / 2, piece.y + piece.h / 2]
        : [piece.x, piece.y];
  const roomOf = ([x, y]: Place) =>
    bySize.find((room) => x >= room.x && x <= room.x + room.w && y >= room.y && y <= room.y + room.h) ?? null;
  const doors = plan.doors.map((door, i) => doorSolids(plan, door, i));
  const fronts = glassFronts(plan);
  return {
    doors: doors.map(({ door }) => door),
    solids: [
      ...plan.walls.map((segment) => slab(cornered(plan, segment), WALL_M, 0, 0, CEILING_M, wall)),
      ...plan.outerWalls.map((segment) => slab(segment, OUTER_WALL_M, OUTER_WALL_M / 2, 0, CEILING_M, wall)),
      ...plan.windows.map((segment) =>
        slab(segment, OUTER_WALL_M + 0.03, 0, 0.8, 2.35, { side: PAINT.white, material: 'window' as const }),
      ),
      ...fronts.map((segment) =>
        slab(segment, 0.1, 0, 0, CEILING_M, { side: PAINT.white, material: 'glass' as const }),
      ),
      ...fronts.map((segment) => exitOver(segment)),
      ...plan.columns.map(({ x, y, w, h }) => box(x, y, w, h, 0, CEILING_M, wall)),
      ...doors.flatMap(({ solids }) => solids),
      ...plan.furniture.flatMap((piece) => furnitureOf(piece, roomOf(middleOf(piece)), plan.furniture)),
    ],
  };
}

function exitOver({ from, to }: Segment): Solid {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const across = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
  const ends: Segment = across
    ? { from: [x - 0.35, y], to: [x + 0.35, y] }
    : { from: [x, y - 0.35], to: [x, y + 0.35] };
  return { ...slab(ends, 0.2, 0, 2.4, 2.6, { side: PAINT.exit, material: 'exit' }), text: 'EXIT' };
}

function indexed(plan: ScenePlan): Scene {
  const { solids, doors } = raise(plan);
  const columns = Math.ceil(plan.width) + 2;
  const rows = Math.ceil(plan.height) + 2;
  // One cell of margin on every side, because outer walls reach a little beyond the plan.
  const cellsOf = ({ x0, y0, x1, y1 }: Solid) => {
    const cells: number[] = [];
    for (let row = Math.max(0, Math.floor(y0) + 1); row <= Math.min(rows - 1, Math.floor(y1) + 1); row++) {
      for (let column = Math.max(0, Math.floor(x0) + 1); column <= Math.min(columns - 1, Math.floor(x1) + 1); column++)
        cells.push(row * columns + column);
    }
    return cells;
  };
  const start = new Int32Array(columns * rows + 1);
  const all = solids.map(cellsOf);
  for (const cells of all) for (const cell of cells) start[cell + 1] = (start[cell + 1] ?? 0) + 1;
  for (let i = 0; i < columns * rows; i++) start[i + 1] = (start[i + 1] ?? 0) + (start[i] ?? 0);
  const next = start.slice();
  const inCell = new Int32Array(start.at(-1) ?? 0);
  all.forEach((cells, solid) => {
    for (const cell of cells) {
      inCell[next[cell] ?? 0] = solid;
      next[cell] = (next[cell] ?? 0) + 1;
    }
  });
  return {
    plan,
    solids,
    doors,
    columns,
    rows,
    start,
    inCell,
    x0: Float64Array.from(solids, (one) => one.x0),
    y0: Float64Array.from(solids, (one) => one.y0),
    x1: Float64Array.from(solids, (one) => one.x1),
    y1: Float64Array.from(solids, (one) => one.y1),
    z0: Float64Array.from(solids, (one) => one.z0),
    z1: Float64Array.from(solids, (one) => one.z1),
    round: Uint8Array.from(solids, (one) => Number(one.round)),
    full: Uint8Array.from(solids, (one) => Number(!one.round && one.z0 === 0 && one.z1 >= CEILING_M)),
    material: Uint8Array.from(solids, (one) => MATERIALS.indexOf(one.material)),
  };
}

const made = new WeakMap<ScenePlan, Scene>();

export function sceneOf(plan: ScenePlan): Scene {
  const known = made.get(plan);
  if (known) return known;
  const scene = indexed(plan);
  made.set(plan, scene);
  return scene;
}
