/**
 * Walls of map pictures, to refuse charging bays in them. Pictures are decoded in a worker thread. A map's new picture has
 * a new id, so what is cached under an id never changes.
 */
import { LRUCache } from 'lru-cache';
import { MAP_PIXELS_MAX } from '../../contract/rules/mapLimits.ts';
import { toPixels } from '../../contract/rules/mapFrame.ts';
import type { Db } from '../db/database.ts';
import { pictureById } from '../db/repositories/mapFiles.ts';
import type { StoredMap } from '../db/repositories/maps.ts';
import type { FileStore } from '../files/fileStore.ts';
import { mapPictureBytes } from '../files/mapPictures.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { frameOfStored } from './describeMap.ts';
import type { WallPixels } from './wallPixels.ts';

/** Metres of the map. */
type IsWall = (x: number, y: number) => boolean;
export interface PictureWalls {
  /** null for a map without a picture. @throws filesAway, notFound */
  wallsOf(db: Db, map: StoredMap): Promise<IsWall | null>;
}

/** Pictures of the maximum size that fit into the cache. */
const CACHED = 4;

export function createPictureWalls(store: FileStore): PictureWalls {
  const known = new LRUCache<string, WallPixels>({
    maxSize: (CACHED * MAP_PIXELS_MAX) / 8,
    sizeCalculation: ({ bits }) => Math.max(1, bits.length),
  });
  const pixelsOf = async (db: Db, mapId: string, pictureId: string): Promise<WallPixels | null> => {
    const cached = known.get(pictureId);
    if (cached) return cached;
    const stored = await pictureById(db, mapId, pictureId);
    if (!stored) return null;
    const read = await runInWorker('readWalls', { png: await mapPictureBytes(store, stored), meta: stored.meta });
    known.set(pictureId, read);
    return read;
  };
  return {
    async wallsOf(db, map) {
      const pixels = map.pictureId === null ? null : await pixelsOf(db, map.id, map.pictureId);
      if (!pixels) return null;
      const { width, height, bits } = pixels;
      const frame = frameOfStored(map);
      return (x, y) => {
        const [column, row] = toPixels(frame, x, y).map(Math.floor);
        const [left, top] = [column ?? -1, row ?? -1];
        if (left < 0 || top < 0 || left >= width || top >= height) return false;
        const place = top * width + left;
        return ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
      };
    },
  };
}
