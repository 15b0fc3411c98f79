/**
 * Races in the command ledger: two events for one command at the same time, at one server or at two, give one
 * consistent progress and one end.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_TTL_MS } from '../../../contract/rules/limits.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import type { Broker } from '../../../server/broker/broker.ts';
import { changeMedia } from '../../../server/db/repositories/mediaItems.ts';
import { commands, files, mediaItems } from '../../../server/db/schema.ts';
import { createFleetCache } from '../../../server/fleet/fleetCache.ts';
import { createCommandLedger, type CommandLedger } from '../../../server/fleet/commandLedger.ts';
import type { CommandRow } from '../../../server/db/repositories/commands.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

let world: FleetDatabase;
let time: number;
/** Command updates that clients receive, in order. */
let told: string[];
let one: CommandLedger;
let other: CommandLedger;
beforeEach(async () => {
  world = await fleetDatabase(['A-1']);
  time = Date.now();
  told = [];
  [one, other] = [await ledger(), await ledger()];
});
afterEach(() => world.close());

async function ledger(): Promise<CommandLedger> {
  const publish = async (_topic: string, message: unknown): Promise<void> =>
    void told.push((message as { state: string }).state);
  const broker = { isUp: () => true, publish, onUp: () => undefined } as Partial<Broker> as Broker; // The only methods that a ledger uses.
  return createCommandLedger({
    db: world.db,
    log: world.log,
    now: () => time,
    broker,
    fleetCache: await createFleetCache(world.db),
    photoEnded: async (db, alarmCaseId, fileId) => {
      if (fileId !== undefined) await changeMedia(db, fileId, { source: 'alarm', alarmCaseId });
      return undefined;
    },
    stopConfirmed: async () => undefined,
  });
}

const asked = async (change: Partial<CommandRow> = {}): Promise<CommandRow> => {
  const [row] = await world.db
    .insert(commands)
    .values({
      id: randomUUID(),
      serialNumber: 'A-1',
      kind: 'goTo',
      target: 'Lobby',
      targetId: 'p1',
      askedBy: 'lin',
      askedByName: 'Lin',
      state: 'asked',
      askedAt: new Date(time),
      expiresAt: new Date(time + COMMAND_TTL_MS),
      ...change,
    })
    .returning();
  if (!row) throw new Error('not written');
  return row;
};
/** A command that both servers have loaded and that is sent. */
const sent = async (): Promise<CommandRow> => {
  const row = await asked();
  await one.adopt(row, async () => true);
  await other.reload();
  told.length = 0;
  return row;
};
const rowOf = async (id: string): Promise<CommandRow | undefined> =>
  (await world.db.select().from(commands).where(eq(commands.id, id)))[0];
const bearing = (orderId: string, change: Partial<StateMessage> = {}): StateMessage => ({
  headerId: 1,
  timestamp: '',
  version: '2.0.0',
  manufacturer: 'Acme',
  serialNumber: 'A-1',
  orderId,
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  driving: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [{ nodeId: 'p1', sequenceId: 2, released: true }],
  edgeStates: [],
  actionStates: [],
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
  ...change,
});
const ROUNDS = 20;

describe('two answers for one command', () => {
  it.each([
    ['one server', () => one],
    ['two servers', () => other],
  ] as const)('at %s: it ends once, and is told once', async (_, second) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await sent();
      await Promise.all([
        one.advance(id, { to: 'finished' }),
        second().advance(id, { to: 'failed', reason: { type: 'blocked', description: 'a door' } }),
      ]);
      const row = await rowOf(id);
      expect(told).toEqual([row?.state]);
      expect(['finished', 'failed']).toContain(row?.state);
      expect(row?.reason).toEqual(row?.state === 'failed' ? { type: 'blocked', description: 'a door' } : null);
      await Promise.all([one.reload(), other.reload()]);
      expect([one.isOpen(id), other.isOpen(id)]).toEqual([false, false]);
    }
  });

  it('one after the other: the first stays, with its time', async () => {
    const { id } = await sent();
    await one.advance(id, { to: 'finished' });
    const { endedAt } = (await rowOf(id)) ?? {};
    time += 5_000;
    await other.advance(id, { to: 'failed', reason: { type: 'late', description: '' } });
    expect(await rowOf(id)).toMatchObject({ state: 'finished', endedAt, reason: null });
    expect(told).toEqual(['finished']);
  });
});

