/**
 * Puts photos of the past days into the library of a demo, drawn by the simulator. A background job that begins a while
 * after the start, so that the first start of a demo does not wait for it.
 */
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { demoPhotos } from '../../db/seed/photos.ts';
import type { FilesDeps } from '../../files/files.ts';
import { enqueueOnce } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';
import { demoFileId, drawDemoPictures, type DrawsPhotos } from './demoPicture.ts';

const MARK = 'demoPhotos';
/** After the start, ms: what people see first comes first. */
const LATER_MS = 45_000;

export const demoPhotosJob = (
  deps: Pick<AppDeps, 'db' | 'now' | 'fleet' | 'settings'> & { files: FilesDeps } & DrawsPhotos,
): JobKind => ({
  kind: 'demoPhotos',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  run: ({ payload, ...run }) =>
    drawDemoPictures(deps, MARK, run, async () =>
      // By number, also on another day: an earlier attempt may have been stopped, and the rest is added.
      demoPhotos(
        Number(payload['from']),
        (serialNumber) => deps.fleet.fleetCache.robot(serialNumber) !== undefined,
      ).map((picture, index) => ({ id: demoFileId(`photo ${index}`), picture })),
    ),
});

export const queueDemoPhotos = (db: Db, now: () => number): Promise<void> =>
  enqueueOnce(db, now, MARK, {
    kind: 'demoPhotos',
    payload: { from: now() },
    dueAt: now() + LATER_MS,
    serialQueue: 'demoPhotos',
  });
