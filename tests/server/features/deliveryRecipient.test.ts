/** What a recipient says on their page: that they are somewhere else, or that the parcel is not theirs. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Delivery, DeliveryStep, Parcel } from '../../../contract/entities/delivery.ts';
import { isSilent } from '../../../contract/rules/robotStatus.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { deliveries, points } from '../../../server/db/schema.ts';
import { deliveryRobot, type DeliveryRobot } from '../../fakes/deliveryRobot.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.deliveries;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });
const [KITCHEN, ROOM, OTHER_ROOM] = [A.areaId, 'room-1', 'room-2'];
const [PHONE, LOADER] = ['+12025550123', '+12025550124'];
const TO_LOADING = ['goingToLoadingPoint', 'arrivedAtLoadingPoint'] as const;
const TO_DOOR = [...TO_LOADING, 'loading', 'loadingCompleted', 'delivering', 'arrivedAtRoom'] as const;

let test: TestServer;
let robot: DeliveryRobot;
beforeAll(async () => {
  test = await startTestServer();
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  if (!point) throw new Error('no site');
  await test.db.insert(points).values([
    { ...point, areaId: ROOM, name: { enUS: 'Room 1', zhCN: '1 房' }, x: 8, y: 4 },
    { ...point, areaId: OTHER_ROOM, name: { enUS: 'Room 2', zhCN: '2 房' }, x: 4, y: 4 },
  ]);
  await test.server.deps.fleet.refresh();
  robot = await deliveryRobot(test.server, A.serialNumber);
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  await test.db.delete(deliveries);
});

const ask = async <Data>(path: string, data: unknown): Promise<Data> => {
  const reply = await test.as('member', path, data);
  expect([path, reply.code]).toEqual([path, 0]);
  return reply.data as Data;
};
const details = (deliveryId: string) =>
  ask<{ delivery: Delivery; steps: DeliveryStep[] }>(calls.details.path, { deliveryId });
const boardGroups = async () =>
  (await ask<{ rows: Delivery[] }>(calls.board.path, { siteId: A.siteId })).rows.map(({ id, group }) => [id, group]);
const asRecipient = (id: string, path: string) => test.call(path, { taskId: id, phoneNumber: PHONE });
const asLoader = (id: string, path: string) => test.call(path, { taskId: id, phoneNumber: LOADER, type: 'loading' });
const parcelOf = async (id: string) => (await asRecipient(id, calls.parcel.path)).data as Parcel;

/** A delivery whose robot has reported these statuses. */
const delivery = async (...statuses: string[]): Promise<string> => {
  // A robot that has said nothing for a few seconds, as on a busy machine, gets no delivery.
  await soon(async () => {
    await robot.state();
    expect(isSilent(test.server.deps.fleet.live(A.serialNumber, 'enUS'), Date.now() + 1_000)).toBe(false);
  });
  const wanted = { siteId: A.siteId, from: KITCHEN, to: ROOM, phoneNumber: PHONE, loaderPhoneNumber: LOADER };
  const { id } = await ask<Delivery>(calls.create.path, wanted);
  await robot.listed([id]);
  await reported(id, ...statuses);
  return id;
};
const reported = async (id: string, ...statuses: string[]): Promise<void> => {
  await robot.steps(id, ...statuses);
  await soon(async () => expect((await details(id)).delivery.status).toBe(statuses.at(-1)));
};

it('that they are somewhere else: somebody is needed until it is redirected', async () => {
  const id = await delivery(...TO_LOADING, 'loading', 'loadingCompleted', 'delivering');
  const say = () => asRecipient(id, calls.parcelElsewhere.path);
  expect(await boardGroups()).toEqual([[id, 'underWay']]);
  expect(await say()).toMatchObject({
    code: 0,
    data: { isElsewhere: true, acts: { elsewhere: 'deliveryActPending' } },
  });
  expect((await say()).code).toBe(ERRORS.deliveryActPending);
  expect(await boardGroups()).toEqual([[id, 'needsYou']]);
  // The robot goes on, and all acts stay possible.
  expect(robot.list()?.orders[0]).toMatchObject({ wish: 'carry' });
  const { acts, isElsewhere } = (await details(id)).delivery;
  expect([acts, isElsewhere]).toMatchObject([{ redirect: null, cancel: null, sendBack: null }, true]);
  await ask(calls.redirect.path, { deliveryId: id, to: OTHER_ROOM });
  expect(await boardGroups()).toEqual([[id, 'underWay']]);
  const after = await details(id);
  expect(after.delivery).toMatchObject({ isElsewhere: false, act: { type: 'elsewhere', state: 'done' } });
  expect(after.steps.filter(({ kind }) => kind === 'elsewhere' || kind === 'redirected')).toMatchObject([
    { kind: 'elsewhere', cause: 'recipient' },
    { kind: 'redirected', cause: 'operator' },
  ]);
});

