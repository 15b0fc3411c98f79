/** A map's picture as it arrives: looked at byte by byte, and written anew, so that nothing but pixels is kept. Both ways take seconds: they are worked aside (aside/works.ts). */
import { cornersOf, type MapFrame } from '../../contract/rules/mapFrame.ts';
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
  // Node leaves out what is no Base64: what it read must be all there was.
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

/** Bits of a sample, as the call declares it: whoever has others writes the picture anew before. */
const DEPTH = 8;
/** Colours of as many points as may be; what is see-through besides has to be a little smaller. */
const SAMPLES_MAX = 3 * MAP_PIXELS_MAX;

/** By the head alone, before anything is unfolded. */
function refuseOtherThanDeclared(bytes: Uint8Array): void {
  const { width, height, depth, samples } = headOfPng(bytes);
  if (depth !== DEPTH) throw new MapFileFault('pictureUnsupported');
  if (width * height * samples > SAMPLES_MAX) throw new MapFileFault('pictureTooLarge');
}

export interface Exported extends Omit<RosMap, 'picture'> {
  /** As it is kept; null for a map that is drawn. */
  png: Uint8Array | null;
  plan: StoredPlan;
}
export const exportPicture = async ({ png, plan, ...map }: Exported): Promise<Uint8Array> =>
  zipOf(rosMapFiles({ ...map, picture: png ? await decodePng(png) : pictureOfPlan(plan, map.resolution) }));

/** All that is known of an imported floor: how far it reaches. */
export function outlineOf(size: { width: number; height: number }, { resolution, origin }: Placed): StoredPlan {
  const [width, height] = [size.width * resolution, size.height * resolution];
  return {
    width,
    height,
    outline: [cornersOf({ resolution, origin, width, height })],
    rooms: [],
    walls: [],
    outerWalls: [],
    windows: [],
    doors: [],
    columns: [],
    furniture: [],
  };
}
