/**
 * Puts photos of the past days into the library of a demo, drawn by the simulator. A background job that begins a while
 * after the start, so that the first start of a demo does not wait for it.
 */
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { markOf, setMark } from '../../db/repositories/installation.ts';
import { demoPhotos } from '../../db/seed/photos.ts';
import type { FilesDeps } from '../../files/files.ts';
import { enqueueOnce } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';
import { demoFileId, drawDemoPicture, type DrawsPhotos } from './demoPicture.ts';

const MARK = 'demoPhotos';
/** After the start, ms: what people see first comes first. */
const LATER_MS = 45_000;

export const demoPhotosJob = ({
  db,
  now,
  fleet,
  files,
  drawPhoto,
  settings: { retentionDays: days },
}: Pick<AppDeps, 'db' | 'now' | 'fleet' | 'settings'> & { files: FilesDeps } & DrawsPhotos): JobKind => ({
  kind: 'demoPhotos',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ payload, signal, progress, log }) {
    if ((await markOf(db, MARK)) !== undefined) return;
    const list = demoPhotos(
      Number(payload['from']),
      (serialNumber) => fleet.fleetCache.robot(serialNumber) !== undefined,
    );
    let added = 0;
    for (const [index, photo] of list.entries()) {
      signal.throwIfAborted();
      // By number, also on another day: an earlier attempt may have been stopped, and the rest is added.
      if (!(await drawDemoPicture({ files, days, drawPhoto }, demoFileId(`photo ${index}`), photo))) continue;
      added += 1;
      progress((100 * (index + 1)) / list.length, { done: index + 1, of: list.length, unit: 'files' });
    }
    await setMark(db, MARK, String(now()));
    log(`${added} photos`);
  },
});

export const queueDemoPhotos = (db: Db, now: () => number): Promise<void> =>
  enqueueOnce(db, now, MARK, {
    kind: 'demoPhotos',
    payload: { from: now() },
    dueAt: now() + LATER_MS,
    serialQueue: 'demoPhotos',
  });
