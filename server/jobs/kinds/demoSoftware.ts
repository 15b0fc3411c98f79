/** Puts software for the demo's robots into the download centre. A background job, because it needs the file store. */
import { INSTALLATION_ID } from '../../../contract/rules/files.ts';
import { sortedModels } from '../../../contract/rules/software.ts';
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { addSoftware, lockSoftware, softwareRows } from '../../db/repositories/downloads.ts';
import { markOf, setMark } from '../../db/repositories/installation.ts';
import { softwareBytes, softwareName, SOFTWARE, type DemoSoftware } from '../../db/seed/software.ts';
import { attachFile, stageFile, type FilesDeps } from '../../files/files.ts';
import { enqueueOnce } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';

const MARK = 'demoSoftware';
const DAY_MS = 86_400_000;
const BINARY = 'application/octet-stream';

export const demoSoftwareJob = ({ db, now, files }: Pick<AppDeps, 'db' | 'now'> & { files: FilesDeps }): JobKind => ({
  kind: 'demoSoftware',
  timeLimitMs: 60_000,
  async run({ signal, log }) {
    if ((await markOf(db, MARK)) !== undefined) return;
    for (const software of SOFTWARE) {
      signal.throwIfAborted();
      await addOne({ db, now, files }, software);
    }
    await setMark(db, MARK, String(now()));
    log(`${SOFTWARE.length} files`);
  },
});

/** An earlier attempt may have added it. */
async function addOne(
  { db, now, files }: Pick<AppDeps, 'db' | 'now'> & { files: FilesDeps },
  demo: DemoSoftware,
): Promise<void> {
  const { version, daysAgo, isCompared, notesZh, notesEn } = demo;
  const models = sortedModels(demo.models);
  const isAdded = async (within: Db): Promise<boolean> =>
    (await softwareRows(within, models)).some(({ software }) => software.version === version);
  if (await isAdded(db)) return;
  const file = await stageFile(files, {
    kind: 'software',
    owner: 'installation',
    ownerId: INSTALLATION_ID,
    name: softwareName(demo),
    bytes: softwareBytes(demo),
    contentType: BINARY,
  });
  const addedAt = new Date(now() - daysAgo * DAY_MS);
  await db.transaction(async (transaction) => {
    // An attempt that counts as stopped can still be running. The file that is not attached is deleted by retention.
    await lockSoftware(transaction);
    if (await isAdded(transaction)) return;
    await attachFile(transaction, file, BINARY);
    await addSoftware(transaction, {
      id: file.id,
      models,
      version,
      releasedOn: addedAt.toISOString().slice(0, 10),
      notesZh,
      notesEn,
      fileId: file.id,
      isCompared,
      addedAt,
      damagedAt: null,
    });
  });
}

export const queueDemoSoftware = (db: Db, now: () => number): Promise<void> =>
  enqueueOnce(db, now, MARK, { kind: 'demoSoftware', serialQueue: 'demoSoftware' });
