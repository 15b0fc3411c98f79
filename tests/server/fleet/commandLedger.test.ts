/**
 * The command ledger over a real database: neither a client with a bad connection nor a pending database write keeps a
 * command from its robot.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { ACTION_LIMIT_MS } from '../../../contract/rules/robotActions.ts';
import type { CommandState } from '../../../contract/rules/commandLife.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { commands } from '../../../server/db/schema.ts';
import { createCommandLedger, type CommandLedger } from '../../../server/fleet/commandLedger.ts';
import type { CommandRow } from '../../../server/db/repositories/commands.ts';
import { fleetWorld } from '../../fakes/fleetWorld.ts';

/** Its order has ended, but not at its destination. */
const standing: StateMessage = {
  headerId: 1,
  timestamp: '2026-11-21T08:00:00.000Z',
  version: '2.1.0',
  manufacturer: 'Acme',
  serialNumber: 'A-1',
  orderId: 'go-1',
  orderUpdateId: 0,
  lastNodeId: 'elsewhere',
  lastNodeSequenceId: 0,
  driving: false,
  paused: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
};

let world: Awaited<ReturnType<typeof fleetWorld>>;
let ledger: CommandLedger;
beforeEach(async () => {
  world = await fleetWorld();
  // The broker never acknowledges, so that publishing never completes.
  const broker = { ...world.broker, publish: () => new Promise<void>(() => {}) };
  ledger = await createCommandLedger({
    ...world.deps,
    broker,
    fleetCache: world.fleet.fleetCache,
    photoEnded: async () => undefined,
    stopConfirmed: async () => undefined,
  });
});
afterEach(() => world.close());

async function asked(id: string, kind: 'goTo' | 'stop' | 'say', state: CommandState = 'asked'): Promise<CommandRow> {
  const [row] = await world.db
    .insert(commands)
    .values({
      id,
      serialNumber: 'A-1',
      kind,
      target: '',
      targetId: 'p1',
      askedBy: 'lin',
      askedByName: 'lin',
      state,
      askedAt: new Date(),
      expiresAt: null,
    })
    .returning();
  if (!row) throw new Error('not written');
  return row;
}

it('sends a Stop whose beginning cannot be told', async () => {
  const send = vi.fn(async () => false);
  void ledger.adopt(await asked('stop-1', 'stop'), send);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});

it('sends the next goal at the state that ends the one before, though that end cannot be told', async () => {
  let isFree = false;
  const sent = vi.fn();
  void ledger.adopt(await asked('go-1', 'goTo', 'accepted'), async () => true);
  void ledger.adopt(await asked('go-2', 'goTo'), async () => isFree && (sent(), true));
  await vi.waitFor(() => expect(ledger.openOf('A-1')).toHaveLength(2));
  isFree = true;
  void ledger.heard('A-1', standing, true);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(ledger.isOpen('go-1')).toBe(false);
});

it.each([
  ['an acceptance', { to: 'accepted' }, { state: 'accepted', acceptedAt: expect.any(Date) }],
  [
    'a refusal',
    { to: 'failed', reason: { type: 'orderError', description: 'busy' } },
    { state: 'failed', endedAt: expect.any(Date) },
  ],
] as const)('%s that comes before the sending is noted leaves the time of sending', async (_, update, expected) => {
  const row = await asked('go-1', 'goTo');
  await ledger.adopt(row, async () => {
    // The broker has passed the order on, and is slow to confirm it.
    await ledger.advance('go-1', update);
    return true;
  });
  const [noted] = await world.db.select().from(commands).where(eq(commands.id, 'go-1'));
  expect(noted).toMatchObject({ ...expected, sentAt: expect.any(Date) });
  expect(Number(noted?.sentAt)).toBeLessThanOrEqual(Number(noted?.acceptedAt ?? noted?.endedAt));
  expect(ledger.openOf('A-1').map(({ state, sentAt }) => [state, sentAt])).toEqual(
    update.to === 'accepted' ? [['accepted', noted?.sentAt]] : [],
  );
});

it('a refusal that another server has heard meanwhile leaves the time of sending', async () => {
  await ledger.adopt(await asked('go-1', 'goTo'), async () => {
    await world.db.update(commands).set({ state: 'failed', endedAt: new Date() }).where(eq(commands.id, 'go-1'));
    // The second one is the first that began after this server took over the command.
    await ledger.reload();
    await ledger.reload();
    return true;
  });
  const [noted] = await world.db.select().from(commands).where(eq(commands.id, 'go-1'));
  expect(noted).toMatchObject({ state: 'failed', sentAt: expect.any(Date) });
  expect(ledger.isOpen('go-1')).toBe(false);
});

it('an action that the robot accepted and never reports done fails, though the robot goes on reporting', async () => {
  const row = await asked('say-1', 'say', 'running');
  await world.db
    .update(commands)
    .set({ acceptedAt: new Date(Date.now() - ACTION_LIMIT_MS - 1_000) })
    .where(eq(commands.id, row.id));
  await ledger.reload();
  await ledger.sweep(() => Date.now());
  const [ended] = await world.db.select().from(commands).where(eq(commands.id, row.id));
  expect(ended).toMatchObject({ state: 'failed', reason: { type: 'notConfirmed' } });
});
