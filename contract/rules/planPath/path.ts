/**
 * Path planning on a floor: A* on cells twice as wide as the grid's, with higher costs near walls so that robots keep
 * to the middle, then smoothing by straight lines where these cost no more. Working memory is kept per floor and
 * reused.
 */
import type { Place } from '../../entities/floorPlan.ts';
import { CellHeap } from './cellHeap.ts';
import { clearanceAt } from './occupancy.ts';
import type { Occupancy } from './occupancy.ts';

/** Usual clearance radius of a robot, metres. */
export const USUAL_RADIUS_M = 0.28;
/** Grid cells per search cell. */
const STRIDE = 2;
/** Below this clearance a metre costs more, up to 1 + NEARNESS_COST times as much. */
const COMFORT_M = 1.3;
const NEARNESS_COST = 4;
/**
 * Weight of the A* heuristic: slightly above 1, so that far fewer cells are visited; the path costs at most this factor
 * more.
 */
const HEURISTIC_WEIGHT = 1.05;
const DIAGONAL = Math.SQRT2;

/** An obstacle that is not on the plan, for example another robot. */
export type Obstacle = { readonly x: number; readonly y: number; readonly radius: number };
type Work = {
  readonly columns: number;
  readonly rows: number;
  /** Width of a search cell, metres. */
  readonly step: number;
  readonly eagerness: number;
  /** Clearance at the centres of the search cells. */
  readonly clearance: Float32Array;
  readonly cost: Float32Array;
  readonly cameFrom: Int32Array;
  /**
   * `seen`: number of the search that set the cell's cost, odd once the cell is closed. `blocked`: number of the search
   * that blocked it.
   */
  readonly seen: Uint32Array;
  readonly blocked: Uint32Array;
  readonly heap: CellHeap;
  search: number;
};

function workFor(grid: Occupancy, eagerness: number): Work {
  const step = grid.cellM * STRIDE;
  const columns = Math.ceil(grid.columns / STRIDE);
  const rows = Math.ceil(grid.rows / STRIDE);
  const size = columns * rows;
  const clearance = new Float32Array(size);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      clearance[row * columns + column] = clearanceAt(grid, (column + 0.5) * step, (row + 0.5) * step);
    }
  }
  return {
    columns,
    rows,
    step,
    eagerness,
    clearance,
    cost: new Float32Array(size),
    cameFrom: new Int32Array(size),
    seen: new Uint32Array(size),
    blocked: new Uint32Array(size),
    heap: new CellHeap(),
    search: 0,
  };
}

function costAt(clearance: number): number {
  if (clearance >= COMFORT_M) return 1;
  const nearness = 1 - clearance / COMFORT_M;
  return 1 + NEARNESS_COST * nearness * nearness;
}

function block(work: Work, obstacles: readonly Obstacle[], radius: number) {
  const { columns, rows, step, blocked, search } = work;
  for (const obstacle of obstacles) {
    const reach = obstacle.radius + radius;
    const lastRow = Math.min(rows - 1, Math.floor((obstacle.y + reach) / step));
    const lastColumn = Math.min(columns - 1, Math.floor((obstacle.x + reach) / step));
    for (let row = Math.max(0, Math.floor((obstacle.y - reach) / step)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor((obstacle.x - reach) / step)); column <= lastColumn; column++) {
        if (Math.hypot((column + 0.5) * step - obstacle.x, (row + 0.5) * step - obstacle.y) < reach)
          blocked[row * columns + column] = search;
      }
    }
  }
}

const cellAt = (work: Work, x: number, y: number) =>
  Math.floor(y / work.step) * work.columns + Math.floor(x / work.step);

/** Fills `cameFrom` from start to goal; false if there is no path. */
function find(work: Work, start: number, goal: number, radius: number): boolean {
  const { columns, rows, clearance, cost, cameFrom, seen, blocked, heap, search } = work;
  const goalRow = Math.floor(goal / columns);
  const goalColumn = goal - goalRow * columns;
  const { eagerness } = work;
  const remaining = (column: number, row: number) => {
    const dx = Math.abs(column - goalColumn);
    const dy = Math.abs(row - goalRow);
    return eagerness * (dx > dy ? dx + (DIAGONAL - 1) * dy : dy + (DIAGONAL - 1) * dx);
  };
  heap.clear();
  cost[start] = 0;
  cameFrom[start] = -1;
  seen[start] = search;
  heap.push(0, start);
  for (let cell = heap.pop(); cell >= 0; cell = heap.pop()) {
    if (cell === goal) return true;
    if (seen[cell] === search + 1) continue;
    seen[cell] = search + 1;
    const row = Math.floor(cell / columns);
    const column = cell - row * columns;
    const base = cost[cell] ?? 0;
    for (let dy = -1; dy <= 1; dy++) {
      const nextRow = row + dy;
      if (nextRow < 0 || nextRow >= rows) continue;
      for (let dx = -1; dx <= 1; dx++) {
        if (dx === 0 && dy === 0) continue;
        const nextColumn = column + dx;
        if (nextColumn < 0 || nextColumn >= columns) continue;
        const next = nextRow * columns + nextColumn;
        const room = clearance[next] ?? 0;
        if (
          seen[next] === search + 1 ||
          (blocked[next] === search && next !== goal) ||
          (room < radius && next !== goal)
        )
          continue;
        const total = base + (dx !== 0 && dy !== 0 ? DIAGONAL : 1) * costAt(room);
        if (seen[next] === search && (cost[next] ?? 0) <= total) continue;
        seen[next] = search;
        cost[next] = total;
        cameFrom[next] = cell;
        heap.push(total + remaining(nextColumn, nextRow), next);
      }
    }
  }
  return false;
}

