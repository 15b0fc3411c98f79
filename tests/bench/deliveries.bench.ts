/** Deliveries: from the order to the robot, and lists of a million rows. */
import { eq, sql } from 'drizzle-orm';
import mqtt from 'mqtt';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { Delivery } from '../../contract/entities/delivery.ts';
import { points } from '../../server/db/schema.ts';
import { FACTSHEET, scriptedRobot } from '../fakes/scriptedRobot.ts';
import { A } from '../fakes/testServer.ts';
import { percentile, say, wait } from './figures.ts';
import { startBenchServer } from './benchServer.ts';

const MANY = 1_000_000;
const calls = catalogue.deliveries;
const test = await startBenchServer();
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
  const lists = () =>
    robot.received.flatMap(({ name, message }) =>
      name === 'private/commands' && message['type'] === 'deliveries' ? [JSON.stringify(message)] : [],
    );
  await robot.say('factsheet', {
    ...FACTSHEET,
    loadSpecification: { loadPositions: ['1', '2'] },
    protocolFeatures: {
      agvActions: [...FACTSHEET.protocolFeatures.agvActions, { actionType: 'deliveries', actionScopes: [] }],
    },
  });
  const took: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    await robot.state();
    const began = performance.now();
    const { data } = await test.as('member', calls.create.path, { siteId: A.siteId, from: A.areaId, to: 'room' });
    const { id } = data as Delivery;
    while (!lists().some((text) => text.includes(id))) await wait(2);
    took.push(performance.now() - began);
    await test.as('member', calls.cancel.path, { deliveryId: id });
  }
  // The first ones wait for the connection and for plans.
  say({ figure: 'new delivery to the robot, p95', value: percentile(took.slice(5), 0.95), unit: 'ms', bound: 500 });

  await test.db.execute(sql`
    insert into deliveries (id, serial_number, site_id, origin, status, phone_number, loading_point, destination,
      loading_code, pickup_code, created_at, changed_at, ended_at)
    select 'bench-' || n, ${A.serialNumber}, ${A.siteId}, 'console',
      case when n % 20 = 0 then 'notPickedUp' else 'completed' end, '+12025550100', ${A.areaId}, 'room', '', '',
      now() - n * interval '7 seconds', now() - n * interval '7 seconds', now() - n * interval '7 seconds'
    from generate_series(1, ${MANY}) n`);
  await test.db.execute(sql`analyze deliveries`);
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
  await robot.leave();
} finally {
  await test.close();
}
