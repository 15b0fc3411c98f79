/** The journal of Stops: what was not recorded is there again after a crash, and nothing else. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStopJournal as openAt, type StopEntry, type StopJournal } from '../../../server/fleet/stopJournal.ts';

const log = pino({ level: 'silent' });
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-journal-'));
  file = join(folder, 'stops.journal');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((journal) => journal.close()));
  await rm(folder, { recursive: true, force: true });
});

const opened: StopJournal[] = [];
/** Closed at the end alone: a crash closes nothing. */
async function openStopJournal(at: string): Promise<StopJournal> {
  const journal = await openAt(at, log);
  opened.push(journal);
  return journal;
}

const entry = (id: string): StopEntry => ({ id, serialNumber: 'A-1', userId: 'lin', name: { enUS: 'Lin', zhCN: '林' }, at: 1_000, onLastKnownRights: false });

it('gives back what was added and not recorded, however it was ended', async () => {
  const journal = await openStopJournal(file);
  await Promise.all(['a', 'b', 'c'].map((id) => journal.add(entry(id))));
  await journal.settle(['b']);
  expect((await openStopJournal(file)).left).toEqual([entry('a'), entry('c')]);
});

it('reads past a last line that a crash cut off', async () => {
  const journal = await openStopJournal(file);
  await journal.add(entry('a'));
  await appendFile(file, '{"stop":{"id":"b","serialNu');
  const again = await openStopJournal(file);
  expect(again.left).toEqual([entry('a')]);
  await again.add(entry('c'));
  expect((await openStopJournal(file)).left).toEqual([entry('a'), entry('c')]);
});

it('begins again once everything is recorded, so that it does not grow', async () => {
  const journal = await openStopJournal(file);
  for (let n = 0; n < 600; n += 1) {
    await journal.add(entry(`stop-${n}`));
    await journal.settle([`stop-${n}`]);
  }
  expect((await readFile(file)).length).toBeLessThan(80 << 10);
});

it('says when the disk does not take it', async () => {
  const journal = await openStopJournal(join(folder, 'nowhere', 'stops.journal'));
  await expect(journal.add(entry('a'))).rejects.toThrow('ENOENT');
});
