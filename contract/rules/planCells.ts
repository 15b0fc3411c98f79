/**
 * Rasterizes a floor plan into occupancy cells. Doorways are free; the area outside the slab is not. Used for path
 * planning by simulated robots and for the export of vector maps.
 */
import type { FloorPlan, Place } from '../entities/floorPlan.ts';

export const WALL_M = 0.14;
export const OUTER_WALL_M = 0.3;
const LINE_M = 0.08;

/** The parts of a plan that the raster needs; room names are irrelevant. */
export type PlanShape = Omit<FloorPlan, 'rooms'> & {
  readonly rooms: readonly Omit<FloorPlan['rooms'][number], 'name'>[];
};

export interface PlanCells {
  readonly columns: number;
  readonly rows: number;
  /** 0 free, 1 occupied, `outside` beyond the slab. Row 0 is the southern edge. */
  readonly cells: Uint8Array;
}

type Stamp = (x0: number, y0: number, x1: number, y1: number, covers: (x: number, y: number) => boolean) => void;

/** X coordinates where a horizontal line at y enters and leaves the slab, alternately. */
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

/** Rasterizes a wall segment with square ends, so that doorways keep their width. */
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

/** Whether a place is off the slab, in a wall, a column or solid furniture: what cellsOf marks as occupied. */
export function isOccupied(plan: PlanShape, x: number, y: number): boolean {
  if (crossings(plan.outline, y).filter((edge) => edge <= x).length % 2 === 0) return true;
  let isCovered = false;
  stampPlan(plan, (x0, y0, x1, y1, covers) => {
    isCovered ||= x >= x0 && x <= x1 && y >= y0 && y <= y1 && covers(x, y);
  });
  return isCovered;
}

/** @param cellM metres per cell */
export function cellsOf(plan: PlanShape, cellM: number, outside = 1): PlanCells {
  const columns = Math.ceil(plan.width / cellM);
  const rows = Math.ceil(plan.height / cellM);
  const cells = new Uint8Array(columns * rows).fill(outside);
  const middle = (cell: number) => (cell + 0.5) * cellM;
  for (let row = 0; row < rows; row++) {
    const edges = crossings(plan.outline, middle(row)).map((x) =>
      Math.min(columns, Math.max(0, Math.ceil(x / cellM - 0.5))),
    );
    for (let i = 0; i + 1 < edges.length; i += 2)
      cells.fill(0, row * columns + (edges[i] ?? 0), row * columns + (edges[i + 1] ?? 0));
  }
  stampPlan(plan, (x0, y0, x1, y1, covers) => {
    const lastRow = Math.min(rows - 1, Math.floor(y1 / cellM));
    const lastColumn = Math.min(columns - 1, Math.floor(x1 / cellM));
    for (let row = Math.max(0, Math.floor(y0 / cellM)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(x0 / cellM)); column <= lastColumn; column++) {
        const [x, y] = [middle(column), middle(row)];
        if (x >= x0 && x <= x1 && y >= y0 && y <= y1 && covers(x, y)) cells[row * columns + column] = 1;
      }
    }
  });
  return { columns, rows, cells };
}
