/**
 * Draws floor and ceiling in every pixel that no wall covers, row by row, because all pixels of a row have the same
 * depth.
 */
import { CEILING_M } from './solids.ts';
import { yuv } from './frame.ts';
import type { Planes } from './frame.ts';
import {
  COVER_CELL_M,
  FLOOR_COLOURS,
  FLOOR_GLOSS,
  FLOOR_TEXTURES,
  LIGHT_CELL_M,
  TEXELS,
  TEXELS_A_METRE,
} from './floorSurfaces.ts';
import type { FloorSurfaces } from './floorSurfaces.ts';
import { FOG, fogAt } from './lens.ts';
import type { Lens } from './lens.ts';

const COVERS_A_METRE = 1 / COVER_CELL_M;
const LIGHTS_A_METRE = 1 / LIGHT_CELL_M;
const FAR_M = 90;
/** Upper limit of reflected daylight; without it an edge would show where a window ends. */
const MOST_SHINE = 9;
/** The floor texture fades out up to this distance: texels smaller than a pixel would flicker. */
const TEXTURE_FAR_M = 9;

const COLOUR_Y = Uint8Array.from(FLOOR_COLOURS, ([y]) => y);
const COLOUR_U = Uint8Array.from(FLOOR_COLOURS, ([, u]) => u);
const COLOUR_V = Uint8Array.from(FLOOR_COLOURS, ([, , v]) => v);
const CEILING = yuv(217, 217, 213);
const LAMP = yuv(253, 252, 246);

/** Per column, the rows where floor and ceiling begin, with one row of margin for antialiased edges. */
export type Edges = {
  readonly floor: Float64Array;
  readonly ceiling: Float64Array;
  /** Distance of the wall, metres. */ readonly wallAt: Float64Array;
};

function fogRow({ width, y: luma, u, v, chromaWidth }: Planes, row: number) {
  luma.fill(FOG[0], row * width, (row + 1) * width);
  u.fill(FOG[1], (row >> 1) * chromaWidth, ((row >> 1) + 1) * chromaWidth);
  v.fill(FOG[2], (row >> 1) * chromaWidth, ((row >> 1) + 1) * chromaWidth);
}

export function drawFloor(planes: Planes, lens: Lens, surfaces: FloorSurfaces, edges: Edges): void {
  const { width, height, y: luma, u: planeU, v: planeV, chromaWidth } = planes;
  const { cover, columns, rows, light, wallLight, lightColumns, lightRows } = surfaces;
  const { floor, wallAt } = edges;
  const { dirX, dirY } = lens;
  const [gloss, textures, colourY, colourU, colourV, fogY, fogU, fogV] = [
    FLOOR_GLOSS,
    FLOOR_TEXTURES,
    COLOUR_Y,
    COLOUR_U,
    COLOUR_V,
    ...FOG,
  ];
  const mostX = columns - 1;
  const mostY = rows - 1;
  for (let row = Math.max(0, Math.floor(lens.horizon)); row < height; row++) {
    const depth = (lens.eye * lens.focal) / Math.max(0.01, row + 0.5 - lens.horizon);
    if (depth > FAR_M) {
      fogRow(planes, row);
      continue;
    }
    const fog = fogAt(depth);
    const fine = depth < TEXTURE_FAR_M ? 1 - depth / TEXTURE_FAR_M : 0;
    const step = depth / lens.focal;
    const stepX = lens.rightX * step;
    const stepY = lens.rightY * step;
    let x = lens.x + depth * (lens.dirX[0] ?? 0);
    let y = lens.y + depth * (lens.dirY[0] ?? 0);
    // Horizontal distance along the reflected ray to the point where it meets the ceiling.
    const onward = (depth * CEILING_M) / lens.eye;
    const withChroma = (row & 1) === 0;
    const chromaRow = (row >> 1) * chromaWidth;
    for (let column = 0, at = row * width; column < width; column++, at++, x += stepX, y += stepY) {
      if (row + 1 < (floor[column] ?? 0)) continue;
      let cellX = (x * COVERS_A_METRE) | 0;
      let cellY = (y * COVERS_A_METRE) | 0;
      cellX = cellX < 0 ? 0 : cellX > mostX ? mostX : cellX;
      cellY = cellY < 0 ? 0 : cellY > mostY ? mostY : cellY;
      const cell = cellY * columns + cellX;
      const kind = cover[cell] ?? 0;
      const texel =
        textures[
          (kind * TEXELS + (((y * TEXELS_A_METRE) | 0) & (TEXELS - 1))) * TEXELS +
            (((x * TEXELS_A_METRE) | 0) & (TEXELS - 1))
        ] ?? 0;
      let tone = (colourY[kind] ?? 0) + (light[cell] ?? 0) + texel * fine;
      const shine = gloss[kind] ?? 0;
      if (shine > 0 && (wallAt[column] ?? 0) > depth + onward) {
        const overX = ((x + (dirX[column] ?? 0) * onward) * LIGHTS_A_METRE) | 0;
        const overY = ((y + (dirY[column] ?? 0) * onward) * LIGHTS_A_METRE) | 0;
        if (overX >= 0 && overY >= 0 && overX < lightColumns && overY < lightRows) {
          const overhead = wallLight[overY * lightColumns + overX] ?? 0;
          tone += ((overhead > MOST_SHINE ? MOST_SHINE : overhead) * shine) >> 4;
        }
      }
      luma[at] = tone + (((fogY - tone) * fog) >> 8);
      if (withChroma && (column & 1) === 0) {
        const chroma = chromaRow + (column >> 1);
        const u = colourU[kind] ?? 0;
        const v = colourV[kind] ?? 0;
        planeU[chroma] = u + (((fogU - u) * fog + 128) >> 8);
        planeV[chroma] = v + (((fogV - v) * fog + 128) >> 8);
      }
    }
  }
}

