/** Doors and lifts with a relay open while a robot with a task is at one of their points. */
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { elevators, entrances, points } from '../../../server/db/schema.ts';
import { describeEquipment } from '../../../server/features/describeEquipment.ts';
import { createRelayDoors, type RelayDoors } from '../../../server/features/relayDoors.ts';
import type { RelayOutcome, RelayRequest } from '../../../server/gateway/relay.ts';
import { A, A2, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let relays: RelayDoors;
let now = 1_000_000;
let robot: Partial<RobotLive> = {};
let answer: RelayOutcome = { outcome: 'open', status: 200 };
const asked: Omit<RelayRequest, 'key'>[] = [];
const RELAY = { openedBy: 'relay', relayUrl: 'http://10.0.0.9/open', openSeconds: 10 } as const;
const POINT = { name: 'p', departWord: '', arrivedWord: '', attributes: [], chargeBase: [], x: 5, y: 5 };

beforeAll(async () => {
  test = await startTestServer();
  await test.db.insert(entrances).values({ id: 'door', siteId: A.siteId, mapId: A.mapId, name: 'Door', ...RELAY });
  await test.db.insert(elevators).values({ id: 'lift', siteId: A.siteId, name: 'Lift', ...RELAY });
  await test.db.insert(points).values([
    { ...POINT, areaId: 'at-door', mapId: A.mapId, doorId: 'door' },
    { ...POINT, areaId: 'at-lift', mapId: A2.mapId, elevatorId: 'lift' },
  ]);
  const { fleet, db } = test.server.deps;
  const live = (serialNumber: string, language: 'enUS' | 'zhCN') =>
    serialNumber === A.serialNumber
      ? { ...fleet.live(serialNumber, language), connection: 'online' as const, ...robot }
      : fleet.live(serialNumber, language);
  relays = createRelayDoors({
    db,
    fleet: { ...fleet, live },
    log: pino({ level: 'silent' }),
    now: () => now,
    askRelay: async ({ key: _, ...request }) => {
      asked.push(request);
      return answer;
    },
  });
  // Only the test checks.
  relays.close();
});
afterAll(() => test.close());
beforeEach(() => {
  now += 1_000_000;
  asked.length = 0;
  answer = { outcome: 'open', status: 200 };
});

const at = (mapId: string, x: number, more: Partial<RobotLive> = {}): void =>
  void (robot = { pose: { mapId, x, y: 5, theta: 0 }, driving: true, ...more });

it('opens the door for a robot at its point, and again before it shuts', async () => {
  at(A.mapId, 6);
  await relays.check();
  await relays.check();
  expect(asked).toEqual([{ url: RELAY.relayUrl, id: 'door', action: 'open', mapId: A.mapId, openSeconds: 10 }]);
  now += 8_000;
  await relays.check();
  expect(asked.length).toBe(2);
});

it('calls the lift to the floor of the robot', async () => {
  at(A2.mapId, 5);
  await relays.check();
  expect(asked).toMatchObject([{ id: 'lift', action: 'call', mapId: A2.mapId }]);
});

it.each([
  ['is further away', () => at(A.mapId, 7.5)],
  ['is on another floor', () => at('elsewhere', 5)],
  ['has nothing to do', () => at(A.mapId, 5, { driving: false, task: null })],
  ['is offline', () => at(A.mapId, 5, { connection: 'offline' })],
])('does not open for a robot that %s', async (_, place) => {
  place();
  await relays.check();
  expect(asked).toEqual([]);
});

it('tries a relay that did not answer again after a pause', async () => {
  answer = { outcome: 'silent', status: null };
  at(A.mapId, 5);
  await relays.check();
  now += 2_000;
  await relays.check();
  expect(asked.length).toBe(1);
  now += 1_000;
  await relays.check();
  expect(asked.length).toBe(2);
});

it('keeps since when a relay fails, until it opens again', async () => {
  const since = async () =>
    (await test.db.select().from(entrances).where(eq(entrances.id, 'door')))[0]?.relaySilentSince?.getTime() ?? null;
  at(A.mapId, 5);
  await relays.check();
  expect(await since()).toBeNull();
  now += 8_000;
  answer = { outcome: 'refused', status: 500 };
  await relays.check();
  const first = now;
  now += 3_000;
  answer = { outcome: 'silent', status: null };
  await relays.check();
  expect(await since()).toBe(first);
  expect(
    describeEquipment(
      {
        lifts: [],
        doors: await test.db.select().from(entrances).where(eq(entrances.id, 'door')),
        points: [],
        floors: [],
      },
      { fleet: test.server.deps.fleet, isSimulated: () => false },
      { language: 'enUS', userId: 'nobody' },
    ).doors,
  ).toMatchObject([{ id: 'door', silentSince: first }]);
  now += 3_000;
  answer = { outcome: 'open', status: 200 };
  await relays.check();
  expect(await since()).toBeNull();
});
