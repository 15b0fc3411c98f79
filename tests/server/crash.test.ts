/**
 * Sends `kill -9` to the server during writes, twenty times; every fourth time its PostgreSQL is killed too. No
 * acknowledged write may be lost, and an unacknowledged one that is sent again with the same id is applied exactly
 * once.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { openDatabase } from '../../server/db/open.ts';
import { connect } from '../../server/db/connect.ts';
import { audit, robots } from '../../server/db/schema.ts';
import { createApi, post } from '../fakes/apiClient.ts';
import { serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';

const KILLS = 20;
const WRITERS = 6;
const LONGEST_LIFE_MS = 250;

let folder: string | undefined;
let program: ServerProgram | undefined;
afterAll(async () => {
  await program?.remove();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it('loses no acknowledged write and does none twice', async () => {
  const data = (folder = await mkdtemp(join(tmpdir(), 'rh-crash-')));
  program = await serverProgram(data);
  const { url } = program;
  await program.start();

  const { accessToken: token, userId } = await createApi(url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  const api = createApi(url, catalogue, { token, userId });
  const { claimCode } = await api.robots.register({
    serialNumber: 'C-1',
    manufacturer: 'Acme',
    robotModel: 'W1',
    registerSiteId: 'harbour',
    maps: [],
  });
  await api.robots.bind({ code: claimCode });

  const acknowledged = new Set<string>();
  /** Names of unacknowledged writes, with their request ids. */
  const unsure = new Map<string, string>();
  let count = 0;
  const rename = async (robotNickName: string, id: string): Promise<void> => {
    unsure.set(robotNickName, id);
    const { code, message } = await post(
      url,
      catalogue.robots.rename.path,
      { serialNumber: 'C-1', robotNickName },
      { token },
      { id },
    );
    if (code !== 0) throw new Error(message);
    unsure.delete(robotNickName);
    acknowledged.add(robotNickName);
  };
  const writeOn = async (): Promise<void> => {
    for (;;) await rename(`name ${++count}`, randomBytes(16).toString('hex'));
  };

  for (let kill = 1; kill <= KILLS; kill++) {
    const writers = Array.from({ length: WRITERS }, () => writeOn().catch(() => undefined));
    await sleep(Math.random() * LONGEST_LIFE_MS);
    const ended = program.end('SIGKILL');
    if (kill % 4 === 0)
      process.kill(
        Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]),
        'SIGKILL',
      );
    await ended;
    await Promise.all(writers);
    await program.start();
    for (const [name, id] of unsure) await rename(name, id);
  }
  expect(await program.end('SIGTERM')).toBe(0);

  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { pool, close } = await openDatabase({ dataFolder: data, log: silent });
  try {
    const written = (await connect(pool).select({ act: audit.act, after: audit.after }).from(audit))
      .filter(({ act }) => act === 'robot.rename')
      .map(({ after }) => (after as { name: string }).name);
    expect(written.length).toBeGreaterThan(KILLS);
    expect(acknowledged.size).toBe(count);
    expect([...written].sort()).toEqual([...acknowledged].sort());
    expect(acknowledged).toContain(
      (await connect(pool).select({ name: robots.name, serialNumber: robots.serialNumber }).from(robots)).find(
        ({ serialNumber }) => serialNumber === 'C-1',
      )?.name,
    );
  } finally {
    await close();
  }
}, 900_000);
