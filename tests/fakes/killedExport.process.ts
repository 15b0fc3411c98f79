/**
 * Runs the export jobs of a database (arguments: URL, folder of the files, number, kind) until one is done, and kills
 * itself before the statement of that number that it sends once the job runs.
 */
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFolderStore } from '../../server/files/fileStore.ts';
import { openJobDatabase } from './jobServer.ts';
import { exportJobOf } from './killedExport.ts';

const [url, folder = '', number, kindName = ''] = process.argv.slice(2);
const { db, log, now, rows, start } = await openJobDatabase(url);
const files = { db, log, now, store: createFolderStore(folder) };
let left = Infinity;
// oxlint-disable-next-line typescript/unbound-method -- called on its client below
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;
const kind = exportJobOf(kindName, { db, now, files });
await start([{ ...kind, run: (job) => ((left = Number(number)), kind.run(job)) }]);
while ((await rows()).some(({ state }) => state !== 'done')) await sleep(1_000); // rarely, because these statements are counted, too
process.exit(0);
