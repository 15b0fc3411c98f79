/**
 * A robot that raises 1,000 alarms in a minute, over its MQTT connection: few cases, bounded rows, each told once, a
 * single alarm among them is not lost, and nobody else waits.
 */
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { ALWAYS } from '../../../contract/rules/alarmContacts.ts';
import { putContact, putRole, putRules } from '../../../server/db/repositories/alarmContacts.ts';
import { alarmCases, alarmEntries, alarmNotifications, robotEvents } from '../../../server/db/schema.ts';
import { scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const SECONDS = 60;
const PER_SECOND = 17;
/** How many events of one robot the server stores by then: a burst, then a rate. @param seconds since the first one */
const storedBy = (seconds: number): number => Math.min(PER_SECOND * (seconds + 1), 100 + 5 * seconds);
const at = (x: number) => ({ mapId: 'ground', x, y: 2, theta: 0 });
/** Two events, one of them at two places. */
const REPEATED = [
  { alarm: 'smoke', pose: at(2) },
  { alarm: 'clutter', pose: at(2) },
  { alarm: 'clutter', pose: at(20) },
];
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let test: TestServer;
/** The server's clock, ms: only the test advances it. */
let time = Date.now();
const robots: ScriptedRobot[] = [];
const robotOf = async (serialNumber: string): Promise<ScriptedRobot> => {
  const robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: serialNumber,
      password: 'secret',
      clientId: `flood-${serialNumber}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber },
  );
  robots.push(robot);
  return robot;
};
beforeAll(async () => {
  test = await startTestServer({ now: () => time });
  await putRole(test.db, { id: 'desk', siteId: A.siteId, name: 'Desk', revision: 0 });
  await putContact(test.db, {
    id: 'contact',
    siteId: A.siteId,
    name: 'Ann',
    countryCode: '1',
    phoneNumber: '+12025550101',
    email: '',
    roleIds: ['desk'],
    hours: [...ALWAYS],
    quietDays: [],
    revision: 0,
  });
  await putRules(
    test.db,
    A.serialNumber,
    (['smoke', 'clutter'] as const).map((event) => ({
      event,
      isOn: true,
      threshold: null,
      ways: ['sms'],
      firstRoles: ['desk'],
      secondRoles: [],
    })),
  );
});
afterAll(async () => {
  for (const robot of robots) await robot.leave();
  await test.close();
});

it('opens one case for each event and place, tells level one once, and keeps nobody waiting', async () => {
  const [faulty, other] = [await robotOf(A.serialNumber), await robotOf(B.serialNumber)];
  let counted = 0;
  const alarm = (robot: ScriptedRobot, event: object): Promise<void> =>
    robot.say('events', { id: `flood-${++counted}`, at: time, event: { type: 'alarm', ...event } });
  const storedOf = async (serialNumber: string): Promise<number> =>
    (await test.db.select().from(robotEvents)).filter((row) => row.serialNumber === serialNumber).length;
  const casesOf = async (serialNumber: string) =>
    (await test.db.select().from(alarmCases)).filter((row) => row.serialNumber === serialNumber);

  for (let second = 0; second < SECONDS; second += 1) {
    await Promise.all(
      Array.from({ length: PER_SECOND }, (_, index) => alarm(faulty, REPEATED[index % REPEATED.length] ?? {})),
    );
    if (second === SECONDS / 2) {
      // Far over its limit, the robot reports something else once.
      await alarm(faulty, { alarm: 'fall', pose: null });
      await alarm(other, { alarm: 'fall', pose: null });
      await soon(async () => expect(await casesOf(B.serialNumber)).toMatchObject([{ event: 'fall', count: 1 }]));
    }
    await soon(async () => expect(await storedOf(A.serialNumber)).toBeGreaterThanOrEqual(storedBy(second)));
    expect((await test.as('robotAdmin', catalogue.alarmCases.open.path, {})).code).toBe(0);
    time += 1_000;
  }
  // The queue is empty once a later alarm of the same robot has been handled.
  time += 1_000;
  await alarm(faulty, { alarm: 'waterAccumulation', pose: null });
  await soon(async () =>
    expect((await casesOf(A.serialNumber)).map(({ event }) => event)).toContain('waterAccumulation'),
  );

  const single = ['fall', 'waterAccumulation'];
  const all = await casesOf(A.serialNumber);
  expect(all.filter(({ event }) => single.includes(event)).map(({ event, count }) => `${event} ${count}`)).toEqual(
    expect.arrayContaining(single.map((event) => `${event} 1`)),
  );
  const flooded = all.filter(({ event }) => !single.includes(event));
  expect(flooded.map(({ event, x }) => `${event} ${x}`).sort()).toEqual(['clutter 2', 'clutter 20', 'smoke 2']);
  const total = flooded.reduce((sum, { count }) => sum + count, 0);
  expect(total).toBeGreaterThan(100);
  expect(await storedOf(A.serialNumber)).toBe(total + single.length);
  // Besides the rate, one alarm of each type in a minute.
  expect(total).toBeLessThanOrEqual(storedBy(SECONDS) + 2 * REPEATED.length);
  for (const { id } of flooded) {
    const entries = (await test.db.select().from(alarmEntries)).filter(({ caseId }) => caseId === id);
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['raised', 'told']);
    const told = (await test.db.select().from(alarmNotifications)).filter(({ caseId }) => caseId === id);
    expect(told.map(({ level, contactId }) => [level, contactId])).toEqual([[1, 'contact']]);
  }
});
