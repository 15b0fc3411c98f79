/**
 * `npm start` on sources that were never built: it builds, serves, refuses a second start, comes back after a crash, and
 * stops when npm gets a signal.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAlive, readPostmaster } from '../../server/db/postmaster.ts';
import { cloneSources, npmStart, type Clone } from '../fakes/npmStart.ts';
import { poll } from './poll.ts';

let clone: Clone;
beforeAll(async () => {
  clone = await cloneSources();
});
afterAll(() => clone.remove());

const cluster = () => join(clone.folder, 'data', 'postgres');
const holder = async () =>
  (JSON.parse(await readFile(join(clone.folder, 'data', 'server.lock'), 'utf8')) as { pid: number }).pid;

const running = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });

// A whole build and three starts, on a machine that is busy with other files.
it(
  'builds what is missing once, serves it beside a refused second start, comes back after a crash, and leaves nothing running',
  { timeout: 600_000 },
  async () => {
    const first = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${first.url}/readyz`)).ok).toBe(true);
    await first.compressed();
    expect(first.output()).toContain('built the console');

    // A second start in this folder leaves the console to the first one, also when the sources have changed.
    const index = join(clone.folder, 'index.html');
    const html = await readFile(index, 'utf8');
    await writeFile(index, `${html}<!-- changed -->`);
    await expect(npmStart(clone.folder)).rejects.toThrow('npm start did not serve the console');
    await writeFile(index, html);
    const page = await (await fetch(first.url, { headers: { accept: 'text/html' } })).text();
    const [, entry] = /<script type="module"[^>]* src="([^"]+)"/u.exec(page) ?? [];
    expect((await fetch(`${first.url}${entry ?? '/no-entry.js'}`)).status).toBe(200);

    process.kill(await holder(), 'SIGKILL');
    const again = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${again.url}/readyz`)).ok).toBe(true);
    expect(again.output()).not.toContain('built');
    const database = (await readPostmaster(cluster()))?.pid ?? 0;
    expect(isAlive(database)).toBe(true);
    await again.stop();
    await poll(() => isAlive(database)).toBe(false);
    await poll(running).not.toContain(clone.folder);
  },
);
