/**
 * Sends `kill -9` to the server while it makes and sends summaries of alarms, twenty times, with further messages
 * meanwhile. Each case is told once for each contact and channel.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addCase } from '../../server/db/repositories/alarmCases.ts';
import { addNotifications } from '../../server/db/repositories/alarmNotifications.ts';
import { alarmNotifications, outbox } from '../../server/db/schema.ts';
import { planDigests } from '../../server/features/alarmDigests.ts';
import { type KilledWorld, startKilledWorld } from '../fakes/killedWorld.ts';
import { storedCase } from '../fakes/storedCase.ts';

const KILLS = 20;
const CASES_PER_LIFE = 8;
const LONGEST_LIFE_MS = 700;
const CHANNELS = ['sms', 'call'] as const;
const CONTACTS = ['ann', 'bob'] as const;

let world: KilledWorld;
let db: KilledWorld['db'];

beforeAll(async () => {
  world = await startKilledWorld();
  ({ db } = world);
});
afterAll(() => world.close());

/** A case about which all contacts wait for a summary that is due after `inMs`. */
const waitingCase = (id: string, inMs: number): Promise<void> =>
  db.transaction(async (transaction) => {
    const at = new Date();
    await addCase(transaction, storedCase(id, 'K-1', at));
    await addNotifications(
      transaction,
      CONTACTS.flatMap((contactId, index) =>
        CHANNELS.map((channel) => ({
          id: crypto.randomUUID(),
          caseId: id,
          level: 1,
          contactId,
          name: contactId,
          channel,
          target: `+1202555${1_000 + index}`,
          language: 'enUS' as const,
          state: 'digested' as const,
          at,
        })),
      ),
    );
    await planDigests(transaction, Date.now, CONTACTS, Date.now() + inMs);
  });

it('tells each contact of each case once by each channel', async () => {
  for (let life = 0; life < KILLS; life += 1) {
    await world.program.start();
    for (let index = 0; index < CASES_PER_LIFE; index += 1) {
      await waitingCase(`case-${life}-${index}`, Math.random() * 100);
      await sleep(Math.random() * (LONGEST_LIFE_MS / CASES_PER_LIFE));
    }
    await world.program.end('SIGKILL');
  }
  await world.program.start();
  const messages = () => db.select().from(alarmNotifications);
  await vi.waitFor(
    async () => expect((await messages()).filter(({ state }) => state !== 'sent')).toEqual([]),
    // A summary whose attempt was killed twice waits 10 s for its silent server, then 60 s.
    { timeout: 180_000, interval: 100 },
  );
  expect(await messages()).toHaveLength(KILLS * CASES_PER_LIFE * CONTACTS.length * CHANNELS.length);

  // A repeat has the id of the message that it repeats, and the same number of cases.
  const told = new Map<string, { to: string; cases: number }>();
  for (const { body } of world.gateway.calls) {
    const { id, channel, target, subject } = JSON.parse(body) as Record<
      'id' | 'channel' | 'target' | 'subject',
      string
    >;
    const message = { to: `${target} ${channel}`, cases: Number(/^(\d+) more/u.exec(subject)?.[1]) };
    expect(told.get(id) ?? message).toEqual(message);
    told.set(id, message);
  }
  const sums = new Map<string, number>();
  for (const { to, cases } of told.values()) sums.set(to, (sums.get(to) ?? 0) + cases);
  expect([...sums.values()]).toEqual(CONTACTS.flatMap(() => CHANNELS.map(() => KILLS * CASES_PER_LIFE)));
  const stored = await db.select().from(outbox).where(eq(outbox.topic, 'alarm'));
  expect(stored.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(
    [...told.keys()].map((id) => `${id} sent`).sort(),
  );
}, 900_000);
