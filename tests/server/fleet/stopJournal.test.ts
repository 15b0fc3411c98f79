/** The journal of Stops: after a crash it holds exactly the Stops that were not recorded. */
import { appendFile, mkdtemp, open, readFile, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
/** Journals are closed only after the test, because a crash closes nothing. */
async function openStopJournal(at: string): Promise<StopJournal> {
  const journal = await openAt(at, log);
  opened.push(journal);
  return journal;
}

const entry = (id: string): StopEntry => ({
  id,
  serialNumber: 'A-1',
  userId: 'lin',
  name: { enUS: 'Lin', zhCN: '林' },
  at: 1_000,
  onLastKnownRights: false,
});

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

const long = (id: string): StopEntry => ({ ...entry(id), name: 'x'.repeat(70_000) });
const left = async (at = file): Promise<string[]> => (await openStopJournal(at)).left.map(({ id }) => id);
/** The next write is cut short and fails. */
async function fillDisk(): Promise<void> {
  const probe = await open(file, 'a');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const { appendFile: append } = handles;
  vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function write(this: FileHandle, text) {
    await append.call(this, String(text).slice(0, 40));
    throw new Error('ENOSPC');
  });
}
afterEach(() => void vi.restoreAllMocks());

it('loses nothing to a line that was cut off by a full disk, and has that Stop too as soon as there is room', async () => {
  const journal = await openStopJournal(file);
  await journal.add(entry('a'));
  await fillDisk();
  await expect(journal.add(entry('b'))).rejects.toThrow('ENOSPC');
  await journal.add(entry('c'));
  expect(await left()).toEqual(['a', 'b', 'c']);
});

it('loses nothing while it is begun again', async () => {
  for (let n = 0; n < 30; n += 1) {
    const at = join(folder, `${n}.journal`);
    const journal = await openStopJournal(at);
    await journal.add(long('long'));
    const settled = journal.settle(['long']);
    for (let turn = 0; turn < n; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await journal.add(entry('a'));
    await settled;
    expect(await left(at)).toEqual(['a']);
  }
});

it('goes on in the old file when it cannot be begun again, also after a line that was cut off', async () => {
  const journal = await openStopJournal(file);
  await journal.add(long('long'));
  const moved = `${folder}-moved`;
  await rename(folder, moved);
  folder = moved;
  file = join(moved, 'stops.journal');
  await journal.settle(['long']);
  await journal.add(entry('a'));
  await fillDisk();
  await expect(journal.add(entry('b'))).rejects.toThrow('ENOSPC');
  await journal.add(entry('c'));
  expect(await left()).toEqual(['a', 'b', 'c']);
  expect(await readdir(moved)).toEqual(['stops.journal']);
});
