/**
 * `npm start` on sources that were never built: it builds, serves, stops when npm gets a signal, and starts again after
 * a crash.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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

describe('npm start', () => {
  it('builds what is missing, serves the console, and leaves nothing running when npm ends', async () => {
    const started = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${started.url}/readyz`)).ok).toBe(true);
    const database = (await readPostmaster(cluster()))?.pid ?? 0;
    expect(isAlive(database)).toBe(true);
    await started.stop();
    await poll(() => isAlive(database)).toBe(false);
    expect(started.output()).toContain('built the console');
  });

  it('builds nothing the second time, and comes back after its process was killed', async () => {
    const first = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${first.url}/readyz`)).ok).toBe(true);
    expect(first.output()).not.toContain('built');
    process.kill(await holder(), 'SIGKILL');
    const again = await npmStart(clone.folder);
    await poll(async () => (await fetch(`${again.url}/readyz`)).ok).toBe(true);
    await again.stop();
    await poll(() => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(clone.folder)).toBe(false);
  });
});
