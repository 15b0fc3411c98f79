/**
 * Uploaded map pictures: validated and re-encoded, so that only pixels are stored. Decoding and encoding take seconds
 * and run in a worker thread (workerThreads/jobs.ts).
 */
import { cornersOf, emptyPlan, type MapFrame } from '../../contract/rules/mapFrame.ts';
import { MapFileFault, type Picture } from '../../contract/rules/mapFiles/picture.ts';
import { decodePng, encodePng, headOfPng } from '../../contract/rules/mapFiles/png.ts';
import { pictureOfPlan } from '../../contract/rules/mapFiles/planPicture.ts';
import { rosMapFiles, type RosMap } from '../../contract/rules/mapFiles/rosMap.ts';
import { MAP_PIXELS_MAX, MAP_PNG_MAX_BYTES } from '../../contract/rules/mapLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { StoredPlan } from '../db/localName.ts';
import { zipOf } from '../files/zip.ts';

export interface ReadPicture {
  picture: Picture;
  png: Uint8Array;
}
export type Placed = Pick<MapFrame, 'resolution' | 'origin'>;

/** @throws mapPictureWrong, mapPictureTooLarge (bytes), mapPictureTooMany (pixels) */
export async function readPicture(encoded: string): Promise<ReadPicture> {
  const bytes = Buffer.from(encoded, 'base64');
  // Node skips invalid Base64 characters: the length and the pattern detect them.
  if (bytes.length !== Buffer.byteLength(encoded, 'base64') || !/^[A-Za-z\d+/]+={0,2}$/u.test(encoded))
    throw new ApiError('mapPictureWrong', { field: 'picture' });
  if (bytes.length > MAP_PNG_MAX_BYTES)
    throw new ApiError('mapPictureTooLarge', { field: 'picture', words: { limit: MAP_PNG_MAX_BYTES / 2 ** 20 } });
  try {
    refuseOtherThanDeclared(bytes);
    const picture = await decodePng(bytes);
    return { picture, png: await encodePng(picture) };
  } catch (error) {
    if (!(error instanceof MapFileFault)) throw error;
    throw error.kind === 'pictureTooLarge'
      ? new ApiError('mapPictureTooMany', { field: 'picture', words: { limit: MAP_PIXELS_MAX / 1e6 } })
      : new ApiError('mapPictureWrong', { field: 'picture' });
  }
}

/** Bits per sample, as the endpoint declares; clients convert other depths before the upload. */
const DEPTH = 8;
/** RGB at the maximum number of pixels; with an alpha channel a picture has to be smaller. */
const SAMPLES_MAX = 3 * MAP_PIXELS_MAX;

/** Checks the header only, before decompression. */
function refuseOtherThanDeclared(bytes: Uint8Array): void {
  const { width, height, depth, samples } = headOfPng(bytes);
  if (depth !== DEPTH) throw new MapFileFault('pictureUnsupported');
  if (width * height * samples > SAMPLES_MAX) throw new MapFileFault('pictureTooLarge');
}

export interface Exported extends Omit<RosMap, 'picture'> {
  /** The stored PNG; null for a map without a picture, which is rendered from its plan. */
  png: Uint8Array | null;
  plan: StoredPlan;
}
export const exportPicture = async ({ png, plan, ...map }: Exported): Promise<Uint8Array> =>
  zipOf(rosMapFiles({ ...map, picture: png ? await decodePng(png) : pictureOfPlan(plan, map.resolution) }));

/** The plan of an imported floor: only its outline is known. */
export function outlineOf(size: { width: number; height: number }, { resolution, origin }: Placed): StoredPlan {
  const [width, height] = [size.width * resolution, size.height * resolution];
  return { ...emptyPlan(width, height), outline: [cornersOf({ resolution, origin, width, height })] };
}
