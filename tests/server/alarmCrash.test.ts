/**
 * Sends `kill -9` to the server during the escalation of alarm cases, twenty times. Each message of level two is stored
 * once, is in the outbox once, and reaches the gateway under that one id, however often it was interrupted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ALWAYS } from '../../contract/rules/alarmContacts.ts';
import { putContact, putRole, putRules } from '../../server/db/repositories/alarmContacts.ts';
import { addCase } from '../../server/db/repositories/alarmCases.ts';
import { alarmCases, alarmNotifications, outbox, robots, sites } from '../../server/db/schema.ts';
import { type KilledWorld, startKilledWorld } from '../fakes/killedWorld.ts';
import { storedCase } from '../fakes/storedCase.ts';

const KILLS = 20;
const CASES_PER_LIFE = 6;
const LONGEST_LIFE_MS = 700;
const CONTACTS = 2;
const robotOf = (life: number): string => `K-${life}`;

let world: KilledWorld;
let db: KilledWorld['db'];

beforeAll(async () => {
  world = await startKilledWorld();
  ({ db } = world);
  await db.insert(sites).values({ id: 'site', name: 'Site', timeZone: 'Asia/Shanghai' });
  // Robots and contacts per life: more than ten messages to one contact would become a summary.
  for (let life = 0; life < KILLS; life += 1) {
    const serialNumber = robotOf(life);
    await db.insert(robots).values({
      serialNumber,
      manufacturer: 'Acme',
      interfaceName: 'uagv',
      dialect: '2.x',
      model: 'S2',
      kind: 'security',
      name: serialNumber,
      passwordHash: '',
      siteId: 'site',
    });
    const role = `desk-${life}`;
    await putRole(db, { id: role, siteId: 'site', name: role, revision: 0 });
    for (let index = 0; index < CONTACTS; index += 1)
      await putContact(db, {
        id: `${role}-${index}`,
        siteId: 'site',
        name: role,
        countryCode: '1',
        phoneNumber: `+1202555${String(1_000 + life * CONTACTS + index)}`,
        email: '',
        roleIds: [role],
        hours: [...ALWAYS],
        quietDays: [],
        revision: 0,
      });
    await putRules(db, serialNumber, [
      { event: 'smoke', isOn: true, threshold: null, ways: ['sms'], firstRoles: [role], secondRoles: [] },
    ]);
  }
});
afterAll(() => world.close());

/** A case whose level two is due after `inMs`. */
const dueCase = async (serialNumber: string, id: string, inMs: number): Promise<void> => {
  const at = new Date(Date.now() - 900_000);
  await addCase(db, storedCase(id, serialNumber, at, { levelTwoAt: new Date(Date.now() + inMs) }));
};

it('tells each contact of each case once', async () => {
  for (let life = 0; life < KILLS; life += 1) {
    await world.program.start();
    for (let index = 0; index < CASES_PER_LIFE; index += 1)
      await dueCase(robotOf(life), `case-${life}-${index}`, Math.random() * LONGEST_LIFE_MS);
    await sleep(Math.random() * LONGEST_LIFE_MS);
    await world.program.end('SIGKILL');
  }
  await world.program.start();
  const messages = () => db.select().from(alarmNotifications);
  await vi.waitFor(
    async () => {
      expect(await db.select().from(alarmCases).where(isNotNull(alarmCases.levelTwoAt))).toEqual([]);
      expect((await messages()).filter(({ state }) => state === 'queued')).toEqual([]);
    },
    // A message whose attempt was killed twice waits 10 s for its silent server, then 30 s.
    { timeout: 120_000, interval: 100 },
  );
  const rows = await messages();
  const pairs = rows.map(({ caseId, contactId, level }) => `${caseId} ${contactId} ${level}`);
  expect(pairs.length).toBe(KILLS * CASES_PER_LIFE * CONTACTS);
  expect(new Set(pairs).size).toBe(pairs.length);

  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'sent'));
  const ids = rows.map(({ id }) => id).sort();
  const stored = await db.select().from(outbox).where(eq(outbox.topic, 'alarm'));
  expect(stored.map(({ id }) => id).sort()).toEqual(ids);
  expect(stored.every(({ state }) => state === 'sent')).toBe(true);
  const received = world.gateway.calls.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect([...new Set(received)].sort()).toEqual(ids);
}, 900_000);
