/** What a grey of a map's picture means (ROS map_server): how likely something is there. */
import type { PictureMeta } from '../../entities/map.ts';

export type Meaning = 'free' | 'occupied' | 'unknown';

/** Of every grey there is. */
export function meaningsOf({ occupiedThresh, freeThresh, negate, mode }: PictureMeta): readonly Meaning[] {
  return Array.from({ length: 256 }, (_, grey) => {
    // raw: the value itself is the chance in per cent, anything beyond is unknown.
    if (mode === 'raw')
      return grey > 100
        ? 'unknown'
        : grey / 100 > occupiedThresh
          ? 'occupied'
          : grey / 100 < freeThresh
            ? 'free'
            : 'unknown';
    const chance = (negate ? grey : 255 - grey) / 255;
    return chance > occupiedThresh ? 'occupied' : chance < freeThresh ? 'free' : 'unknown';
  });
}
