/**
 * The Stops that the database does not have yet, in a file: a server that is killed between telling a robot and recording
 * why still knows of it when it comes back. One JSON line a Stop, synced; lines that were recorded are dropped at each opening.
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
  /** It was let in by rights that may have been withdrawn meanwhile: the database did not answer. */
  onLastKnownRights: v.boolean(),
});
export type StopEntry = v.InferOutput<typeof stopEntry>;
const line = v.union([v.object({ stop: stopEntry }), v.object({ recorded: v.array(v.string()) })]);

/** A file of lines that are all recorded is begun again from here on. */
const MOST_BYTES = 64 << 10;

export interface StopJournal {
  /** What was not recorded when it was opened. */
  left: readonly StopEntry[];
  /** Resolves when it is on the disk. @throws the disk's error */
  add(entry: StopEntry): Promise<void>;
  /** The database has these now. */
  settle(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openStopJournal(file: string, log: Log): Promise<StopJournal> {
  const pending = unsettledIn(await readFile(file, 'utf8').catch(() => ''));
  const left = [...pending.values()];
  let handle: FileHandle | undefined;
  let bytes = 0;
  /** The last line may have been cut off, by a full disk for instance: what follows on it could not be read. */
  let isTorn = false;
  const everything = (): string => textOf([...pending.values()].map((stop) => ({ stop })));
  /** Puts a new file in place of the old one. Where that fails the old one goes on. */
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
      'the journal of Stops cannot be written: a Stop is kept in memory alone until it is recorded',
    ),
  );

  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    let text = waiting.join('');
    waiting = [];
    if (!handle || isTorn || (bytes > MOST_BYTES && pending.size === 0)) {
      // What is pending includes what waits to be written.
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
  /** One writing at a time; whatever is asked for meanwhile goes down together in the next. */
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
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), line), one); // the last one may have been cut off by a crash
    if (!read.success) continue;
    if ('stop' in read.output) entries.set(read.output.stop.id, read.output.stop);
    else for (const id of read.output.recorded) entries.delete(id);
  }
  return entries;
}
