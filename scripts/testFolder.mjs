/**
 * The folder for the temporary files of a round, in memory where there is enough: its tests make and delete thousands of
 * databases, and on a disk a quarter of the server's round went into that.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** The server's round needs 0.5 GiB; the programs need memory as well. */
const ROOM_BYTES = 3 * 1024 ** 3;
const FREE_BYTES = 6 * 1024 ** 3;
const NAME = /^roundhouse-tests-(\d+)$/u;

/** Removes folders whose process was killed, too. @returns a new folder, removed when this process ends */
export function testFolder(parent = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir()) {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `roundhouse-tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // Open to all, as /tmp is: started by root, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES && freemem() >= FREE_BYTES;
  } catch {
    return false; // Only Linux has it.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
