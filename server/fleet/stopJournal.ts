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
  const begin = async (): Promise<FileHandle> => {
    await handle?.close();
    const text = textOf([...pending.values()].map((stop) => ({ stop })));
    await writePrivate(file, text);
    bytes = text.length;
    return (handle = await open(file, 'a', 0o600));
  };
  await begin().catch((error: unknown) => log.error({ err: error }, 'the journal of Stops cannot be written: a Stop is kept in memory alone until it is recorded'));

  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    const to = handle ?? (await begin());
    await to.appendFile(text);
    await to.datasync();
    bytes += text.length;
  };
  /** Whatever is asked for while one writing is under way goes down together in the next. */
  let following: Promise<void> | undefined;
  const write = (text: string): Promise<void> => {
    waiting.push(text);
    if (!writing) return (writing = flush().finally(() => (writing = undefined)));
    return (following ??= writing.catch(() => undefined).then(() => {
      following = undefined;
      return (writing = flush().finally(() => (writing = undefined)));
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
      if (bytes > MOST_BYTES && pending.size === 0 && !writing) await begin();
      else await write(textOf([{ recorded: [...ids] }]));
    },
    async close() {
      await (following ?? writing)?.catch(() => undefined);
      await handle?.close();
    },
  };
}

const textOf = (lines: readonly v.InferOutput<typeof line>[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

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
