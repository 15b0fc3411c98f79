/**
 * A floor plan as cells of 5 cm: what stands in a robot's way, and how far away from each cell it is.
 * Doorways are free, the world outside the slab is not.
 */
import type { FloorPlan, Place } from '../../contract/entities/floorPlan.ts';

export const CELL_M = 0.05;
const WALL_M = 0.14;
const OUTER_WALL_M = 0.3;
const LINE_M = 0.08;

/** All that the building asks of a plan; the names of the rooms are nothing to it. */
export type PlanShape = Omit<FloorPlan, 'rooms'> & { readonly rooms: readonly Omit<FloorPlan['rooms'][number], 'name'>[] };

export type Occupancy = {
  readonly columns: number;
  readonly rows: number;
  /** 1 where something is. Row 0 is the southern edge. */
  readonly occupied: Uint8Array;
  /** Metres from the cell's middle to the nearest thing; 0 inside it. */
  readonly clearance: Float32Array;
};

type Stamp = (x0: number, y0: number, x1: number, y1: number, covers: (x: number, y: number) => boolean) => void;

/** Where a level line at y enters and leaves the slab, in turn, by x. */
function crossings(outline: readonly (readonly Place[])[], y: number): number[] {
  const found: number[] = [];
  for (const ring of outline) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i] ?? [0, 0];
      const [xj, yj] = ring[j] ?? [0, 0];
      if (yi > y !== yj > y) found.push(((xj - xi) * (y - yi)) / (yj - yi) + xi);
    }
  }
  return found.sort((a, b) => a - b);
}

/** A straight piece of wall of some thickness; its ends are cut off square, so that doorways keep their width. */
function stampLine(stamp: Stamp, [x1, y1]: Place, [x2, y2]: Place, thickness: number) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const half = thickness / 2;
  stamp(Math.min(x1, x2) - half, Math.min(y1, y2) - half, Math.max(x1, x2) + half, Math.max(y1, y2) + half, (x, y) => {
    const along = (x - x1) * ux + (y - y1) * uy;
    return along >= -1e-6 && along <= length + 1e-6 && Math.abs((x - x1) * uy - (y - y1) * ux) <= half;
  });
}

function stampPlan(plan: PlanShape, stamp: Stamp) {
  const everywhere = () => true;
  for (const { from, to } of plan.walls) stampLine(stamp, from, to, WALL_M);
  for (const { from, to } of plan.outerWalls) stampLine(stamp, from, to, OUTER_WALL_M);
  for (const { from, to } of plan.windows) stampLine(stamp, from, to, OUTER_WALL_M);
  for (const { x, y, w, h } of plan.columns) stamp(x, y, x + w, y + h, everywhere);
  for (const piece of plan.furniture) {
    if (!piece.solid) continue;
    if (piece.shape === 'rect') stamp(piece.x, piece.y, piece.x + piece.w, piece.y + piece.h, everywhere);
    else if (piece.shape === 'circle') {
      const { x, y, r } = piece;
      stamp(x - r, y - r, x + r, y + r, (px, py) => Math.hypot(px - x, py - y) <= r);
    } else piece.points.forEach((to, i) => stampLine(stamp, piece.points[i - 1] ?? to, to, LINE_M));
  }
}

const FAR = 1e9;

/** One line of the exact Euclidean distance transform (Felzenszwalb, Huttenlocher): the lower envelope of parabolas. */
function distanceLine(squares: Float32Array, length: number, vertex: Int32Array, border: Float64Array, out: Float32Array) {
  let last = 0;
  vertex[0] = 0;
  border[0] = -Infinity;
  border[1] = Infinity;
  const at = (i: number) => squares[i] ?? FAR;
  for (let q = 1; q < length; q++) {
    let meet: number;
    for (;;) {
      const v = vertex[last] ?? 0;
      meet = (at(q) + q * q - at(v) - v * v) / (2 * (q - v));
      if (meet > (border[last] ?? 0) || last === 0) break;
      last--;
    }
    if (meet > (border[last] ?? 0)) last++;
    vertex[last] = q;
    border[last] = meet;
    border[last + 1] = Infinity;
  }
  for (let q = 0, k = 0; q < length; q++) {
    while ((border[k + 1] ?? Infinity) < q) k++;
    const v = vertex[k] ?? 0;
    out[q] = (q - v) * (q - v) + at(v);
  }
}

