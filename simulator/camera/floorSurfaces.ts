/**
 * Floor coverings in cells of 5 cm, light in cells of 10 cm, and ceiling lamps of a floor. Built once per plan and
 * shared by all cameras on that floor.
 */
import { clearanceAt, occupancyOf } from '../../contract/rules/planPath/occupancy.ts';
import { yuv } from './frame.ts';
import type { Yuv } from './frame.ts';
import type { ScenePlan } from './scene.ts';

export const COVER_CELL_M = 0.05;
export const LIGHT_CELL_M = 0.1;
/** Texture tile: 128 x 128 texels for 2 x 2 m. */
export const TEXELS = 128;
export const TEXELS_A_METRE = 64;
/** Spacing of the lamps in corridors and large rooms, metres. */
const LAMP_STEP_M = 3;

export const COVERS = [
  'outside',
  'corridor',
  'runner',
  'border',
  'stone',
  'wood',
  'tile',
  'lino',
  'guide',
  'dock',
  'darkWood',
  'rubber',
  'lift',
] as const;
type Cover = (typeof COVERS)[number];

/**
 * Colours of a room's walls: above the rail, below it, the rail itself and the skirting. Without a rail there is no
 * lower colour.
 */
export type WallLook = {
  readonly upper: Yuv;
  readonly lower: Yuv;
  readonly rail: Yuv | null;
  readonly skirting: Yuv;
  readonly tiles: boolean;
  /** Long stretches of wall carry a picture. */ readonly pictures: boolean;
};

type Look = {
  readonly floor: Yuv;
  readonly gloss: number;
  readonly texture: 'weave' | 'stone' | 'planks' | 'tiles' | 'speckle';
  readonly wall: 'hotel' | 'plain' | 'clinic' | 'tiled' | 'steel';
};
const LOOKS: Record<Cover, Look> = {
  outside: { floor: yuv(196, 200, 202), gloss: 0, texture: 'speckle', wall: 'hotel' },
  corridor: { floor: yuv(122, 113, 108), gloss: 0, texture: 'weave', wall: 'hotel' },
  runner: { floor: yuv(92, 103, 130), gloss: 0, texture: 'weave', wall: 'hotel' },
  border: { floor: yuv(150, 138, 116), gloss: 0, texture: 'weave', wall: 'hotel' },
  stone: { floor: yuv(166, 159, 149), gloss: 22, texture: 'stone', wall: 'hotel' },
  wood: { floor: yuv(158, 128, 98), gloss: 9, texture: 'planks', wall: 'plain' },
  tile: { floor: yuv(158, 162, 162), gloss: 12, texture: 'tiles', wall: 'tiled' },
  lino: { floor: yuv(146, 157, 158), gloss: 22, texture: 'speckle', wall: 'clinic' },
  guide: { floor: yuv(96, 146, 158), gloss: 22, texture: 'speckle', wall: 'clinic' },
  dock: { floor: yuv(138, 142, 146), gloss: 8, texture: 'speckle', wall: 'plain' },
  darkWood: { floor: yuv(118, 92, 70), gloss: 9, texture: 'planks', wall: 'hotel' },
  rubber: { floor: yuv(74, 80, 90), gloss: 3, texture: 'speckle', wall: 'plain' },
  lift: { floor: yuv(112, 114, 118), gloss: 16, texture: 'speckle', wall: 'steel' },
};
const WALLS: Record<Look['wall'], WallLook> = {
  hotel: {
    upper: yuv(217, 211, 200),
    lower: yuv(178, 166, 149),
    rail: yuv(142, 126, 108),
    skirting: yuv(118, 104, 90),
    tiles: false,
    pictures: true,
  },
  plain: {
    upper: yuv(217, 212, 203),
    lower: yuv(217, 212, 203),
    rail: null,
    skirting: yuv(150, 136, 120),
    tiles: false,
    pictures: false,
  },
  clinic: {
    upper: yuv(220, 225, 224),
    lower: yuv(178, 202, 200),
    rail: yuv(132, 160, 162),
    skirting: yuv(122, 142, 146),
    tiles: false,
    pictures: false,
  },
  tiled: {
    upper: yuv(216, 219, 217),
    lower: yuv(202, 208, 207),
    rail: null,
    skirting: yuv(128, 134, 136),
    tiles: true,
    pictures: false,
  },
  steel: {
    upper: yuv(178, 184, 190),
    lower: yuv(152, 159, 166),
    rail: yuv(214, 219, 223),
    skirting: yuv(98, 104, 112),
    tiles: false,
    pictures: false,
  },
};
/** How much of the light above a floor reflects, in 1/16. */
export const FLOOR_GLOSS: Uint8Array = Uint8Array.from(COVERS, (cover) => LOOKS[cover].gloss);
export const FLOOR_COLOURS: readonly Yuv[] = COVERS.map((cover) => LOOKS[cover].floor);
export const WALL_LOOKS: readonly WallLook[] = COVERS.map((cover) => WALLS[LOOKS[cover].wall]);

