/** What a robot leaves undone at its site when it moves or retires: scheduled tasks and deliveries, on a real server. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import type { DisinfectionPlan } from '../../../contract/rules/disinfection.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  cruisePaths,
  cruiseRecords,
  deliveries,
  deliverySteps,
  disinfectionRecords,
  points,
  robotMapNames,
  robots,
  scheduledTasks,
  taskRuns,
} from '../../../server/db/schema.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { robotFleet, schedules } = catalogue;
const AT = new Date(Date.now() - 60_000);
const ROUTE = 'route-a';
const OTHER_POINT = 'room-1';

let test: TestServer;
let serialNumber = '';
let next = 0;
beforeAll(async () => {
  test = await startTestServer();
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  if (!point) throw new Error('no point');
  await test.db.insert(points).values({ ...point, areaId: OTHER_POINT, name: 'Room 1', x: point.x + 2 });
  await test.db.insert(cruisePaths).values({
    id: ROUTE,
    mapId: A.mapId,
    name: 'Round',
    stops: [A.areaId, OTHER_POINT].map((areaId) => ({ areaId, stayTime: 0, speech: '', angle: null })),
    createdBy: 'member',
    createdAt: AT,
  });
});
afterAll(() => test.close());
beforeEach(async () => {
  serialNumber = `L-${++next}`;
  const [porter] = await test.db.select().from(robots).where(eq(robots.serialNumber, A.serialNumber));
  if (!porter) throw new Error('no robot');
  await test.db.insert(robots).values({ ...porter, serialNumber, claimHash: null, name: 'Leaver' });
  await test.db.insert(robotMapNames).values({ serialNumber, robotMapName: 'ground', mapId: A.mapId });
  await test.server.deps.fleet.refresh();
});

const admin = async (path: string, data: object) => {
  const reply = await test.as('accountAdmin', path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data;
};
const move = () => admin(robotFleet.move.path, { robotToMove: serialNumber, toSiteId: B.siteId });
const retire = () => admin(robotFleet.retire.path, { robotToRetire: serialNumber });
const belongings = () => admin(robotFleet.belongings.path, { robotToMove: serialNumber });

/** A task with a planned run, or one that waits for its robot. */
async function addTask(id: string, run: 'planned' | 'waiting', more: object = {}): Promise<void> {
  await test.db.insert(scheduledTasks).values({
    id: `${serialNumber} ${id}`,
    serialNumber,
    executeTime: '09:30',
    days: '1,2,3,4,5,6,7',
    pathId: ROUTE,
    pathName: 'Round',
    pointSettings: [],
    patience: 30,
    anchorAt: AT,
    savedBy: 'member',
    createdAt: AT,
    ...more,
  });
  // Far enough that the server's own clock does not take it.
  const due = new Date(Date.now() + 3_600_000);
  await test.db.insert(taskRuns).values({
    taskId: `${serialNumber} ${id}`,
    plannedAt: AT,
    serialNumber,
    state: run,
    startsAt: AT,
    dueAt: due,
    ...(run === 'waiting' && { reason: 'robotBusy' }),
  });
}
async function addDelivery(status: DeliveryStatus, more: object = {}): Promise<string> {
  const id = `${serialNumber} ${++next}`;
  await test.db.insert(deliveries).values({
    id,
    serialNumber,
    status,
    phoneNumber: '',
    loadingPoint: A.areaId,
    destination: OTHER_POINT,
    loadingCode: '',
    pickupCode: '',
    createdAt: AT,
    changedAt: AT,
    siteId: A.siteId,
    origin: 'console',
    loadingName: 'Kitchen',
    destinationName: 'Room 1',
    createdBy: 'member',
    createdByName: 'Member',
    compartment: 0,
    ...more,
  });
  return id;
}
const tasks = () =>
  test.db
    .select({ isOn: scheduledTasks.isOn, offReason: scheduledTasks.offReason })
    .from(scheduledTasks)
    .where(eq(scheduledTasks.serialNumber, serialNumber));
const runs = () =>
  test.db
    .select({ state: taskRuns.state, reason: taskRuns.reason })
    .from(taskRuns)
    .where(eq(taskRuns.serialNumber, serialNumber));
const delivery = async (id: string) => (await test.db.select().from(deliveries).where(eq(deliveries.id, id)))[0];
const lastLine = async (id: string) =>
  (
    await test.db.select().from(deliverySteps).where(eq(deliverySteps.deliveryId, id)).orderBy(asc(deliverySteps.id))
  ).map(({ kind, status, cause, reason }) => ({ kind, status, cause, reason }));