/** Cost of the straight line, in cells; Infinity if its clearance falls below the radius. */
function lineCost(grid: Occupancy, work: Work, [x1, y1]: Place, [x2, y2]: Place, radius: number): number {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const steps = Math.max(1, Math.ceil(length / (work.step / 2)));
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const x = x1 + ((x2 - x1) * i) / steps;
    const y = y1 + ((y2 - y1) * i) / steps;
    const room = clearanceAt(grid, x, y);
    if (room < radius || work.blocked[cellAt(work, x, y)] === work.search) return Infinity;
    sum += costAt(room);
  }
  return ((sum / (steps + 1)) * length) / work.step;
}

/** Keeps a corner only where the straight line costs more: string pulling that respects the cost near walls. */
function straighten(grid: Occupancy, work: Work, cells: readonly Place[], radius: number): Place[] {
  const first = cells[0];
  if (!first) return [];
  const spent = new Float64Array(cells.length);
  for (let i = 1; i < cells.length; i++) {
    const [x1, y1] = cells[i - 1] ?? first;
    const [x2, y2] = cells[i] ?? first;
    spent[i] = (spent[i - 1] ?? 0) + (Math.hypot(x2 - x1, y2 - y1) / work.step) * costAt(clearanceAt(grid, x2, y2));
  }
  const path: Place[] = [first];
  let from = 0;
  while (from < cells.length - 1) {
    let best = from + 1;
    // After several failures in a row the remaining cells are out of sight.
    for (let to = from + 2, misses = 0; to < cells.length && misses < 12; to++) {
      const price = lineCost(grid, work, cells[from] ?? first, cells[to] ?? first, radius);
      if (price <= ((spent[to] ?? 0) - (spent[from] ?? 0)) * 1.01 + 0.5) [best, misses] = [to, 0];
      else misses++;
    }
    path.push(cells[best] ?? first);
    from = best;
  }
  return path;
}

export type PathFinder = (from: Place, to: Place, radius: number, avoid?: readonly Obstacle[]) => Place[] | null;

/**
 * Returns the path finder of one floor. Both ends must be free for the radius; null if there is no path. The path
 * begins with `from` and ends with `to`.
 * @param eagerness weight of the heuristic: 1 finds the best path, larger values find a more expensive one sooner
 */
export function pathFinder(grid: Occupancy, eagerness = HEURISTIC_WEIGHT): PathFinder {
  const work = workFor(grid, eagerness);
  return (from, to, radius, avoid = []) => {
    const inside = ([x, y]: Place) => x >= 0 && y >= 0 && x < work.columns * work.step && y < work.rows * work.step;
    if (!inside(from) || !inside(to)) return null;
    if (clearanceAt(grid, ...from) < radius || clearanceAt(grid, ...to) < radius) return null;
    // Two numbers per search: `search` for open cells, `search + 1` for closed ones.
    work.search += 2;
    block(work, avoid, radius);
    if (lineCost(grid, work, from, to, radius) <= (Math.hypot(to[0] - from[0], to[1] - from[1]) / work.step) * 1.001)
      return [from, to];
    const start = cellAt(work, ...from);
    const goal = cellAt(work, ...to);
    if (!find(work, start, goal, radius)) return null;
    const cells: Place[] = [];
    for (let cell = goal; cell >= 0; cell = work.cameFrom[cell] ?? -1) {
      const row = Math.floor(cell / work.columns);
      cells.push([(cell - row * work.columns + 0.5) * work.step, (row + 0.5) * work.step]);
    }
    cells.reverse();
    cells[0] = from;
    if (cells.length === 1) return [from, to];
    cells[cells.length - 1] = to;
    return straighten(grid, work, cells, radius);
  };
}

/** Metres. */
export function lengthOf(path: readonly Place[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1], path[i]];
    if (a && b) sum += Math.hypot(b[0] - a[0], b[1] - a[1]);
  }
  return sum;
}
