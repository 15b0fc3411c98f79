/** The PostgreSQL server process of a data folder: reads its lock file, checks whether it runs, and stops it. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** `socketFolder` is '' if it listens on 127.0.0.1 only. */
export type Postmaster = { pid: number; port: number; socketFolder: string; ready: boolean };

const fileOf = (cluster: string): string => join(cluster, 'postmaster.pid');

/**
 * Parses postmaster.pid, if it exists (its lines: pid, folder, start, port, socket folder, address, shared memory,
 * status).
 */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(fileOf(cluster), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim());
  if (!Number(pid)) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', ready: status === 'ready' };
}

/** Whether process `pid` is the PostgreSQL of this folder, and not another process that got the pid after a crash. */
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
    // A zombie process still answers to signals, but its command line is empty.
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
 * PostgreSQL does not start while the pid in its lock file belongs to any live process of the same user. If that is an
 * unrelated process, the pid is replaced by our own, which PostgreSQL ignores as its parent's. The file stays, so that
 * PostgreSQL still checks for leftovers of its previous run in shared memory.
 */
export async function clearStalePid(cluster: string): Promise<void> {
  const text = await readFile(fileOf(cluster), 'utf8').catch(() => '');
  if (text !== '') await writeFile(fileOf(cluster), text.replace(/^\s*\d+/, String(process.pid)));
}

/**
 * Stops the process: first by closing connections and flushing everything ("fast"), then, if that takes longer than
 * `patienceMs`, immediately (the next start recovers from the log). False if the process still runs after that.
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

/** Windows has no signals: there pg_ctl sends them through a pipe. */
async function send(signal: 'INT' | 'QUIT', pid: number, pgCtl: string): Promise<void> {
  try {
    if (process.platform === 'win32') await promisify(execFile)(pgCtl, ['kill', signal, String(pid)]);
    else process.kill(pid, `SIG${signal}`);
  } catch {
    // the process ended between the check and the signal
  }
}