export function drawCeiling(planes: Planes, lens: Lens, surfaces: FloorSurfaces, edges: Edges): void {
  const { width, y: luma, u: planeU, v: planeV, chromaWidth } = planes;
  const { lamp, wallLight, lightColumns, lightRows } = surfaces;
  const ceiling = edges.ceiling;
  const [fogY, fogU, fogV, lampY, lampU, lampV, plainY, plainU, plainV] = [...FOG, ...LAMP, ...CEILING];
  for (let row = Math.ceil(lens.horizon) - 1; row >= 0; row--) {
    const depth = ((CEILING_M - lens.eye) * lens.focal) / Math.max(0.01, lens.horizon - row - 0.5);
    if (depth > FAR_M) {
      fogRow(planes, row);
      continue;
    }
    const fog = fogAt(depth);
    const step = depth / lens.focal;
    const stepX = lens.rightX * step * LIGHTS_A_METRE;
    const stepY = lens.rightY * step * LIGHTS_A_METRE;
    let x = (lens.x + depth * (lens.dirX[0] ?? 0)) * LIGHTS_A_METRE;
    let y = (lens.y + depth * (lens.dirY[0] ?? 0)) * LIGHTS_A_METRE;
    const withChroma = (row & 1) === 0;
    const chromaRow = (row >> 1) * chromaWidth;
    for (let column = 0, at = row * width; column < width; column++, at++, x += stepX, y += stepY) {
      if (row > (ceiling[column] ?? 0)) continue;
      let cellX = x | 0;
      let cellY = y | 0;
      cellX = cellX < 0 ? 0 : cellX >= lightColumns ? lightColumns - 1 : cellX;
      cellY = cellY < 0 ? 0 : cellY >= lightRows ? lightRows - 1 : cellY;
      const cell = cellY * lightColumns + cellX;
      const isLamp = lamp[cell] === 1;
      // Lamps are less affected by fog.
      const tone = isLamp ? lampY : plainY + ((wallLight[cell] ?? 0) >> 1);
      const share = isLamp ? fog >> 1 : fog;
      luma[at] = tone + (((fogY - tone) * share) >> 8);
      if (withChroma && (column & 1) === 0) {
        const chroma = chromaRow + (column >> 1);
        const u = isLamp ? lampU : plainU;
        const v = isLamp ? lampV : plainV;
        planeU[chroma] = u + (((fogU - u) * share + 128) >> 8);
        planeV[chroma] = v + (((fogV - v) * share + 128) >> 8);
      }
    }
  }
}
