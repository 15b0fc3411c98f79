/**
 * Casts one ray per pixel column through the cells of the scene. Finds the wall that ends the view and the low or
 * hanging solids in front of it. Distances are perpendicular to the picture plane, so that straight lines stay
 * straight.
 */
import type { Scene } from './scene.ts';
import type { Solid } from './solids.ts';

/** Limit of solids per column; further ones are ignored. */
const MOST_HITS = 48;
/** Near limit of the view, metres. */
const NEAR_M = 0.06;

/** Orientation of a face: normal along x, normal along y, or round. */
export const FACE = { x: 0, y: 1, round: 2 } as const;

export type RaycastBuffers = {
  /** Per column: distance, solid and face of the wall; Infinity and -1 if there is none. */
  readonly wallAt: Float64Array;
  readonly wall: Int32Array;
  readonly wallFace: Uint8Array;
  /** Per column, the hits from hitsOf(x) to hitsOf(x) + count[x], nearest first. */
  readonly count: Int32Array;
  readonly enter: Float64Array;
  readonly leave: Float64Array;
  readonly solid: Int32Array;
  readonly face: Uint8Array;
  /** The column that hit a solid last, so that a solid in two cells counts once. */
  readonly met: Int32Array;
  readonly hidden: Uint8Array;
};

export const hitsOf = (column: number) => column * MOST_HITS;

export function castsFor(scene: Scene, width: number): RaycastBuffers {
  return {
    wallAt: new Float64Array(width),
    wall: new Int32Array(width),
    wallFace: new Uint8Array(width),
    count: new Int32Array(width),
    enter: new Float64Array(width * MOST_HITS),
    leave: new Float64Array(width * MOST_HITS),
    solid: new Int32Array(width * MOST_HITS),
    face: new Uint8Array(width * MOST_HITS),
    met: new Int32Array(scene.solids.length),
    hidden: new Uint8Array(scene.solids.length),
  };
}

/** Opens or shuts doors by their distance to the camera; `leftOpen` are open from every distance. */
export function setDoors(
  scene: Scene,
  casts: RaycastBuffers,
  x: number,
  y: number,
  leftOpen: ReadonlySet<number> = new Set(),
): void {
  scene.solids.forEach((solid, i) => {
    const door = solid.door === undefined ? undefined : scene.doors[solid.door];
    if (!door) return;
    const isOpen = leftOpen.has(solid.door ?? -1) || Math.hypot(door.x - x, door.y - y) <= door.opensAt;
    casts.hidden[i] = Number((solid.shownWhen === 'open') !== isOpen);
  });
}

function keep(casts: RaycastBuffers, column: number, enter: number, leave: number, solid: number, face: number) {
  const count = casts.count[column] ?? 0;
  if (count >= MOST_HITS) return;
  const from = hitsOf(column);
  let at = from + count;
  while (at > from && (casts.enter[at - 1] ?? 0) > enter) {
    casts.enter[at] = casts.enter[at - 1] ?? 0;
    casts.leave[at] = casts.leave[at - 1] ?? 0;
    casts.solid[at] = casts.solid[at - 1] ?? 0;
    casts.face[at] = casts.face[at - 1] ?? 0;
    at--;
  }
  casts.enter[at] = enter;
  casts.leave[at] = leave;
  casts.solid[at] = solid;
  casts.face[at] = face;
  casts.count[column] = count + 1;
}

