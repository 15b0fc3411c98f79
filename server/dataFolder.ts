/**
 * The data folder: accessible to this user only, and held by one server at a time through a lock file. The file names
 * its holder. A killed holder is detected by its missing process or, from another container, by a lock file that is no
 * longer touched.
 */
import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  access,
  chmod,
  constants,
  link,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { Log } from './log.ts';

/**
 * How often a holder touches its lock, and how long an untouched lock takes to count as stale when the holder's process
 * is not visible, ms.
 */
const HEARTBEAT_MS = 2_000;
const SILENT_MS = 15_000;
/** How long several servers that found the same stale lock need to settle who gets it, ms. */
const CONTEST_MS = 100;

/** The folder cannot be used; the message gives the reason and the remedy. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

const holderSchema = v.object({
  pid: v.number(),
  /** Start time of that process, in the system's format: the pid alone can have been reused. */
  began: v.string(),
  /** Machine, boot and process namespace that the pid belongs to. */
  place: v.string(),
  host: v.string(),
  since: v.string(),
});
type Holder = v.InferOutput<typeof holderSchema>;

export type DataFolder = { path: string; release(): Promise<void> };

/**
 * Creates the folder if it is missing and takes its lock.
 * @throws DataFolderError when the folder cannot be used or is held
 */
export async function takeDataFolder(path: string, log?: Log): Promise<DataFolder> {
  await makeFolder(path);
  const lock = join(path, 'server.lock');
  const mine: Holder = {
    pid: process.pid,
    began: (await processStartTime(process.pid)) ?? '',
    place: await place(),
    host: hostname(),
    since: new Date().toISOString(),
  };
  const text = JSON.stringify(mine);
  let contested = false;
  while (!(await claim(lock, text)) || (contested && !(await isStill(lock, text)))) {
    const found = await readFile(lock, 'utf8').catch(() => undefined);
    if (found === undefined) continue; // released in the meantime
    const holder = parseHolder(found);
    if (holder && holder.place !== mine.place)
      log?.info(
        { host: holder.host },
        'the data folder was last used on another machine; checking whether that server is still running',
      );
    if (holder && !(await isDead(holder, lock, mine.place))) {
      throw new DataFolderError(
        `Another server uses ${path} (process ${holder.pid} on ${holder.host}, since ${holder.since}): stop it, or set ROUNDHOUSE_DATA to another folder.`,
      );
    }
    contested = true;
    await removeStale(lock, found);
  }
  const beat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS);
  beat.unref();
  return {
    path,
    async release() {
      clearInterval(beat);
      if ((await readFile(lock, 'utf8').catch(() => '')) === text) await rm(lock, { force: true });
    },
  };
}

async function makeFolder(path: string): Promise<void> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    if (made === undefined) {
      const { uid, mode } = await stat(path);
      if (uid === process.getuid?.() && (mode & 0o066) !== 0) await chmod(path, mode & 0o711); // a folder created by a user with permissive modes
    }
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const hint = reason === 'EACCES' || reason === 'EPERM' ? 'it belongs to another user' : reason;
    throw new DataFolderError(
      `The data folder ${path} cannot be used: ${hint}. Set ROUNDHOUSE_DATA to a folder that you own.`,
      { cause: error },
    );
  }
}

/** Atomic: the complete file appears under its name, or another lock exists already. */
async function claim(lock: string, text: string): Promise<boolean> {
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Of several servers that find the same stale lock, one removes it. A server that removed a live lock by mistake
 * restores it.
 */
async function removeStale(lock: string, expected: string): Promise<void> {
  const aside = `${lock}.stale.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(lock, aside);
  } catch {
    return; // another server was faster
  }
  if ((await readFile(aside, 'utf8')) !== expected) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Whether this server's lock is still in place after every server that removed it by mistake has restored it. */
async function isStill(lock: string, text: string): Promise<boolean> {
  await sleep(CONTEST_MS);
  return (await readFile(lock, 'utf8').catch(() => '')) === text;
}

function parseHolder(text: string): Holder | undefined {
  try {
    return v.parse(holderSchema, JSON.parse(text));
  } catch {
    return undefined; // not a valid lock: treated as stale
  }
}

async function isDead(holder: Holder, lock: string, here: string): Promise<boolean> {
  if (holder.place === here) return (await processStartTime(holder.pid)) !== holder.began;
  // Another container or machine: its processes are not visible, but a live holder touches the file.
  const before = await lastHeartbeat(lock);
  const deadline = Date.now() + SILENT_MS;
  while (Date.now() < deadline) {
    await sleep(HEARTBEAT_MS / 4);
    const now = await lastHeartbeat(lock);
    if (now === undefined || now !== before) return false;
  }
  return true;
}

const lastHeartbeat = (lock: string): Promise<number | undefined> =>
  stat(lock).then(
    (found) => found.mtimeMs,
    () => undefined,
  );

/** Start time of a running process, as the system reports it; undefined when there is no such process. */
async function processStartTime(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stats = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    const fields = stats?.slice(stats.lastIndexOf(')') + 2).split(' '); // the process name before it can contain any character
    return fields === undefined || fields[0] === 'Z' ? undefined : fields[19];
  }
  const [program, args] =
    process.platform === 'win32'
      ? (['powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`]] as const)
      : (['ps', ['-o', 'lstart=', '-p', String(pid)]] as const);
  return promisify(execFile)(program, args).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  );
}

async function place(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return boot === '' ? hostname() : `${boot.trim()} ${namespace}`;
}
