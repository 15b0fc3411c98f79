/**
 * `npm start` on sources that were never built: it builds, serves, stops when npm gets a signal, and starts again after
 * a crash.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('npm start', () => {
  it('builds what is missing, serves the console, and leaves nothing running when npm ends', async () => {
    const started = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${started.url}/readyz`)).ok).toBe(true);
    const database = (await readPostmaster(cluster()))?.pid ?? 0;
    expect(isAlive(database)).toBe(true);
    await started.stop();
    await poll(() => isAlive(database)).toBe(false);
    await poll(running).not.toContain(clone.folder);
    expect(started.output()).toContain('built the console');
  });

  it('a second time beside a server leaves the console to that server, also when the sources have changed', async () => {
    const first = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${first.url}/readyz`)).ok).toBe(true);
    const index = join(clone.folder, 'index.html');
    const html = await readFile(index, 'utf8');
    await writeFile(index, `${html}<!-- changed -->`);
    await expect(npmStart(clone.folder)).rejects.toThrow('npm start did not serve the console');
    await writeFile(index, html);
    const page = await (await fetch(first.url, { headers: { accept: 'text/html' } })).text();
    const [, entry] = /<script type="module"[^>]* src="([^"]+)"/u.exec(page) ?? [];
    expect((await fetch(`${first.url}${entry ?? '/no-entry.js'}`)).status).toBe(200);
    await first.stop();
    await poll(running).not.toContain(clone.folder);
  });

  it('builds nothing the second time, and comes back after its process was killed', async () => {
    const first = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${first.url}/readyz`)).ok).toBe(true);
    expect(first.output()).not.toContain('built');
    process.kill(await holder(), 'SIGKILL');
    const again = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${again.url}/readyz`)).ok).toBe(true);
    await again.stop();
    await poll(running).not.toContain(clone.folder);
  });
});
