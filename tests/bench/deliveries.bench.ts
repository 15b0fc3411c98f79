/** Deliveries: from the order to the robot, lists of a million rows, and the board in a browser. */
import { eq, sql } from 'drizzle-orm';
import mqtt from 'mqtt';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { Delivery, DeliveryStep } from '../../contract/entities/delivery.ts';
import { points } from '../../server/db/schema.ts';
import { FACTSHEET, scriptedRobot } from '../fakes/scriptedRobot.ts';
import { A } from '../fakes/testServer.ts';
import { sampleDelivery } from '../fakes/deliverySample.ts';
import { enter, launch, OPERATOR, openContext, startServer } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';
import { startBenchServer } from './benchServer.ts';

const MANY = 1_000_000;
const calls = catalogue.deliveries;
/** The first orders wait for the connection and for plans. */
const [ORDERS, WARM_UP] = [40, 5];
/**
 * A new delivery from the press to the robot's acceptance. `ordered`: the call is answered. `chosen`: from its storing to
 * its assignment. `sent`: from there until the robot has its list. `accepted`: until the robot's answer is stored.
 */
const BOUNDS = { ordered: 150, chosen: 150, sent: 200, accepted: 200 };
type Part = keyof typeof BOUNDS;

const test = await startBenchServer();
async function linesUntilAccepted(deliveryId: string): Promise<DeliveryStep[]> {
  for (;;) {
    const { data } = await test.as('member', calls.details.path, { deliveryId });
    const { delivery, steps } = data as { delivery: Delivery; steps: DeliveryStep[] };
    if (delivery.status === 'goingToLoadingPoint') return steps;
    await wait(2);
  }
}
try {
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  if (point) await test.db.insert(points).values({ ...point, areaId: 'room', x: point.x + 3 });
  await test.server.deps.fleet.refresh();
  const robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: 'bench',
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
  const { agvActions } = FACTSHEET.protocolFeatures;
  const own = ['deliveries', 'events'].map((actionType) => ({ actionType, actionScopes: [] }));
  await robot.say('factsheet', {
    ...FACTSHEET,
    loadSpecification: { loadPositions: ['1', '2'] },
    protocolFeatures: { agvActions: [...agvActions, ...own] },
  });
  const isListed = (id: string): boolean =>
    robot.received.some(
      ({ name, message }) =>
        name === 'private/commands' && message['type'] === 'deliveries' && JSON.stringify(message).includes(id),
    );
  // A robot that says nothing for a few seconds gets no delivery.
  const beat = setInterval(() => void robot.state(), 1_000).unref();
  // Robot, server and bench run on one clock.
  const parts = { ordered: [], chosen: [], sent: [], accepted: [] } as Record<Part, number[]>;
  const [toRobot, whole]: [number[], number[]] = [[], []];
  for (let n = 0; n < ORDERS; n += 1) {
    await robot.state();
    const began = Date.now();
    const { data } = await test.as('member', calls.create.path, { siteId: A.siteId, from: A.areaId, to: 'room' });
    const { id } = data as Delivery;
    const answered = Date.now();
    while (!isListed(id)) await wait(2);
    const received = Date.now();
    const event = { type: 'delivery', deliveryId: id, status: 'goingToLoadingPoint' };
    await robot.say('private/events', { id: `bench-${n}`, at: received, event });
    const lines = await linesUntilAccepted(id);
    const at = (kind: DeliveryStep['kind'], status?: DeliveryStep['status']): number =>
      lines.find((line) => line.kind === kind && (status === undefined || line.status === status))?.at ?? NaN;
    if (n >= WARM_UP) {
      parts.ordered.push(answered - began);
      parts.chosen.push(at('assigned') - at('status', 'created'));
      parts.sent.push(received - at('assigned'));
      parts.accepted.push(at('status', 'goingToLoadingPoint') - received);
      toRobot.push(received - began);
      whole.push(at('status', 'goingToLoadingPoint') - began);
    }
    await test.as('member', calls.cancel.path, { deliveryId: id });
  }
  for (const [part, bound] of Object.entries(BOUNDS) as [Part, number][])
    say({ figure: `new delivery, ${part}, p95`, value: percentile(parts[part], 0.95), unit: 'ms', bound });
  say({ figure: 'new delivery to the robot, p95', value: percentile(toRobot, 0.95), unit: 'ms', bound: 500 });
  say({
    figure: "new delivery to the robot's acceptance, p95",
    value: percentile(whole, 0.95),
    unit: 'ms',
    bound: 500,
  });

  await test.db.execute(sql`
    insert into deliveries (id, serial_number, site_id, origin, status, phone_number, loading_point, destination,
      loading_code, pickup_code, compartment, created_at, changed_at, ended_at)
    select 'bench-' || n, ${A.serialNumber}, ${A.siteId}, 'console',
      case when n % 20 = 0 then 'notPickedUp' else 'completed' end, '+12025550100', ${A.areaId}, 'room', '', '', 1,
      now() - n * interval '7 seconds', now() - n * interval '7 seconds', now() - n * interval '7 seconds'
    from generate_series(1, ${MANY}) n`);
  await test.db.execute(sql`
    insert into delivery_steps (delivery_id, at, kind, status, cause, reason)
    select id, ended_at, 'status', status, 'robot', 'jammed' from deliveries
    where id like 'bench-%' and status = 'notPickedUp' and number % 400 = 0`);
  // As autovacuum does after many rows.
  await test.db.execute(sql`vacuum analyze deliveries, delivery_steps`);
  const lasted: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const filter = [{}, { statuses: ['notPickedUp'] }, { startTime: Date.now() - 86_400_000 * (1 + n) }][n % 3];
    const began = performance.now();
    await test.as('member', calls.list.path, { ...filter, page: 1 + (n % 7), limit: 50 });
    lasted.push(performance.now() - began);
  }
  say({ figure: 'list of a million deliveries, p95', value: percentile(lasted, 0.95), unit: 'ms', bound: 100 });
  const boards: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const began = performance.now();
    await test.as('member', calls.board.path, { siteId: A.siteId });
    boards.push(performance.now() - began);
  }
  say({ figure: 'board beside a million deliveries, p95', value: percentile(boards, 0.95), unit: 'ms', bound: 100 });
  clearInterval(beat);
  await robot.leave();
} finally {
  await test.close();
}

