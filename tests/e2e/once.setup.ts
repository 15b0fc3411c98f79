/** Prepared once for all files of these tests: a server's data, and a shared browser (harness.ts). */
import { rm } from 'node:fs/promises';
import { BROWSER, launchShared, SEEDED, startServer } from './harness.ts';

export async function setup(): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([startServer(), launchShared()]);
  await server.stop();
  process.env[SEEDED] = server.folder;
  process.env[BROWSER] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await rm(server.folder, { recursive: true, force: true });
  };
}