export type FloorSurfaces = {
  readonly columns: number;
  readonly rows: number;
  /** Index into COVERS. */
  readonly cover: Uint8Array;
  readonly lightColumns: number;
  readonly lightRows: number;
  /** Luma offset of the floor, per cover cell: lamps and windows minus the shadow in corners. */
  readonly light: Int8Array;
  /** Luma offset of walls, per light cell. Leaves out the corner shadow, which would be darkest at the wall itself. */
  readonly wallLight: Int8Array;
  /** 1 where the ceiling has a lamp, per light cell. */
  readonly lamp: Uint8Array;
};

type Room = ScenePlan['rooms'][number];
const CLINICAL: ReadonlySet<Room['kind']> = new Set(['ward', 'clinic', 'pharmacy', 'lab']);

function coverOf(kind: Room['kind'], isClinic: boolean): Cover {
  switch (kind) {
    case 'corridor':
      return isClinic ? 'lino' : 'corridor';
    case 'lobby':
      return isClinic ? 'lino' : 'stone';
    case 'ward':
    case 'clinic':
    case 'pharmacy':
    case 'lab':
      return 'lino';
    case 'office':
      return isClinic ? 'lino' : 'wood';
    case 'guest':
    case 'meeting':
      return 'wood';
    case 'restaurant':
      return 'darkWood';
    case 'kitchen':
    case 'core':
      return 'tile';
    case 'gym':
      return 'rubber';
    case 'lift':
      return 'lift';
    case 'linen':
    case 'dock':
    case 'stair':
      return 'dock';
  }
}

/** Repeatable noise in 0..1 for a texel. */
export function noiseAt(x: number, y: number, seed: number): number {
  let mixed =
    Math.imul(x + 374761393, 668265263) ^
    Math.imul(y + 1274126177, 2246822519 | 0) ^
    Math.imul(seed + 1, 3266489917 | 0);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519 | 0);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489917 | 0);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function texel(texture: Look['texture'], x: number, y: number, seed: number): number {
  const grain = noiseAt(x, y, seed) - 0.5;
  switch (texture) {
    case 'weave':
      return grain * 7 + ((x + y) % 4 < 2 ? 1 : -1);
    case 'speckle':
      return grain * 5;
    case 'tiles':
      return x % 16 === 0 || y % 16 === 0 ? -16 : (noiseAt(x >> 4, y >> 4, seed) - 0.5) * 6 + grain * 2;
    case 'stone':
      return x % 64 === 0 || y % 64 === 0
        ? -15
        : (noiseAt(x >> 6, y >> 6, seed) - 0.5) * 8 + (noiseAt(x >> 2, y >> 3, seed) - 0.5) * 3 + grain * 2;
    case 'planks': {
      const plank = y >> 4;
      const end = Math.floor(noiseAt(plank, 0, seed) * TEXELS);
      return y % 16 === 0 || x === end
        ? -12
        : (noiseAt(plank, Number(x > end), seed + 7) - 0.5) * 12 + (noiseAt(x >> 4, y, seed) - 0.5) * 5 + grain * 2;
    }
  }
}