/** Casts from (x, y) along (alongX, alongY), the vector for one metre of depth. */
export function raycast(
  scene: Scene,
  casts: RaycastBuffers,
  column: number,
  x: number,
  y: number,
  alongX: number,
  alongY: number,
): void {
  // A ray parallel to an axis would never cross cell borders of the other one. A minimal slant avoids a special case in
  // both loops.
  const dx = alongX === 0 ? 1e-12 : alongX;
  const dy = alongY === 0 ? 1e-12 : alongY;
  const { x0, y0, x1, y1, round, full, start, inCell, columns, rows } = scene;
  const { met, hidden } = casts;
  const mark = column + 1;
  casts.count[column] = 0;
  let wallAt = Infinity;
  let wall = -1;
  let wallFace = 0;
  const ix = 1 / dx;
  const iy = 1 / dy;
  let cellX = Math.floor(x) + 1;
  let cellY = Math.floor(y) + 1;
  const stepX = dx > 0 ? 1 : -1;
  const stepY = dy > 0 ? 1 : -1;
  let nextX = ((dx > 0 ? cellX : cellX - 1) - x) * ix;
  let nextY = ((dy > 0 ? cellY : cellY - 1) - y) * iy;
  let entered = 0;
  while (cellX >= 0 && cellY >= 0 && cellX < columns && cellY < rows && entered < wallAt) {
    const cell = cellY * columns + cellX;
    const end = start[cell + 1] ?? 0;
    for (let i = start[cell] ?? 0; i < end; i++) {
      const solid = inCell[i] ?? 0;
      if (met[solid] === mark || hidden[solid] === 1) continue;
      met[solid] = mark;
      let enter: number;
      let leave: number;
      let face: number;
      if (round[solid] === 1) {
        const radius = ((x1[solid] ?? 0) - (x0[solid] ?? 0)) / 2;
        const ox = x - (x0[solid] ?? 0) - radius;
        const oy = y - (y0[solid] ?? 0) - radius;
        const a = dx * dx + dy * dy;
        const b = ox * dx + oy * dy;
        const root = b * b - a * (ox * ox + oy * oy - radius * radius);
        if (root <= 0) continue;
        enter = (-b - Math.sqrt(root)) / a;
        leave = (-b + Math.sqrt(root)) / a;
        face = FACE.round;
      } else {
        const ax = ((x0[solid] ?? 0) - x) * ix;
        const bx = ((x1[solid] ?? 0) - x) * ix;
        const ay = ((y0[solid] ?? 0) - y) * iy;
        const by = ((y1[solid] ?? 0) - y) * iy;
        const enterX = ax < bx ? ax : bx;
        const enterY = ay < by ? ay : by;
        const leaveX = ax < bx ? bx : ax;
        const leaveY = ay < by ? by : ay;
        enter = enterX > enterY ? enterX : enterY;
        leave = leaveX < leaveY ? leaveX : leaveY;
        if (leave <= enter) continue;
        face = enterX > enterY ? FACE.x : FACE.y;
      }
      if (enter < NEAR_M || enter >= wallAt) continue;
      if (full[solid] === 1) {
        wallAt = enter;
        wall = solid;
        wallFace = face;
      } else keep(casts, column, enter, leave, solid, face);
    }
    if (nextX < nextY) {
      entered = nextX;
      nextX += stepX * ix;
      cellX += stepX;
    } else {
      entered = nextY;
      nextY += stepY * iy;
      cellY += stepY;
    }
  }
  casts.wallAt[column] = wallAt;
  casts.wall[column] = wall;
  casts.wallFace[column] = wallFace;
  // Drop hits behind the wall.
  const from = hitsOf(column);
  let count = casts.count[column] ?? 0;
  while (count > 0 && (casts.enter[from + count - 1] ?? 0) >= wallAt) count--;
  casts.count[column] = count;
}

/**
 * Adds hits of solids that are not part of the scene, after the column's raycast. Their indices follow those of the
 * scene's solids.
 */
export function castLoose(
  casts: RaycastBuffers,
  column: number,
  solids: readonly Solid[],
  firstIndex: number,
  x: number,
  y: number,
  alongX: number,
  alongY: number,
): void {
  const ix = 1 / (alongX === 0 ? 1e-12 : alongX);
  const iy = 1 / (alongY === 0 ? 1e-12 : alongY);
  const wallAt = casts.wallAt[column] ?? Infinity;
  solids.forEach(({ x0, y0, x1, y1, round }, i) => {
    let enter: number;
    let leave: number;
    let face: number = FACE.round;
    if (round) {
      const radius = (x1 - x0) / 2;
      const [ox, oy] = [x - x0 - radius, y - y0 - radius];
      const a = alongX * alongX + alongY * alongY;
      const b = ox * alongX + oy * alongY;
      const root = b * b - a * (ox * ox + oy * oy - radius * radius);
      if (root <= 0) return;
      enter = (-b - Math.sqrt(root)) / a;
      leave = (-b + Math.sqrt(root)) / a;
    } else {
      const [ax, bx, ay, by] = [(x0 - x) * ix, (x1 - x) * ix, (y0 - y) * iy, (y1 - y) * iy];
      const [enterX, enterY] = [Math.min(ax, bx), Math.min(ay, by)];
      enter = Math.max(enterX, enterY);
      leave = Math.min(Math.max(ax, bx), Math.max(ay, by));
      if (leave <= enter) return;
      face = enterX > enterY ? FACE.x : FACE.y;
    }
    if (enter >= NEAR_M && enter < wallAt) keep(casts, column, enter, leave, firstIndex + i, face);
  });
}
