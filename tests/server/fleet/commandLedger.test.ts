/**
 * The command ledger over a real database: neither a client with a bad connection nor a pending database write keeps a
 * command from its robot.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
    stopConfirmed: async () => undefined,
  });
});
afterEach(() => world.close());

async function asked(id: string, kind: 'goTo' | 'stop', state: CommandState = 'asked'): Promise<CommandRow> {
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
