/** The process that owns a PostgreSQL folder: reading its lock file, knowing whether it lives, telling it to stop. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** `socketFolder` is '' where it listens on 127.0.0.1 alone. */
export type Postmaster = { pid: number; port: number; socketFolder: string; ready: boolean };

const fileOf = (cluster: string): string => join(cluster, 'postmaster.pid');

/** What postmaster.pid says (its lines: pid, folder, start, port, socket folder, address, shared memory, status), if there is one. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(fileOf(cluster), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim());
  if (!Number(pid)) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', ready: status === 'ready' };
}

/** Whether process `pid` is the PostgreSQL of this folder, and not a stranger who got its number after a crash. */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandLine(pid);
  return command.includes('postgres') && command.includes(`-D ${cluster} `);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    // A dead process that nobody has waited for still answers to signals, but its command line is empty.
    return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (text) => text.replaceAll('\0', ' '),
      () => '',
    );
  }
  const [program, args] =
    process.platform === 'win32'
      ? ([
          'powershell',
          ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`],
        ] as const)
      : (['ps', ['-ww', '-o', 'command=', '-p', String(pid)]] as const);
  return promisify(execFile)(program, args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/**
 * PostgreSQL does not start while the number in its lock file belongs to any living process of the same user. When that
 * is a stranger the number is replaced by our own, which PostgreSQL passes over as its parent's. The file stays, so
 * that PostgreSQL still checks for leftovers of its former self in shared memory.
 */
export async function disownStranger(cluster: string): Promise<void> {
  const text = await readFile(fileOf(cluster), 'utf8').catch(() => '');
  if (text !== '') await writeFile(fileOf(cluster), text.replace(/^\s*\d+/, String(process.pid)));
}

/**
 * Stops the process: first by breaking off connections and writing everything down ("fast"), then, should that take
 * longer than `patienceMs`, at once (the next start recovers from the log). False when it lives on all the same.
 */
export async function stopPostmaster(
  pid: number,
  cluster: string,
  pgCtl: string,
  patienceMs: number,
): Promise<boolean> {
  for (const signal of ['INT', 'QUIT'] as const) {
    if (!(await isPostmasterOf(pid, cluster))) return true;
    await send(signal, pid, pgCtl);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      await sleep(10);
      if (!(await isPostmasterOf(pid, cluster))) return true;
    }
  }
  return false;
}

/** Windows has no signals: there pg_ctl passes them on through a pipe. */
async function send(signal: 'INT' | 'QUIT', pid: number, pgCtl: string): Promise<void> {
  try {
    if (process.platform === 'win32') await promisify(execFile)(pgCtl, ['kill', signal, String(pid)]);
    else process.kill(pid, `SIG${signal}`);
  } catch {
    // it ended between the question and the signal
  }
}
