/**
 * Whether a place lies in a wall or in furniture, so that no robot can stop there. The robot decides in the end; this
 * only spares an operator an order that fails at once, so what is not known in time is no obstacle.
 */
import type { Db } from '../db/database.ts';
import { pictureById } from '../db/repositories/mapFiles.ts';
import { mapById, mapVersionOf } from '../db/repositories/maps.ts';
import { PLAN_META } from '../../contract/rules/mapFiles/planPicture.ts';
import type { FileStore } from '../files/fileStore.ts';
import { mapPictureBytes } from '../files/mapPictures.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';

/** Answers kept: most orders lead to the same few points. */
const MOST_KEPT = 1_000;
/** Longest time that an order waits for the answer, ms. */
const PATIENCE_MS = 1_500;

interface Needs {
  log: { warn(context: object, message: string): void };
  /** Without it, pictures that are stored as files are not looked at (tests). */
  store?: FileStore;
  /** Longest time to wait for the answer, ms; tests wait until it is there. */
  placePatienceMs?: number;
}

export function createBlockedPlaces({ log, store, placePatienceMs = PATIENCE_MS }: Needs) {
  const kept = new Map<string, boolean>();

  return async (db: Db, { mapId, x, y }: { mapId: string; x: number; y: number }): Promise<boolean> => {
    const version = await mapVersionOf(db, mapId);
    if (!version) return false;
    const key = [mapId, version.revision, version.pictureId ?? '', x.toFixed(3), y.toFixed(3)].join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const map = await mapById(db, mapId);
    if (!map) return false;
    const stored = map.pictureId === null ? undefined : await pictureById(db, mapId, map.pictureId);
    const png = stored && (store ? await mapPictureBytes(store, stored).catch(() => null) : stored.png);
    const found = runInWorker('isPlaceFree', {
      png: png ?? null,
      meta: stored?.meta ?? PLAN_META,
      plan: map.plan,
      resolution: map.resolution,
      origin: { x: map.originX, y: map.originY, yaw: map.originYaw },
      at: [x, y],
    }).then(
      (isFree) => {
        const [oldest] = kept.keys();
        if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
        kept.set(key, !isFree);
        return !isFree;
      },
      (error: unknown) => {
        log.warn({ err: error, mapId }, 'a place could not be compared with its map');
        return false;
      },
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, placePatienceMs, false)));
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  };
}