/** Luma offsets, one tile of TEXELS x TEXELS per cover. */
export const FLOOR_TEXTURES: Int8Array = Int8Array.from({ length: COVERS.length * TEXELS * TEXELS }, (_, i) => {
  const cover = COVERS[Math.floor(i / (TEXELS * TEXELS))] ?? 'outside';
  return Math.round(texel(LOOKS[cover].texture, i % TEXELS, Math.floor(i / TEXELS) % TEXELS, COVERS.indexOf(cover)));
});

/** A runner with borders along the corridor; in a clinic a guide line at a third of the width. */
function corridorCover(room: Room, x: number, y: number, isClinic: boolean): Cover {
  const across = room.w >= room.h ? y - room.y : x - room.x;
  const width = Math.min(room.w, room.h);
  if (isClinic) return across >= width / 3 && across < width / 3 + 0.15 ? 'guide' : 'lino';
  const off = Math.abs(across - width / 2);
  return off < 0.9 ? 'runner' : off < 0.95 ? 'border' : 'corridor';
}

/** Lamp positions along one axis of a room: the spacing and the first position, metres. */
function lampGrid(length: number): { step: number; first: number } {
  const count = Math.max(1, Math.round(length / LAMP_STEP_M));
  return { step: length / count, first: length / count / 2 };
}

const nearestOf = (at: number, { step, first }: { step: number; first: number }) =>
  at - first - Math.round((at - first) / step) * step;

function buildSurfaces(plan: ScenePlan): FloorSurfaces {
  const columns = Math.ceil(plan.width / COVER_CELL_M);
  const rows = Math.ceil(plan.height / COVER_CELL_M);
  const lightColumns = Math.ceil(plan.width / LIGHT_CELL_M);
  const lightRows = Math.ceil(plan.height / LIGHT_CELL_M);
  const cover = new Uint8Array(columns * rows);
  const lamp = new Uint8Array(lightColumns * lightRows);
  const lit = new Float32Array(lightColumns * lightRows);
  const isClinic = plan.rooms.some(({ kind }) => CLINICAL.has(kind));
  const cells = (from: number, length: number, size: number, most: number) =>
    [Math.max(0, Math.round(from / size)), Math.min(most, Math.round((from + length) / size))] as const;
  // Large rooms first, so that a room within another one is drawn over it.
  for (const room of [...plan.rooms].sort((a, b) => b.w * b.h - a.w * a.h)) {
    const plain = COVERS.indexOf(coverOf(room.kind, isClinic));
    const [x0, x1] = cells(room.x, room.w, COVER_CELL_M, columns);
    const [y0, y1] = cells(room.y, room.h, COVER_CELL_M, rows);
    for (let row = y0; row < y1; row++) {
      for (let column = x0; column < x1; column++) {
        cover[row * columns + column] =
          room.kind === 'corridor'
            ? COVERS.indexOf(corridorCover(room, (column + 0.5) * COVER_CELL_M, (row + 0.5) * COVER_CELL_M, isClinic))
            : plain;
      }
    }
    const [alongX, alongY] = [lampGrid(room.w), lampGrid(room.h)];
    // Half size of a lamp, metres: wide across a corridor, square elsewhere.
    const [halfX, halfY] = room.kind !== 'corridor' ? [0.3, 0.3] : room.w >= room.h ? [0.45, 0.3] : [0.3, 0.45];
    const [lx0, lx1] = cells(room.x, room.w, LIGHT_CELL_M, lightColumns);
    const [ly0, ly1] = cells(room.y, room.h, LIGHT_CELL_M, lightRows);
    for (let row = ly0; row < ly1; row++) {
      const dy = nearestOf((row + 0.5) * LIGHT_CELL_M - room.y, alongY);
      for (let column = lx0; column < lx1; column++) {
        const dx = nearestOf((column + 0.5) * LIGHT_CELL_M - room.x, alongX);
        const at = row * lightColumns + column;
        lamp[at] = Number(Math.abs(dx) < halfX && Math.abs(dy) < halfY);
        lit[at] = 16 * Math.exp(-(dx * dx + dy * dy) / 1.9) - 7;
      }
    }
  }
  addWindows(plan, lit, lightColumns, lightRows);
  const wallLight = Int8Array.from(lit, Math.round);
  const light = floorLight(plan, lit, lightColumns, lightRows, columns, rows);
  return { columns, rows, cover, lightColumns, lightRows, light, wallLight, lamp };
}

