/**
 * File of the Stops that are not yet in the database: a server that is killed between sending a Stop and storing it
 * restores it at the next start. One JSON line per Stop, synced to disk; stored entries are dropped each time the file
 * is opened.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { writePrivate } from '../privateFile.ts';
import type { Log } from '../log.ts';

export const stopEntry = v.object({
  id: v.string(),
  serialNumber: v.string(),
  userId: v.string(),
  name: v.union([v.string(), v.object({ zhCN: v.exactOptional(v.string()), enUS: v.exactOptional(v.string()) })]),
  /** ms since 1970 */
  at: v.number(),
  /** Authorised by cached rights that may have been withdrawn since, because the database did not answer. */
  onLastKnownRights: v.boolean(),
});
export type StopEntry = v.InferOutput<typeof stopEntry>;
const line = v.union([v.object({ stop: stopEntry }), v.object({ recorded: v.array(v.string()) })]);

/** Above this size, a file without pending entries is replaced by a new one, bytes. */
const MOST_BYTES = 64 << 10;

export interface StopJournal {
  /** Entries that were pending when the file was opened. */
  left: readonly StopEntry[];
  /** Resolves when the entry is on disk. @throws the file system's error */
  add(entry: StopEntry): Promise<void>;
  /** Marks entries as stored in the database. */
  settle(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openStopJournal(file: string, log: Log): Promise<StopJournal> {
  const pending = unsettledIn(await readFile(file, 'utf8').catch(() => ''));
  const left = [...pending.values()];
  let handle: FileHandle | undefined;
  let bytes = 0;
  /**
   * The last line may be incomplete, for example because the disk was full: a line appended to it would be unreadable.
   */
  let isTorn = false;
  const everything = (): string => textOf([...pending.values()].map((stop) => ({ stop })));
  /** Replaces the file with a new one. On failure the old file stays in use. */
  const begin = async (): Promise<void> => {
    const text = everything();
    await writePrivate(file, text);
    const before = handle;
    handle = undefined;
    await before?.close().catch(() => undefined);
    handle = await open(file, 'a', 0o600);
    bytes = text.length;
    isTorn = false;
  };
  await begin().catch((error: unknown) =>
    log.error(
      { err: error },
      'the journal of Stops cannot be written: Stops are kept in memory only until they are recorded',
    ),
  );

  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    let text = waiting.join('');
    waiting = [];
    if (!handle || isTorn || (bytes > MOST_BYTES && pending.size === 0)) {
      // The pending entries include those waiting to be written.
      const failure = await begin().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (!failure) return;
      if (!handle) throw failure.error;
      if (isTorn) text = `\n${everything()}${text}`;
    }
    try {
      await handle.appendFile(text);
      await handle.datasync();
    } catch (error) {
      isTorn = true;
      throw error;
    }
    bytes += text.length;
    isTorn = false;
  };
  /** One write at a time; lines added meanwhile are written together in the next. */
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = (text: string): Promise<void> => {
    waiting.push(text);
    return (next ??= writing.then(() => {
      next = undefined;
      const flushed = flush();
      writing = flushed.catch(() => undefined);
      return flushed;
    }));
  };

  return {
    left,
    add(entry) {
      pending.set(entry.id, entry);
      return write(textOf([{ stop: entry }]));
    },
    async settle(ids) {
      for (const id of ids) pending.delete(id);
      await write(textOf([{ recorded: [...ids] }]));
    },
    async close() {
      await (next ?? writing).catch(() => undefined);
      await handle?.close();
    },
  };
}

const textOf = (lines: readonly v.InferOutput<typeof line>[]): string =>
  lines.map((one) => `${JSON.stringify(one)}\n`).join('');

function unsettledIn(text: string): Map<string, StopEntry> {
  const entries = new Map<string, StopEntry>();
  for (const one of text.split('\n')) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), line), one); // a crash can have truncated the last line
    if (!read.success) continue;
    if ('stop' in read.output) entries.set(read.output.stop.id, read.output.stop);
    else for (const id of read.output.recorded) entries.delete(id);
  }
  return entries;
}
