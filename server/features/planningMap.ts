/** What the worker thread needs of a map to plan on it: its picture, or the plan that it was drawn from. */
import { PLAN_META } from '../../contract/rules/mapFiles/planPicture.ts';
import type { Db } from '../db/database.ts';
import { pictureById } from '../db/repositories/mapFiles.ts';
import type { mapById } from '../db/repositories/maps.ts';
import type { FileStore } from '../files/fileStore.ts';
import { mapPictureBytes } from '../files/mapPictures.ts';

type StoredMap = NonNullable<Awaited<ReturnType<typeof mapById>>>;

export async function planningMapOf(db: Db, store: FileStore, map: StoredMap) {
  const stored = map.pictureId === null ? undefined : await pictureById(db, map.id, map.pictureId);
  return {
    png: stored ? await mapPictureBytes(store, stored) : null,
    meta: stored?.meta ?? PLAN_META,
    plan: map.plan,
    resolution: map.resolution,
    origin: { x: map.originX, y: map.originY, yaw: map.originYaw },
  };
}