const START = Date.now();
const ON_BOARD = 500;
/** Six reloads without a notice, and the minute in which every row is rendered again. */
const REST_MS = 60_000;
/** So many reach a door, with a countdown, and so many get another time of arrival with each reload. */
const [EVERY_COUNTING, EVERY_CHANGED] = [10, 20];

/** The board as the server gives it at this time. @param reload counts up */
const boardAt = (time: number, reload: number) => ({
  time,
  total: ON_BOARD,
  rows: Array.from({ length: ON_BOARD }, (_, n) => {
    const isCounting = n % EVERY_COUNTING === 0;
    return sampleDelivery({
      id: `d${n}`,
      number: n,
      robotName: `Porter ${n}`,
      status: isCounting ? 'arrivedAtRoom' : 'delivering',
      group: isCounting ? 'needsYou' : 'underWay',
      changedAt: START - 60_000 - n,
      arrivalAt: START + 600_000 + (n % EVERY_CHANGED === reload % EVERY_CHANGED ? reload * 1_000 : 0),
      timeout: { at: START + 600_000, status: isCounting ? 'notPickedUp' : 'expired' },
    });
  }),
  today: { completed: 412, notPickedUp: 3, failed: 1, medianMs: 600_000 },
});
const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const page = await (await openContext(browser)).newPage();
  let reloads = 0;
  await page.route(`**${calls.board.path}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { time: number } };
    reloads += 1;
    await route.fulfill({ response, json: { ...answer, data: boardAt(answer.data.time, reloads) } });
  });
  await enter(page, server, OPERATOR, '/activities/delivery-record');
  await page
    .getByText(`Porter ${ON_BOARD - 1} `)
    .first()
    .waitFor({ state: 'attached' });
  await wait(3_000);
  const devtools = await page.context().newCDPSession(page);
  // CPU time instead of wall time: other programs on the machine do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  const before = await busy();
  await wait(REST_MS);
  const value = (((await busy()) - before) / (REST_MS / 1_000)) * 100;
  say({ figure: 'board with 500 deliveries, main thread busy at rest', value, unit: '%', bound: 10 });
} finally {
  await browser.close();
  await server.close();
}
