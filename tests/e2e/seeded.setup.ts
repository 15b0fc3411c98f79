/** Starts the server once and ends it: what its data hold then, every server of these tests begins with (harness.ts). */
import { rm } from 'node:fs/promises';
import { SEEDED, startServer } from './harness.ts';

export async function setup(): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.stop();
  process.env[SEEDED] = server.folder;
  return () => rm(server.folder, { recursive: true, force: true });
}