it('it is not forgotten when somebody opens the compartment, and takes no opening away', async () => {
  const id = await delivery(...TO_LOADING);
  // The robot has not answered this opening.
  await asLoader(id, calls.parcelOpen.path);
  const { code, data } = await asRecipient(id, calls.parcelElsewhere.path);
  expect([code, data]).toMatchObject([0, { isElsewhere: true, opening: { state: 'sent' } }]);
  await soon(() => expect(robot.openings().at(-1)).toMatchObject({ deliveryId: id }));
  const openId = robot.openings().at(-1)?.openId;
  await robot.tell({ type: 'compartment', deliveryId: id, openId, result: 'opened' });
  await soon(async () =>
    expect((await details(id)).delivery.act).toMatchObject({ type: 'openCabinet', state: 'done' }),
  );
  expect((await parcelOf(id)).isElsewhere).toBe(true);
  await asLoader(id, calls.parcelOpen.path);
  await reported(id, 'loading', 'loadingCompleted', 'delivering');
  expect((await details(id)).delivery).toMatchObject({ isElsewhere: true, group: 'needsYou' });
  await ask(calls.redirect.path, { deliveryId: id, to: OTHER_ROOM });
  expect((await details(id)).delivery).toMatchObject({ isElsewhere: false, group: 'underWay' });
});

it('it is over once the compartment is open for them', async () => {
  const id = await delivery(...TO_LOADING, 'loading', 'loadingCompleted', 'delivering');
  await asRecipient(id, calls.parcelElsewhere.path);
  await reported(id, 'arrivedAtRoom');
  expect(await boardGroups()).toEqual([[id, 'needsYou']]);
  await reported(id, 'cabinetOpen');
  expect(await boardGroups()).toEqual([[id, 'underWay']]);
  expect((await details(id)).delivery).toMatchObject({
    isElsewhere: false,
    act: { type: 'elsewhere', state: 'done' },
  });
});

it('that it is not theirs: the robot takes it back, and the delivery needs somebody', async () => {
  const id = await delivery(...TO_DOOR);
  const notMine = () => asRecipient(id, calls.parcelNotMine.path);
  expect((await notMine()).code).toBe(ERRORS.deliveryNotOpen);
  await robot.tell({ type: 'compartment', deliveryId: id, result: 'opened', closesIn: 48_000 });
  await reported(id, 'cabinetOpen');
  const { time, closesAt, ...seen } = await parcelOf(id);
  expect(seen).toMatchObject({ status: 'cabinetOpen', acts: { notMine: null, open: null }, isLeftInside: false });
  expect((closesAt ?? 0) - time).toBeGreaterThan(0);
  expect((closesAt ?? 0) - time).toBeLessThanOrEqual(48_000);
  expect((await asLoader(id, calls.parcelNotMine.path)).code).toBe(ERRORS.notAllowed);
  expect(await notMine()).toMatchObject({ code: 0, data: { isLeftInside: true } });
  expect((await notMine()).code).toBe(ERRORS.deliveryActPending);
  // Opening it again would replace what the robot has still to hear.
  expect((await asRecipient(id, calls.parcelOpen.path)).code).toBe(ERRORS.deliveryActPending);
  expect((await test.as('member', calls.openCabinet.path, { deliveryId: id })).code).toBe(ERRORS.deliveryActPending);
  await soon(() => expect(robot.list()?.orders[0]).toMatchObject({ wish: 'sendBack', isLeftInside: true }));
  await reported(id, 'notPickedUp');
  expect(await parcelOf(id)).toMatchObject({ isOver: true, reason: 'notMine' });
  const { delivery: after, steps } = await details(id);
  expect(after).toMatchObject({ group: 'needsYou', reason: 'notMine', returns: 'returning', act: { state: 'done' } });
  expect(steps.filter(({ kind }) => kind === 'notMine')).toMatchObject([{ cause: 'recipient', status: 'cabinetOpen' }]);
  expect(steps.at(-1)).toMatchObject({ status: 'notPickedUp', cause: 'recipient', reason: 'notMine' });
});

it('it counts also if the robot hears it too late and reports the parcel as handed over', async () => {
  const id = await delivery(...TO_DOOR, 'cabinetOpen');
  await asRecipient(id, calls.parcelNotMine.path);
  await robot.steps(id, 'completed');
  await soon(async () => expect((await details(id)).delivery.status).toBe('notPickedUp'));
  const { delivery: after, steps } = await details(id);
  expect(after).toMatchObject({ group: 'needsYou', reason: 'notMine', returns: 'returning', act: { state: 'done' } });
  expect(steps.at(-1)).toMatchObject({ status: 'notPickedUp', cause: 'recipient', reason: 'notMine' });
  await soon(() => expect(robot.list()?.orders[0]).toMatchObject({ deliveryId: id, wish: 'return' }));
});

it('it does not hide that the compartment jammed', async () => {
  const id = await delivery(...TO_DOOR, 'cabinetOpen');
  await asRecipient(id, calls.parcelNotMine.path);
  await robot.tell({ type: 'delivery', deliveryId: id, status: 'notPickedUp', reason: 'jammed' });
  await soon(async () => expect((await details(id)).delivery.status).toBe('notPickedUp'));
  expect((await details(id)).delivery).toMatchObject({ reason: 'jammed', isJammed: true, group: 'needsYou' });
});

it('it is refused if the robot is offline and would not hear it in time', async () => {
  const id = await delivery(...TO_DOOR, 'cabinetOpen');
  await robot.leave();
  await soon(async () => expect((await parcelOf(id)).acts).toMatchObject({ notMine: 'robotOffline' }));
  expect((await asRecipient(id, calls.parcelNotMine.path)).code).toBe(ERRORS.robotOffline);
  robot = await deliveryRobot(test.server, A.serialNumber);
});