it.each([
  ['a photo for a case that two servers heard of belongs to the case', 'picture', true],
  ['a face is no photo for a case', 'face', false],
] as const)('%s', async (_, kind, isTaken) => {
  const fileId = 'a'.repeat(32);
  await world.db.insert(files).values({
    id: fileId,
    kind,
    owner: 'robot',
    ownerId: 'A-1',
    siteId: 'site',
    uploadedBy: 'A-1',
    byRobot: true,
    name: 'photo.jpg',
    bytes: 3,
    sha256: '0'.repeat(64),
    contentType: 'image/jpeg',
    state: 'ready',
    segments: [],
    createdAt: new Date(time),
  });
  await world.db
    .insert(mediaItems)
    .values({ fileId, kind: 'photo', serialNumber: 'A-1', siteId: 'site', source: 'robot', takenAt: new Date(time) });
  const row = await asked({ kind: 'takePhoto', targetId: 'case-1', state: 'running', acceptedAt: new Date(time) });
  await Promise.all([one.reload(), other.reload()]);
  for (const server of [one, other]) await server.advance(row.id, { to: 'finished', fileId });
  const [item] = await world.db.select().from(mediaItems);
  expect(item).toMatchObject(
    isTaken ? { source: 'alarm', alarmCaseId: 'case-1', userId: 'lin' } : { source: 'robot', alarmCaseId: null },
  );
  expect(await rowOf(row.id)).toMatchObject({ state: 'finished', fileId: isTaken ? fileId : null });
});

describe('expiry against acceptance', () => {
  it('at the same moment, of two servers: it is one of both, and stays so', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await sent();
      time += COMMAND_TTL_MS + 1;
      await Promise.all([one.sweep(() => time), other.heard('A-1', bearing(id), true)]);
      const row = await rowOf(id);
      const isExpired = row?.state === 'expired';
      expect([row?.state, row?.endedAt != null, row?.acceptedAt != null, told]).toEqual(
        isExpired ? ['expired', true, false, ['expired']] : ['accepted', false, true, ['accepted']],
      );
      await Promise.all([one.reload(), other.reload()]);
      expect([one.isOpen(id), other.isOpen(id)]).toEqual([!isExpired, !isExpired]);
      // An expired command is not accepted later, and an accepted one no longer expires.
      await Promise.all([one.heard('A-1', bearing(id), true), other.sweep(() => time)]);
      expect((await rowOf(id))?.state).toBe(row?.state);
      await one.advance(id, { to: 'finished' });
    }
  });

  it('of a server that does not know of the acceptance yet: the acceptance stands', async () => {
    const { id } = await sent();
    await other.heard('A-1', bearing(id), true);
    time += COMMAND_TTL_MS + 1;
    await one.sweep(() => time);
    expect(await rowOf(id)).toMatchObject({ state: 'accepted', endedAt: null });
    await one.reload();
    expect(one.openOf('A-1').map(({ state }) => state)).toEqual(['accepted']);
  });
});

it('a station that was written late is on record, and takes nothing back', async () => {
  const row = await asked();
  // The robot reports the order before the sending server can record that it was sent.
  await one.adopt(row, async () => {
    await other.reload();
    await other.heard('A-1', bearing(row.id, { driving: true }), true);
    return true;
  });
  const { state, sentAt, runningAt } = (await rowOf(row.id)) ?? {};
  expect([state, sentAt instanceof Date, runningAt instanceof Date]).toEqual(['running', true, true]);
});

it('what could not be written is not so: it is proved again', async () => {
  const { id } = await sent();
  await world.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await world.pool.query('create trigger refusing before update on commands execute function refuse()');
  await expect(one.heard('A-1', bearing(id), true)).rejects.toThrow();
  expect([one.openOf('A-1')[0]?.state, told]).toEqual(['sent', []]);
  await world.pool.query('drop trigger refusing on commands');
  await one.heard('A-1', bearing(id), true);
  expect([(await rowOf(id))?.state, told]).toEqual(['accepted', ['accepted']]);
});

it('a reading that began before a command ended does not bring it back', async () => {
  const { id } = await sent();
  const reading = one.reload();
  const ending = one.advance(id, { to: 'finished' });
  await Promise.all([reading, ending]);
  expect(one.isOpen(id)).toBe(false);
});

it('is sent once, though the robot speaks while it is being sent', async () => {
  const row = await asked();
  let sendings = 0;
  await one.adopt(row, async () => {
    sendings += 1;
    await one.heard('A-1', bearing('another'), false);
    return true;
  });
  await one.heard('A-1', bearing('another'), false);
  expect(sendings).toBe(1);
});
