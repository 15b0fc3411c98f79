/** Interprets the grey levels of a map picture as occupancy (ROS map_server). */
import type { PictureMeta } from '../../entities/map.ts';

export type Meaning = 'free' | 'occupied' | 'unknown';

/** The meaning of each grey level 0-255. */
export function meaningsOf({ occupiedThresh, freeThresh, negate, mode }: PictureMeta): readonly Meaning[] {
  return Array.from({ length: 256 }, (_, grey) => {
    // raw: the value is the occupancy probability in percent; above 100 is unknown.
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