/** Interpolates from light cells to cover cells, and darkens the floor close to obstacles. */
function floorLight(
  plan: ScenePlan,
  lit: Float32Array,
  lightColumns: number,
  lightRows: number,
  columns: number,
  rows: number,
): Int8Array {
  const CLOSE_M = 0.5;
  const DARKEST = 30;
  const grid = occupancyOf(plan);
  const light = new Int8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const y = (row + 0.5) * COVER_CELL_M;
    const fy = Math.min(lightRows - 1.001, Math.max(0, y / LIGHT_CELL_M - 0.5));
    const below = Math.floor(fy) * lightColumns;
    const shareY = fy - Math.floor(fy);
    for (let column = 0; column < columns; column++) {
      const x = (column + 0.5) * COVER_CELL_M;
      const fx = Math.min(lightColumns - 1.001, Math.max(0, x / LIGHT_CELL_M - 0.5));
      const at = below + Math.floor(fx);
      const share = fx - Math.floor(fx);
      const lower = (lit[at] ?? 0) * (1 - share) + (lit[at + 1] ?? 0) * share;
      const upper = (lit[at + lightColumns] ?? 0) * (1 - share) + (lit[at + lightColumns + 1] ?? 0) * share;
      const near = Math.max(0, 1 - clearanceAt(grid, x, y) / CLOSE_M);
      light[row * columns + column] = Math.round(lower * (1 - shareY) + upper * shareY - DARKEST * near * near);
    }
  }
  return light;
}

/** Daylight: brightest under a window, gone after some metres. */
function addWindows({ windows }: ScenePlan, lit: Float32Array, columns: number, rows: number) {
  const REACH_M = 4;
  for (const { from, to } of windows) {
    const [x0, x1] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [y0, y1] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    for (
      let row = Math.max(0, Math.floor((y0 - REACH_M) / LIGHT_CELL_M));
      row < Math.min(rows, (y1 + REACH_M) / LIGHT_CELL_M);
      row++
    ) {
      for (
        let column = Math.max(0, Math.floor((x0 - REACH_M) / LIGHT_CELL_M));
        column < Math.min(columns, (x1 + REACH_M) / LIGHT_CELL_M);
        column++
      ) {
        const [x, y] = [(column + 0.5) * LIGHT_CELL_M, (row + 0.5) * LIGHT_CELL_M];
        const distance = Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
        const at = row * columns + column;
        lit[at] = Math.min(26, (lit[at] ?? 0) + 16 * Math.exp(-(distance * distance) / 3.5));
      }
    }
  }
}

const made = new WeakMap<ScenePlan, FloorSurfaces>();

/** Built on the first call, which takes about 150 ms for 64 x 34 m. */
export function surfacesOf(plan: ScenePlan): FloorSurfaces {
  const known = made.get(plan);
  if (known) return known;
  const surfaces = buildSurfaces(plan);
  made.set(plan, surfaces);
  return surfaces;
}
