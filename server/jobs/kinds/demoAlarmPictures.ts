/**
 * Draws pictures of the demo's newest past alarms. A background job after the one of the photos, so that the first start
 * of a demo does not wait for it.
 */
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { addPicture, changeCase, newestCasesNamed } from '../../db/repositories/alarmCases.ts';
import { markOf, setMark } from '../../db/repositories/installation.ts';
import { demoAlarmPictures, PICTURED_CASES, PICTURING_ROBOTS } from '../../db/seed/alarmPictures.ts';
import { DEMO_CASES } from '../../db/seed/pastAlarms.ts';
import type { FilesDeps } from '../../files/files.ts';
import { enqueueOnce } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';
import { demoFileId, drawDemoPicture, type DrawsPhotos } from './demoPicture.ts';

const MARK = 'demoAlarmPictures';
/** After the start, ms: the photos come first. */
const LATER_MS = 60_000;

export const demoAlarmPicturesJob = ({
  db,
  now,
  fleet,
  files,
  drawPhoto,
  settings: { retentionDays: days },
}: Pick<AppDeps, 'db' | 'now' | 'fleet' | 'settings'> & { files: FilesDeps } & DrawsPhotos): JobKind => ({
  kind: 'demoAlarmPictures',
  timeLimitMs: 15 * 60_000,
  isLong: true,
  async run({ signal, progress, log }) {
    if ((await markOf(db, MARK)) !== undefined) return;
    const robots = PICTURING_ROBOTS.filter((serialNumber) => fleet.fleetCache.robot(serialNumber) !== undefined);
    const list = demoAlarmPictures(await newestCasesNamed(db, DEMO_CASES, robots, PICTURED_CASES));
    let added = 0;
    for (const [index, picture] of list.entries()) {
      signal.throwIfAborted();
      const { caseId, moment, takenAt } = picture;
      const fileId = demoFileId(`alarm ${caseId} ${moment}`);
      const isAdded = await drawDemoPicture({ files, days, drawPhoto }, fileId, picture, async (transaction) => {
        await addPicture(transaction, { fileId, caseId, moment, at: new Date(takenAt) });
        if (moment === 'at') await changeCase(transaction, caseId, { pictureId: fileId });
      });
      if (!isAdded) continue;
      added += 1;
      progress((100 * (index + 1)) / list.length, { done: index + 1, of: list.length, unit: 'files' });
    }
    await setMark(db, MARK, String(now()));
    log(`${added} pictures`);
  },
});

/** Drawn after the demo's photos, never beside them. */
export const queueDemoAlarmPictures = (db: Db, now: () => number): Promise<void> =>
  enqueueOnce(db, now, MARK, {
    kind: 'demoAlarmPictures',
    dueAt: now() + LATER_MS,
    serialQueue: 'demoPhotos',
  });
