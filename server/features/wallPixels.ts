/** The walls of a map picture, as bits. Part of pictureWalls.ts that runs in a worker thread. */
import type { PictureMeta } from '../../contract/entities/map.ts';
import { meaningsOf } from '../../contract/rules/mapFiles/meaning.ts';
import { decodePng } from '../../contract/rules/mapFiles/png.ts';

/** One bit a pixel, row by row from the top. */
export interface WallPixels {
  width: number;
  height: number;
  bits: Uint8Array;
}

/** A colour picture has no information about walls. */
export async function readWalls({ png, meta }: { png: Uint8Array; meta: PictureMeta }): Promise<WallPixels> {
  const { width, height, channels, data } = await decodePng(png);
  const bits = new Uint8Array(Math.ceil((width * height) / 8));
  if (channels !== 1) return { width, height, bits };
  const isOccupied = meaningsOf(meta).map((meaning) => meaning === 'occupied');
  for (let i = 0; i < width * height; i++)
    if (isOccupied[data[i] ?? 0] === true) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  return { width, height, bits };
}
