/**
 * The folder for the temporary files of a round, in memory where there is enough: its tests make and delete thousands of
 * databases, and on a disk a sixth of the server's round went into that.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './setup.mjs';

const IN_MEMORY = '/dev/shm';
/** The server's round needs 0.5 GiB; the programs need memory as well. */
const ROOM_BYTES = 3 * 1024 ** 3;
const FREE_BYTES = 6 * 1024 ** 3;
const NAME = /^roundhouse-tests-(\d+)-/u;

/** Removes folders whose process was killed, too. @returns a new folder, removed when this process ends */
export function testFolder(parent = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir()) {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, `roundhouse-tests-${process.pid}-`));
  // Open to all, as /tmp is: started by root, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.once('exit', () => remove(folder));
  return folder;
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is another user's, or a program that was killed still writes to it: the next round tries again.
  }
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES && freemem() >= FREE_BYTES;
  } catch {
    return false; // Only Linux has it.
  }
}