function clearanceOf(occupied: Uint8Array, columns: number, rows: number): Float32Array {
  const field = Float32Array.from(occupied, (cell) => (cell ? 0 : FAR));
  const longest = Math.max(columns, rows);
  const line = new Float32Array(longest);
  const out = new Float32Array(longest);
  const vertex = new Int32Array(longest + 1);
  const border = new Float64Array(longest + 2);
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) line[y] = field[y * columns + x] ?? FAR;
    distanceLine(line, rows, vertex, border, out);
    for (let y = 0; y < rows; y++) field[y * columns + x] = out[y] ?? FAR;
  }
  for (let y = 0; y < rows; y++) {
    line.set(field.subarray(y * columns, (y + 1) * columns));
    distanceLine(line, columns, vertex, border, out);
    for (let x = 0; x < columns; x++) {
      // From middle to middle, less the half cell that the thing itself reaches towards us.
      field[y * columns + x] = Math.max(0, Math.sqrt(out[x] ?? FAR) - 0.5) * CELL_M;
    }
  }
  return field;
}

const made = new WeakMap<PlanShape, Occupancy>();

/** Made at the first call, about 60 ms for 64 x 34 m, and kept with the plan. */
export function occupancyOf(plan: PlanShape): Occupancy {
  const known = made.get(plan);
  if (known) return known;
  const columns = Math.ceil(plan.width / CELL_M);
  const rows = Math.ceil(plan.height / CELL_M);
  const occupied = new Uint8Array(columns * rows).fill(1);
  const middle = (cell: number) => (cell + 0.5) * CELL_M;
  for (let row = 0; row < rows; row++) {
    const edges = crossings(plan.outline, middle(row)).map((x) => Math.min(columns, Math.max(0, Math.ceil(x / CELL_M - 0.5))));
    for (let i = 0; i + 1 < edges.length; i += 2) occupied.fill(0, row * columns + (edges[i] ?? 0), row * columns + (edges[i + 1] ?? 0));
  }
  stampPlan(plan, (x0, y0, x1, y1, covers) => {
    const lastRow = Math.min(rows - 1, Math.floor(y1 / CELL_M));
    const lastColumn = Math.min(columns - 1, Math.floor(x1 / CELL_M));
    for (let row = Math.max(0, Math.floor(y0 / CELL_M)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(x0 / CELL_M)); column <= lastColumn; column++) {
        const [x, y] = [middle(column), middle(row)];
        if (x >= x0 && x <= x1 && y >= y0 && y <= y1 && covers(x, y)) occupied[row * columns + column] = 1;
      }
    }
  });
  const occupancy = { columns, rows, occupied, clearance: clearanceOf(occupied, columns, rows) };
  made.set(plan, occupancy);
  return occupancy;
}

/** Metres from a place to the nearest thing; 0 inside it and outside the plan. */
export function clearanceAt(grid: Occupancy, x: number, y: number): number {
  const column = Math.floor(x / CELL_M);
  const row = Math.floor(y / CELL_M);
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return 0;
  return grid.clearance[row * grid.columns + column] ?? 0;
}

/**
 * Metres from a place to the first thing in the direction theta, at most `range`.
 * Steps as far as the clearance allows, so that open space costs little.
 */
export function raycast(grid: Occupancy, x: number, y: number, theta: number, range: number): number {
  const [dx, dy] = [Math.cos(theta), Math.sin(theta)];
  let travelled = 0;
  while (travelled < range) {
    const free = clearanceAt(grid, x + dx * travelled, y + dy * travelled);
    if (free <= 0) return travelled;
    // A third of a cell at least: near a wall that one passes along, clearance alone would creep.
    travelled += Math.max(free, CELL_M / 3);
  }
  return range;
}
