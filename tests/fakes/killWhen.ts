/** Kills the server of a test at a step of a request that is seen by a new file in a folder. */
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProgram } from './serverProcess.ts';

export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Kills the server as soon as the folder has such a file, or when the request is over; then starts it again. */
export async function killWhen(
  program: ServerProgram,
  folder: string,
  fits: (name: string) => boolean,
  request: () => Promise<unknown>,
): Promise<void> {
  const before = new Set(await namesIn(folder));
  let isOver = false;
  const running = request()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  while (!isOver && !(await namesIn(folder)).some((name) => !before.has(name) && fits(name))) await sleep(1);
  await program.end('SIGKILL');
  await running;
  await program.start();
}