describe('scheduled tasks', () => {
  it('of a robot that moves are switched off; what waits ends with the reason; they cannot be switched on again there', async () => {
    await addTask('tomorrow', 'planned');
    await addTask('now', 'waiting');
    expect(await belongings()).toMatchObject({ tasks: 2 });
    await move();
    const off = { isOn: false, offReason: 'robotMoved' };
    expect(await tasks()).toEqual([off, off]);
    expect(await runs()).toEqual([{ state: 'notStarted', reason: 'robotMoved' }]);
    expect(
      await test.db.select().from(cruiseRecords).where(eq(cruiseRecords.serialNumber, serialNumber)),
    ).toMatchObject([{ state: 'failed', reason: { type: 'robotMoved' } }]);
    expect(await belongings()).toMatchObject({ tasks: 0 });
    const on = { serialNumber, id: `${serialNumber} tomorrow`, state: '1' };
    expect(await test.as('accountAdmin', schedules.setState.path, { ...on, userId: '' })).not.toMatchObject({
      code: 0,
    });
    expect(await tasks()).toEqual([off, off]);
  });

  it('of a robot that retires end, disinfections too', async () => {
    const plan: DisinfectionPlan = {
      mapId: A.mapId,
      target: { kind: 'points', points: [{ areaId: OTHER_POINT, minutes: 5 }] },
      mode: 'spray',
      dose: 8,
      waitUntilEmpty: true,
    };
    await addTask('mist', 'waiting', { kind: 'disinfection', pathId: '', disinfection: plan });
    await retire();
    expect(await tasks()).toEqual([{ isOn: false, offReason: null }]);
    expect(
      await test.db.select().from(disinfectionRecords).where(eq(disinfectionRecords.serialNumber, serialNumber)),
    ).toMatchObject([{ state: 'failed', reason: { type: 'robotGone' } }]);
  });
});

describe('deliveries', () => {
  it('that are not loaded go back into the queue of the old site; those on board fail, and stay on board', async () => {
    const assigned = await addDelivery('created');
    const driving = await addDelivery('goingToLoadingPoint');
    const carried = await addDelivery('delivering');
    const wished = await addDelivery('created', {
      serialNumber: '',
      wantedRobot: serialNumber,
      notBefore: new Date(Date.now() + 3_600_000),
    });
    expect(await belongings()).toMatchObject({ deliveries: { handedOn: 2, failing: 1 } });
    await move();
    for (const id of [assigned, driving]) {
      expect(await delivery(id)).toMatchObject({ status: 'created', avoidedRobot: serialNumber, siteId: A.siteId });
      expect(await lastLine(id)).toContainEqual({
        kind: 'unassigned',
        status: id === assigned ? 'created' : 'goingToLoadingPoint',
        cause: 'server',
        reason: 'robotMoved',
      });
    }
    expect(await delivery(carried)).toMatchObject({
      status: 'deliveryFailed',
      reason: 'robotMoved',
      endedFrom: 'delivering',
      returns: 'failed',
    });
    expect(await delivery(wished)).toMatchObject({ wantedRobot: '' });
  });

  it('of a robot that retires end too, also those that it reported by itself and parcels on their way back', async () => {
    const own = await addDelivery('goingToLoadingPoint', { origin: 'robot' });
    const back = await addDelivery('notPickedUp', { returns: 'returning', endedAt: AT, endedFrom: 'arrivedAtRoom' });
    await retire();
    expect(await delivery(own)).toMatchObject({ status: 'goingToLoadingFailed', reason: 'robotRetired' });
    expect(await delivery(back)).toMatchObject({ status: 'notPickedUp', returns: 'failed' });
  });
});

it('a move that is refused changes nothing', async () => {
  await addTask('tomorrow', 'planned');
  const id = await addDelivery('delivering');
  const reply = await test.as('accountAdmin', robotFleet.move.path, {
    robotToMove: serialNumber,
    toSiteId: B.siteId,
    maps: [{ registerMapId: A.mapId, robotMapName: 'x' }],
  });
  expect(reply).toMatchObject({ code: ERRORS.mapUnknown });
  expect(await tasks()).toEqual([{ isOn: true, offReason: null }]);
  expect(await delivery(id)).toMatchObject({ status: 'delivering' });
});
