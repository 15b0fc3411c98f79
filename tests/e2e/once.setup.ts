/** Prepared once for all files of these tests: a server's data, and a shared browser (harness.ts). */
import { rm } from 'node:fs/promises';
import { apiOf, BROWSER, launchShared, SEEDED, startServer, until, type RunningServer } from './harness.ts';

export async function setup(): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([startServer(), launchShared()]);
  await sampleDataWritten(server);
  await server.stop();
  process.env[SEEDED] = server.folder;
  process.env[BROWSER] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await rm(server.folder, { recursive: true, force: true });
  };
}

/** Background jobs write part of the demo's past. Otherwise each server that starts with a copy would do so again. */
async function sampleDataWritten(server: RunningServer): Promise<void> {
  const admin = await apiOf(server);
  await until(async () => {
    const { running, waiting } = await admin.jobs.overview({});
    return running.length === 0 && waiting.every(({ dueAt }) => dueAt > Date.now() + 1_000);
  }, 'the jobs of the first start have ended');
}
