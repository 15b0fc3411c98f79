/** The first drive by hand: metres that the robot reports while a person controls it, and nothing else. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { robots } from '../../../server/db/schema.ts';
import { createFirstDrive } from '../../../server/fleet/firstDrive.ts';
import { unheard } from '../../../server/fleet/robotLiveState.ts';
import { A, A2, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const at = (x: number, more: Partial<RobotLive> = {}, serialNumber = A.serialNumber): RobotLive => ({
  ...unheard(serialNumber),
  leaseHolder: 'Ada',
  pose: { mapId: A.mapId, x, y: 0, theta: 0 },
  ...more,
});
const drivenOf = async (serialNumber: string = A.serialNumber) => {
  const [row] = await test.db.select().from(robots).where(eq(robots.serialNumber, serialNumber));
  return row && { at: row.drivenAt?.getTime() ?? null, metres: row.drivenMetres };
};

it('counts the metres of one period of control, and keeps the moment at which there were enough', async () => {
  let now = 1_000_000;
  const drive = createFirstDrive(test.db, () => (now += 1_000));
  const tick = (...live: RobotLive[]) => drive.tick(live);

  await tick(at(0));
  await tick(at(0.6));
  expect(await drivenOf()).toEqual({ at: null, metres: null });
  // Released, driven by an order, relocated: none of it is by hand.
  await tick(at(0.6, { leaseHolder: null }));
  await tick(at(3, { busy: true }));
  await tick(at(3));
  await tick(at(20));
  await tick(at(20.8));
  expect(await drivenOf()).toEqual({ at: null, metres: null });

  await tick(at(21.1));
  const first = await drivenOf();
  expect(first?.metres).toBeCloseTo(1.1);
  await tick(at(22.1));
  await tick(at(22.1, { leaseHolder: null }));
  expect((await drivenOf())?.metres).toBeCloseTo(2.1);
  expect((await drivenOf())?.at).toBe(first?.at);

  // A later drive is not the first one.
  await tick(at(22.1));
  await tick(at(25));
  await tick(at(25, { leaseHolder: null }));
  expect((await drivenOf())?.metres).toBeCloseTo(2.1);
});

it('tells robots apart', async () => {
  let now = 2_000_000;
  const drive = createFirstDrive(test.db, () => (now += 1_000));
  for (let second = 0; second < 6; second += 1)
    await drive.tick([at(second, {}, A2.serialNumber), at(second / 100, {}, 'unknown')]);
  expect((await drivenOf(A2.serialNumber))?.metres).toBeCloseTo(1);
});
