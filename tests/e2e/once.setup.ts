/** Prepared once for all files of these tests: a server's data, and a shared browser (harness.ts). */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { apiOf, BROWSER, launchShared, SEEDED, startServer, until, type RunningServer } from './harness.ts';

/** Folder where one round leaves the data for the next; unset when tests are run by themselves. */
const shared = process.env['ROUNDHOUSE_FIRST_START'];

export async function setup(): Promise<() => Promise<void>> {
  const [folder, browser] = await Promise.all([seededFolder(), launchShared()]);
  process.env[SEEDED] = folder;
  process.env[BROWSER] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    if (folder !== shared) await rm(folder, { recursive: true, force: true });
  };
}

async function seededFolder(): Promise<string> {
  if (shared !== undefined && existsSync(shared)) return shared;
  const server = await startServer();
  await sampleDataWritten(server);
  await server.stop();
  if (shared === undefined) return server.folder;
  await rename(server.folder, shared);
  return shared;
}

/** Background jobs write part of the demo's past. Otherwise each server that starts with a copy would do so again. */
async function sampleDataWritten(server: RunningServer): Promise<void> {
  const admin = await apiOf(server);
  await until(async () => {
    const { running, waiting } = await admin.jobs.overview({});
    return running.length === 0 && waiting.every(({ dueAt }) => dueAt > Date.now() + 1_000);
  }, 'the jobs of the first start have ended');
}
