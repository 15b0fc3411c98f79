/** A simulated reception robot recognises people over its broker and by HTTP: only where it is on, with drawn pictures. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { FaceRecord } from '../../../contract/entities/face.ts';
import { REGISTERED_BY } from '../../../demo/people.ts';
import { roster } from '../../../demo/roster.ts';
import { hashOf, robotUserName } from '../../../server/broker/credentials.ts';
import { faceRecords, faceSites, files, relations, robots } from '../../../server/db/schema.ts';
import { startFleet, type Fleet } from '../../../simulator/fleet/fleet.ts';
import { rawCall, soon } from '../../fakes/faceRobot.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { faces } = catalogue;
let test: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  test = await startTestServer({ environment: { ROUNDHOUSE_ROBOTS: '12' } });
  const [robot] = await test.db.select().from(robots).where(eq(robots.serialNumber, REGISTERED_BY));
  if (!robot) throw new Error('the demo has no host');
  await test.db
    .update(robots)
    .set({ passwordHash: hashOf('of-the-test') })
    .where(eq(robots.serialNumber, REGISTERED_BY));
  await test.db.insert(relations).values({
    id: 'relation-host',
    userId: 'superAdmin',
    serialNumber: REGISTERED_BY,
    isAuth: true,
    isRobotAdmin: true,
    isSuperAdmin: true,
  });
  await test.server.deps.fleet.refresh();
  const { interfaceName, manufacturer } = robot;
  fleet = startFleet({
    credentials: {
      url: `${test.server.url.replace('http', 'ws')}/mqtt`,
      robots: [
        {
          serialNumber: REGISTERED_BY,
          manufacturer,
          interfaceName,
          username: robotUserName(REGISTERED_BY),
          password: 'of-the-test',
        },
      ],
    },
    robots: roster(12).filter(({ serialNumber }) => serialNumber === REGISTERED_BY),
    seed: 1,
    log: { info: () => undefined, warn: () => undefined },
  });
  expect(await fleet.connected(10_000)).toBe(1);
});
afterAll(async () => {
  await fleet.close();
  await test.close();
});

const fever = (on: boolean) => fleet.obey({ type: 'fault', serialNumber: REGISTERED_BY, fault: 'highTemperature', on });
const list = async () =>
  ((await test.as('superAdmin', faces.list.path, { serialNumberStr: REGISTERED_BY })).data as { rows: FaceRecord[] })
    .rows;

it('a fever brings an alarm, and a face with a drawn picture once the site has switched it on', async () => {
  fever(true);
  fever(false);
  const [site] = await test.db.select().from(robots).where(eq(robots.serialNumber, REGISTERED_BY));
  const { siteId = '' } = site ?? {};
  await test.as('accountAdmin', faces.saveSetting.path, {
    siteId,
    isOn: true,
    ground: 'Agreed by the works council',
    pictureDays: 30,
    rowDays: 90,
    revision: 0,
  });
  expect(await test.rowsIn(faceRecords)).toBe(0);
  await soon(() => expect(fleet.world.robot(REGISTERED_BY)?.recognisesFaces).toBe(true));
  fever(true);
  // The first picture waits for the process that draws.
  await vi.waitFor(async () => expect(await test.rowsIn(faceRecords)).toBe(1), { timeout: 80_000, interval: 100 });
  fever(false);
  const [face] = await list();
  expect(face).toMatchObject({ isHigh: true, person: null, robotName: 'Lobby host' });
  expect(face?.temperature).toBeGreaterThanOrEqual(37.6);
  expect(face?.alarmCaseId).not.toBeNull();
  expect(face?.place).not.toBe('');
  expect(face?.blurred).toMatch(/^data:image\/webp;base64,/u);

  const { ticket } = (
    await test.as('superAdmin', faces.reveal.path, {
      faceId: face?.id,
      reason: 'highTemperature',
      note: 'Nurse asks whom to call',
    })
  ).data as { ticket: string };
  const clear = await rawCall(test, 'superAdmin', faces.open.path, { faceId: face?.id, ticket });
  expect(await sharp(clear.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 300 });
}, 120_000);

it('stops at once when the site switches it off', async () => {
  const [site] = await test.db.select().from(faceSites);
  await test.as('accountAdmin', faces.saveSetting.path, {
    siteId: site?.siteId,
    isOn: false,
    ground: '',
    pictureDays: 30,
    rowDays: 90,
    revision: site?.revision,
  });
  const robot = fleet.world.robot(REGISTERED_BY);
  await soon(() => expect(robot?.recognisesFaces).toBe(false));
  const before = await test.db.select().from(files).where(eq(files.kind, 'face'));
  fever(true);
  expect(robot?.takeFaces()).toEqual([]);
  expect(await test.db.select().from(files).where(eq(files.kind, 'face'))).toHaveLength(before.length);
});
