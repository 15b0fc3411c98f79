/** The folder of a round is there while its process lives, and goes with it: at the latest when the next round begins. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = new URL('../../scripts/testFolder.mjs', import.meta.url).href;
let parent: string;
const running: ChildProcess[] = [];
beforeEach(() => void (parent = mkdtempSync(join(tmpdir(), 'rh-parent-'))));
afterEach(async () => {
  for (const child of running.splice(0)) await end(child, 'SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

/** A process that has made its folder, and ends itself when its input is closed. */
async function begin(): Promise<{ child: ChildProcess; folder: string }> {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { testFolder } = await import(${JSON.stringify(script)});
     process.stdout.write(testFolder(${JSON.stringify(parent)}));
     process.stdin.resume();`,
  ]);
  running.push(child);
  const [folder] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, folder: folder.toString() };
}
async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (signal) child.kill(signal);
  else child.stdin?.end();
  await ended;
}

it('is open to every user, and removed with what is in it when its process ends', async () => {
  const { child, folder } = await begin();
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  writeFileSync(join(folder, 'data'), '');
  await end(child);
  expect(existsSync(folder)).toBe(false);
});

it('of a killed process is removed by the next one, and that of a running one is not', async () => {
  const killed = await begin();
  const other = await begin();
  await end(killed.child, 'SIGKILL');
  expect(existsSync(killed.folder)).toBe(true);
  const next = await begin();
  expect([killed, other, next].map(({ folder }) => existsSync(folder))).toEqual([false, true, true]);
});
