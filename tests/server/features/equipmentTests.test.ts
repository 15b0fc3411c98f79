/** Tests of lifts and doors: by their relay and in the simulated building, with outcome, audit entry and limit. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EQUIPMENT_TESTS_PER_MINUTE } from '../../../contract/rules/siteLimits.ts';
import { audit, elevators, entrances } from '../../../server/db/schema.ts';
import { type AskBuilding, createEquipmentTestHandlers } from '../../../server/features/equipmentTests.ts';
import type { RelayOutcome, RelayRequest } from '../../../server/gateway/relay.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { A, A2, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const BY_RELAY = { openedBy: 'relay', relayUrl: 'http://10.0.0.9/open', openSeconds: 10 } as const;

let test: TestServer;
let calls: ReturnType<typeof createEquipmentTestHandlers>;
let context: RequestContext;
let answer: RelayOutcome = { outcome: 'open', status: 200 };
let opens = true;
let ticks = 0;
let people = 0;
const relays: RelayRequest[] = [];
const building: Parameters<AskBuilding>[0][] = [];

beforeAll(async () => {
  test = await startTestServer();
  const place = { siteId: A.siteId, mapId: A.mapId };
  await test.db.insert(entrances).values([
    { ...place, id: 'door', name: 'Kitchen door', ...BY_RELAY },
    { ...place, id: 'simulated', name: 'Store', openedBy: 'robot' },
    { ...place, id: 'held', name: 'Held open', openedBy: 'staff' },
  ]);
  await test.db.insert(elevators).values({ id: 'lift', siteId: A.siteId, name: 'Goods lift', ...BY_RELAY });
  const { db, sharedDb } = test.server.deps;
  calls = createEquipmentTestHandlers({
    db,
    sharedDb,
    now: () => 1_700_000_000_000,
    monotonicNow: () => (ticks += 120),
    askRelay: async (request) => {
      relays.push(request);
      return answer;
    },
    askBuilding: async (wish) => {
      building.push(wish);
      return opens;
    },
    isSimulated: (id) => id === 'simulated',
  });
});
afterAll(() => test.close());
beforeEach(() => {
  relays.length = 0;
  building.length = 0;
  answer = { outcome: 'open', status: 200 };
  opens = true;
  // Everybody has a limit; the tests do not share one.
  context = { db: test.db, userId: `admin-${++people}`, language: 'enUS' } as unknown as RequestContext;
});
const audited = async (subject: string) =>
  (await test.db.select().from(audit).where(eq(audit.subject, subject))).map(({ act, after }) => ({ act, after }));

describe('a test by a relay', () => {
  it('opens the door, says how long it took, and is in the audit log', async () => {
    const outcome = { outcome: 'open', status: 200, tookMs: 120 };
    expect(await calls.testDoor({ doorId: 'door' }, context)).toEqual(outcome);
    expect(relays).toMatchObject([{ url: BY_RELAY.relayUrl, id: 'door', action: 'open', mapId: A.mapId }]);
    expect(relays[0]?.key).toMatch(/^[0-9a-f]{64}$/u);
    expect(await audited('door')).toEqual([{ act: 'door.test', after: outcome }]);
  });

  it('calls the lift to the chosen floor', async () => {
    expect(await calls.testLift({ elevatorId: 'lift', mapId: A2.mapId }, context)).toMatchObject({ outcome: 'open' });
    expect(relays).toMatchObject([{ id: 'lift', action: 'call', mapId: A2.mapId }]);
    expect((await audited('lift')).map(({ act }) => act)).toEqual(['lift.test']);
  });

  it.each([
    { outcome: 'refused', status: 503 },
    { outcome: 'silent', status: null },
    { outcome: 'unreachable', status: null },
  ] as const)('tells $outcome, and since when the door fails, until it opens', async (failed) => {
    const since = async () =>
      (await test.db.select().from(entrances).where(eq(entrances.id, 'door')))[0]?.relaySilentSince?.getTime() ?? null;
    answer = failed;
    expect(await calls.testDoor({ doorId: 'door' }, context)).toMatchObject(failed);
    expect(await since()).toBe(1_700_000_000_000);
    answer = { outcome: 'open', status: 200 };
    await calls.testDoor({ doorId: 'door' }, context);
    expect(await since()).toBeNull();
  });
});

describe('a test in the simulated building', () => {
  it.each([
    [true, 'open'],
    [false, 'silent'],
  ])('that opens: %s', async (willOpen, outcome) => {
    opens = willOpen;
    expect(await calls.testDoor({ doorId: 'simulated' }, context)).toEqual({ outcome, status: null, tookMs: 120 });
    expect(building).toEqual([{ kind: 'door', id: 'simulated', mapId: A.mapId }]);
    expect(relays).toEqual([]);
  });
});

describe('a test is refused', () => {
  it('of a door that people open, and of what does not exist', async () => {
    await expect(calls.testDoor({ doorId: 'held' }, context)).rejects.toMatchObject({ message: 'equipmentUntestable' });
    await expect(calls.testDoor({ doorId: 'none' }, context)).rejects.toMatchObject({ message: 'notFound' });
    await expect(calls.testLift({ elevatorId: 'none', mapId: A.mapId }, context)).rejects.toMatchObject({
      message: 'notFound',
    });
    expect(relays).toEqual([]);
  });

  it('beyond the limit of a minute, without asking the relay', async () => {
    for (let n = 0; n < EQUIPMENT_TESTS_PER_MINUTE; n += 1) await calls.testDoor({ doorId: 'door' }, context);
    relays.length = 0;
    await expect(calls.testDoor({ doorId: 'door' }, context)).rejects.toMatchObject({
      message: 'tooManyEquipmentTests',
    });
    expect(relays).toEqual([]);
  });
});
