/**
 * Draws pictures of the demo's newest past alarms. A background job after the one of the photos, so that the first start
 * of a demo does not wait for it.
 */
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { addPicture, changeCase, newestCasesNamed } from '../../db/repositories/alarmCases.ts';
import {
  type DemoAlarmPicture,
  demoAlarmPictures,
  PICTURED_CASES,
  PICTURING_ROBOTS,
} from '../../db/seed/alarmPictures.ts';
import { DEMO_CASES } from '../../db/seed/pastAlarms.ts';
import type { FilesDeps } from '../../files/files.ts';
import { enqueueOnce } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';
import { type DemoDrawing, demoFileId, drawDemoPictures, type DrawsPhotos } from './demoPicture.ts';

const MARK = 'demoAlarmPictures';
/** After the start, ms: the photos come first. */
const LATER_MS = 60_000;

export const demoAlarmPicturesJob = (
  deps: Pick<AppDeps, 'db' | 'now' | 'fleet' | 'settings'> & { files: FilesDeps } & DrawsPhotos,
): JobKind => ({
  kind: 'demoAlarmPictures',
  timeLimitMs: 15 * 60_000,
  isLong: true,
  run: (run) =>
    drawDemoPictures(deps, MARK, run, async () => {
      const robots = PICTURING_ROBOTS.filter((serialNumber) => deps.fleet.fleetCache.robot(serialNumber) !== undefined);
      const list = demoAlarmPictures(await newestCasesNamed(deps.db, DEMO_CASES, robots, PICTURED_CASES));
      return list.map(drawingOf);
    }),
});

function drawingOf(picture: DemoAlarmPicture): DemoDrawing {
  const { caseId, moment, takenAt } = picture;
  const fileId = demoFileId(`alarm ${caseId} ${moment}`);
  return {
    id: fileId,
    picture,
    async also(transaction) {
      await addPicture(transaction, { fileId, caseId, moment, at: new Date(takenAt) });
      if (moment === 'at') await changeCase(transaction, caseId, { pictureId: fileId });
    },
  };
}

/** Drawn after the demo's photos, never beside them. */
export const queueDemoAlarmPictures = (db: Db, now: () => number): Promise<void> =>
  enqueueOnce(db, now, MARK, {
    kind: 'demoAlarmPictures',
    dueAt: now() + LATER_MS,
    serialQueue: 'demoPhotos',
  });
