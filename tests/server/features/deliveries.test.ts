/** Deliveries from the order to the hand-over: the queue, what robots report, what operators and recipients do. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type {
  Delivery,
  DeliveryExport,
  DeliveryPromise,
  DeliveryStep,
  Parcel,
} from '../../../contract/entities/delivery.ts';
import { DELIVERY_EXPIRES_MS, PICKUP_WAIT_MS, REPLACE_SILENT_MS } from '../../../contract/rules/deliveryLimits.ts';
import { codeHash } from '../../../contract/wire/codeHash.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { jobById } from '../../../server/db/repositories/jobAdmin.ts';
import { addExport, pendingExports } from '../../../server/db/repositories/deliveryLists.ts';
import {
  audit,
  deliveries,
  jobs,
  outbox,
  points,
  relations,
  robotMapNames,
  robots,
} from '../../../server/db/schema.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { enqueueJob } from '../../../server/jobs/enqueue.ts';
import { deliveryExportJob } from '../../../server/jobs/kinds/deliveryExport.ts';
import { deliveryRobot, type DeliveryRobot } from '../../fakes/deliveryRobot.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.deliveries;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const [KITCHEN, ROOM, OTHER_ROOM] = [A.areaId, 'room-1', 'room-2'];
const [PHONE, LOADER] = ['+12025550123', '+12025550155'];
const SPARE = 'A-3';

let test: TestServer;
let robot: DeliveryRobot;
beforeAll(async () => {
  test = await startTestServer();
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  if (!point) throw new Error('no point');
  await test.db.insert(points).values([
    { ...point, areaId: ROOM, name: { enUS: 'Room 1', zhCN: '1 房' }, x: 8, y: 4 },
    { ...point, areaId: OTHER_ROOM, name: { enUS: 'Room 2', zhCN: '2 房' }, x: 9, y: 5 },
  ]);
  const [porter] = await test.db.select().from(robots).where(eq(robots.serialNumber, A.serialNumber));
  if (!porter) throw new Error('no robot');
  await test.db
    .insert(robots)
    .values({ ...porter, serialNumber: SPARE, name: 'Spare', passwordHash: hashOf('spare'), firstHeardAt: null });
  await test.db.insert(robotMapNames).values({ serialNumber: SPARE, robotMapName: 'ground', mapId: A.mapId });
  await test.db.insert(relations).values({
    id: 'spare',
    userId: 'member',
    serialNumber: SPARE,
    isAuth: true,
    isRobotAdmin: false,
    isSuperAdmin: false,
  });
  await test.server.deps.fleet.refresh();
  robot = await deliveryRobot(test.server, A.serialNumber);
  // It has said once what it can carry, and is off.
  await (await deliveryRobot(test.server, SPARE, 'spare')).leave();
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  await test.db.delete(deliveries);
  await test.db.delete(outbox);
  await test.forgetTries();
  await robot.state();
});

const ask = async <Data>(person: Person, path: string, data: unknown): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect([path, errorNameOf(reply.code) ?? reply.code, reply.code === 0 ? '' : reply.message]).toEqual([path, 0, '']);
  return reply.data as Data;
};
const refused = async (path: string, data: unknown, person: Person = 'member') =>
  errorNameOf((await test.as(person, path, data)).code);
const wanted = { siteId: A.siteId, from: KITCHEN, to: ROOM };
const create = (more: object = {}) => ask<Delivery>('member', calls.create.path, { ...wanted, ...more });
const details = async (deliveryId: string) =>
  ask<{ delivery: Delivery; steps: DeliveryStep[] }>('member', calls.details.path, { deliveryId });
const isAt = (id: string, status: string) =>
  soon(async () => expect((await details(id)).delivery).toMatchObject({ status }));
const parcelOf = (taskId: string, more: object = {}) =>
  test.call(calls.parcel.path, { taskId, phoneNumber: PHONE, ...more });
/** A delivery that the robot has driven to this status. */
const brought = async (...statuses: string[]) => {
  const { id } = await create({ phoneNumber: PHONE, loaderPhoneNumber: LOADER });
  await robot.listed([id]);
  await robot.steps(id, ...statuses);
  if (statuses.length > 0) await isAt(id, statuses.at(-1) ?? '');
  return id;
};
const TO_DOOR = [
  'goingToLoadingPoint',
  'arrivedAtLoadingPoint',
  'loading',
  'loadingCompleted',
  'delivering',
  'arrivedAtRoom',
];

describe('a delivery', () => {
  it('goes to the robot at once, is carried out by its reports, and tells loader and recipient', async () => {
    const promised = await ask<{ promise: DeliveryPromise }>('member', calls.preview.path, {
      ...wanted,
      phoneNumber: PHONE,
    });
    expect(promised.promise).toMatchObject({ serialNumber: A.serialNumber, isFree: true, compartment: 1, reason: '' });
    const made = await create({ phoneNumber: PHONE, loaderPhoneNumber: LOADER, note: 'Two spoons' });
    expect(made).toMatchObject({
      status: 'created',
      from: { name: 'Lobby' },
      to: { name: 'Room 1' },
      createdBy: 'member by name',
    });
    const { orders, key } = await robot.listed([made.id]);
    expect(orders[0]).toMatchObject({ compartment: 1, wish: 'carry', from: { mapId: 'ground', x: 5 } });
    await robot.steps(made.id, ...TO_DOOR);
    // A message that is sent only after the delivery is over is left out.
    await soon(async () => expect(await test.rowsIn(outbox)).toBe(3));
    await robot.steps(made.id, 'cabinetOpen', 'completed');
    await isAt(made.id, 'completed');
    const { delivery, steps } = await details(made.id);
    expect(delivery).toMatchObject({ station: 5, group: null, pickupCode: 'used', loadingCode: 'used' });
    expect(delivery.tookMs).toBeGreaterThanOrEqual(0);
    // Why this robot is told before ordering, and still known after the end.
    const choice = { serialNumber: A.serialNumber, reason: 'onlyOne', compartments: 2, carries: 0, more: 0 };
    const others = [{ serialNumber: SPARE, robotName: 'Spare', reason: 'offline' }];
    expect(promised.promise.choice).toMatchObject({ ...choice, others });
    expect(steps.find(({ kind }) => kind === 'assigned')).toMatchObject({
      subject: made.robotName || expect.any(String),
      choice: { ...choice, others },
    });
    expect(steps.flatMap(({ kind, status }) => (kind === 'status' ? [status] : []))).toEqual([
      'created',
      ...TO_DOOR,
      'cabinetOpen',
      'completed',
    ]);
    await robot.listed([]);
    await soon(async () => {
      const sent = await test.db.select().from(outbox);
      expect(sent.map(({ target }) => target).sort()).toEqual([PHONE, PHONE, LOADER].sort());
      for (const { body } of sent) expect(body).toContain(`task=${made.id}`);
    });
    // The robot knows the code as a hash under its own key, and nothing else is stored in clear.
    const [row] = await test.db.select().from(deliveries);
    expect(row?.pickupCode).toBe('');
    expect(orders[0]?.pickupHash).toMatch(/^[0-9a-f]{64}$/u);
    expect(key).not.toBe('');
  });

  it('is refused for points of elsewhere, one place twice, an impossible number, and a robot that cannot carry it', async () => {
    const cases: [object, keyof typeof ERRORS][] = [
      [{ to: B.areaId }, 'pointUnknown'],
      [{ to: 'nowhere' }, 'pointUnknown'],
      [{ to: KITCHEN }, 'deliverySamePlace'],
      [{ phoneNumber: '123' }, 'deliveryPhoneWrong'],
      [{ serialNumber: A.serialNumber, to: A2.areaId }, 'deliveryRobotUnfit'],
      [{ notBefore: Date.now() + 3 * DELIVERY_EXPIRES_MS }, 'fieldInvalid'],
    ];
    for (const [more, error] of cases)
      expect([more, await refused(calls.create.path, { ...wanted, ...more })]).toEqual([more, error]);
    expect(await test.rowsIn(deliveries)).toBe(0);
  });

  it('takes compartments that fit; what finds none waits, visibly, and is next when one is free', async () => {
    const large = await create({ size: 'large' });
    const small = await create();
    const { orders } = await robot.listed([large.id, small.id]);
    expect(orders.map(({ deliveryId, compartment }) => [deliveryId, compartment])).toEqual([
      [large.id, 2],
      [small.id, 1],
    ]);
    const third = await create();
    expect((await details(third.id)).delivery).toMatchObject({
      group: 'waiting',
      queue: { position: 1, robotName: 'Porter', reason: 'allBusy' },
    });
    await robot.steps(small.id, ...TO_DOOR, 'cabinetOpen', 'completed');
    await ask('member', calls.cancel.path, { deliveryId: large.id });
    await robot.listed([third.id]);
  });

  it('not before its time, and for nobody but the robot that was asked for', async () => {
    const later = await create({ notBefore: Date.now() + 3_600_000 });
    const named = await create({ serialNumber: SPARE });
    expect((await details(later.id)).delivery.queue).toMatchObject({ reason: 'notBefore' });
    expect((await details(named.id)).delivery.queue).toMatchObject({ reason: 'offline' });
    for (const { id } of [later, named]) expect(JSON.stringify(robot.list())).not.toContain(id);
  });
});

describe('acts', () => {
  it('cancel: at once while nothing is on board; afterwards when the robot confirms it, and the parcel comes back', async () => {
    const early = await brought('goingToLoadingPoint');
    expect(await ask('member', calls.cancel.path, { deliveryId: early })).toMatchObject({ status: 'cancelled' });
    await robot.listed([]);
    const id = await brought(...TO_DOOR);
    expect(await ask('member', calls.cancel.path, { deliveryId: id })).toMatchObject({
      status: 'arrivedAtRoom',
      act: { type: 'cancel', state: 'sent' },
    });
    await soon(() => expect(robot.list()?.orders[0]?.wish).toBe('cancel'));
    expect(await refused(calls.sendBack.path, { deliveryId: id })).toBe('deliveryActPending');
    await robot.steps(id, 'cancelled');
    await isAt(id, 'cancelled');
    expect((await details(id)).delivery).toMatchObject({ returns: 'returning', act: { state: 'done' } });
    await robot.tell({ type: 'deliveryReturn', deliveryId: id, state: 'returned' });
    await robot.listed([]);
  });

  it('a cancel in the instant of the hand-over: the robot’s report counts', async () => {
    const id = await brought(...TO_DOOR);
    await ask('member', calls.cancel.path, { deliveryId: id });
    await robot.steps(id, 'cabinetOpen', 'completed');
    await isAt(id, 'completed');
    expect((await details(id)).delivery.act).toMatchObject({ type: 'cancel', state: 'failed' });
    expect(await refused(calls.cancel.path, { deliveryId: id })).toBe('deliveryOver');
  });

  it('opens where the robot stands, and says what became of it', async () => {
    const id = await brought('goingToLoadingPoint');
    expect(await refused(calls.openCabinet.path, { deliveryId: id })).toBe('deliveryNotHere');
    await robot.steps(id, 'arrivedAtLoadingPoint');
    await isAt(id, 'arrivedAtLoadingPoint');
    await ask('member', calls.openCabinet.path, { deliveryId: id });
    await soon(() => expect(robot.openings()).toHaveLength(1));
    const [order] = robot.openings();
    await robot.tell({ type: 'compartment', deliveryId: id, openId: order?.openId, result: 'jammed' });
    await soon(async () =>
      expect((await details(id)).delivery.act).toMatchObject({
        type: 'openCabinet',
        state: 'failed',
        reason: 'jammed',
      }),
    );
  });

  it('redirects, extends once, resends within limits; a code is shown on asking, which is recorded', async () => {
    const id = await brought(...TO_DOOR);
    expect(await ask('member', calls.moreTime.path, { deliveryId: id })).toMatchObject({ hasMoreTime: true });
    expect(await refused(calls.moreTime.path, { deliveryId: id })).toBe('deliveryMoreTimeUsed');
    for (let i = 0; i < 3; i++) await ask('member', calls.resendCode.path, { deliveryId: id });
    expect(await refused(calls.resendCode.path, { deliveryId: id })).toBe('deliveryCodeSentLately');
    const { code } = await ask<{ code: string }>('member', calls.revealCode.path, { deliveryId: id, type: 'pickup' });
    const list = robot.list();
    expect(list?.orders[0]?.pickupHash).toBe(codeHash(list?.key ?? '', id, 'pickup', code));
    expect(await refused(calls.revealCode.path, { deliveryId: id, type: 'pickup' }, 'viewer')).toBe('notAllowed');
    const acts = (await test.db.select().from(audit).where(eq(audit.subject, id))).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['delivery.create', 'delivery.moreTime', 'delivery.revealCode']));
    expect(JSON.stringify(await test.db.select().from(audit))).not.toContain(code);
    expect(await refused(calls.redirect.path, { deliveryId: id, to: KITCHEN })).toBe('deliverySamePlace');
    expect(await ask('member', calls.redirect.path, { deliveryId: id, to: OTHER_ROOM })).toMatchObject({
      status: 'delivering',
      to: { name: 'Room 2' },
    });
    await soon(() => expect(robot.list()?.orders[0]?.to.pointId).toBe(OTHER_ROOM));
  });

  it('shows numbers in full to administrators only', async () => {
    const id = await brought();
    const seen = async (person: Person) =>
      (await ask<{ delivery: Delivery }>(person, calls.details.path, { deliveryId: id })).delivery;
    expect((await seen('superAdmin')).recipientPhone).toBe(PHONE);
    expect((await seen('member')).recipientPhone).not.toBe(PHONE);
    expect((await seen('viewer')).acts.cancel).toBe('notAllowed');
  });
});

describe('the recipient', () => {
  it('sees the way and the code, opens, asks for more time once, and sends it back', async () => {
    const id = await brought(...TO_DOOR);
    const { data } = await parcelOf(id);
    expect(data).toMatchObject({
      status: 'arrivedAtRoom',
      destination: 'Room 1',
      acts: { open: null, moreTime: null },
    });
    expect((data as Parcel).code).toMatch(/^\d{6}$/u);
    const as = (path: string, more: object = {}) => test.call(path, { taskId: id, phoneNumber: PHONE, ...more });
    expect(await as(calls.parcelOpen.path)).toMatchObject({ code: 0, data: { opening: { state: 'sent' } } });
    expect(await as(calls.parcelMoreTime.path)).toMatchObject({ code: 0 });
    expect((await as(calls.parcelMoreTime.path)).code).toBe(ERRORS.deliveryMoreTimeUsed);
    expect(await as(calls.parcelSendBack.path)).toMatchObject({ code: 0, data: { status: 'arrivedAtRoom' } });
    await soon(() => expect(robot.list()?.orders[0]?.wish).toBe('sendBack'));
    await robot.steps(id, 'notPickedUp');
    await soon(async () => expect((await parcelOf(id)).data).toMatchObject({ isOver: true, code: '', robot: null }));
    expect(
      (await details(id)).steps.find(({ status, kind }) => kind === 'status' && status === 'notPickedUp'),
    ).toMatchObject({
      cause: 'recipient',
    });
  });

  it('is one of two people with a code each: the loader has no right at the door, nobody else has any', async () => {
    const id = await brought(...TO_DOOR);
    const loader = { taskId: id, phoneNumber: LOADER, type: 'loading' };
    expect(await test.call(calls.parcel.path, loader)).toMatchObject({
      code: 0,
      data: { acts: { open: 'deliveryNotHere', sendBack: 'notAllowed' } },
    });
    expect((await test.call(calls.parcelOpen.path, loader)).code).toBe(ERRORS.deliveryNotHere);
    expect((await test.call(calls.parcelSendBack.path, loader)).code).toBe(ERRORS.notAllowed);
    for (const more of [{ phoneNumber: LOADER }, { type: 'loading' }, { taskId: 'x' }])
      expect((await parcelOf(id, more)).code).toBe(ERRORS.deliveryUnknown);
  });
});

describe('bad days', () => {
  afterEach(async () => {
    await robot.state();
  });

  it('five wrong codes lock the keypad, and the delivery needs somebody', async () => {
    const id = await brought('goingToLoadingPoint', 'arrivedAtLoadingPoint');
    for (let tries = 1; tries <= 5; tries++)
      await robot.tell({ type: 'wrongCode', deliveryId: id, tries, isLocked: tries === 5 });
    await soon(async () => expect((await details(id)).delivery.group).toBe('needsYou'));
    const { delivery, steps } = await details(id);
    expect(delivery.keypadLockedUntil).toBeGreaterThan(Date.now());
    expect(steps.filter(({ kind }) => kind === 'wrongCode')).toHaveLength(4);
    expect(steps.at(-1)).toMatchObject({ kind: 'keypadLocked', value: 5 });
  });

  it('reports that the rules do not know change nothing, nor does another robot', async () => {
    const id = await brought('goingToLoadingPoint', 'arrivedAtLoadingPoint');
    const spare = await deliveryRobot(test.server, SPARE, 'spare');
    await spare.steps(id, 'completed');
    await robot.steps(id, 'goingToLoadingPoint', 'created', 'loading');
    await isAt(id, 'loading');
    await spare.leave();
    expect((await details(id)).steps.filter(({ kind }) => kind === 'status').map(({ status }) => status)).toEqual([
      'created',
      'goingToLoadingPoint',
      'arrivedAtLoadingPoint',
      'loading',
    ]);
    expect(await test.rowsIn(deliveries)).toBe(1);
  });

  it('a robot that dies before it carries anything is replaced; one that nobody opens at the door goes back', async () => {
    const id = await brought('goingToLoadingPoint');
    test.later(REPLACE_SILENT_MS + 61_000);
    const spare = await deliveryRobot(test.server, SPARE, 'spare');
    await spare.listed([id]);
    const [line] = (await details(id)).steps.filter(({ kind }) => kind === 'unassigned');
    expect(line).toMatchObject({ cause: 'time', reason: 'robotSilent', subject: 'Porter' });
    await robot.state();
    await robot.steps(id, 'arrivedAtLoadingPoint');
    await spare.steps(id, ...TO_DOOR);
    await isAt(id, 'arrivedAtRoom');
    test.later(PICKUP_WAIT_MS + 61_000);
    await soon(async () => {
      await spare.state();
      expect((await details(id)).delivery).toMatchObject({
        status: 'notPickedUp',
        reason: 'noOneCame',
        returns: 'returning',
      });
    });
    await spare.leave();
  });
});

describe('records', () => {
  it('are filtered and exported by a job: a sheet without codes, with masked numbers', async () => {
    const id = await brought(...TO_DOOR, 'cabinetOpen', 'completed');
    const open = await create();
    const list = (more: object) =>
      ask<{ total: number; rows: Delivery[] }>('member', calls.list.path, { siteId: A.siteId, ...more });
    expect((await list({})).rows.map((row) => row.id)).toEqual([open.id, id]);
    expect((await list({ statuses: ['completed'] })).rows.map((row) => row.id)).toEqual([id]);
    // A whole phone number finds, a part of it does not: it could be guessed digit by digit.
    expect((await list({ text: '0123' })).rows).toEqual([]);
    expect((await list({ text: '+1 (202) 555-0123' })).rows.map((row) => row.id)).toEqual([id]);
    const [loadingName, destinationName] = [{ enUS: 'Kitchen' }, { zhCN: '阅览室' }];
    await test.db.update(deliveries).set({ loadingName, destinationName }).where(eq(deliveries.id, id));
    for (const text of ['kitch', '阅览']) expect((await list({ text })).rows.map((row) => row.id)).toEqual([id]);
    for (const text of ['enUS', 'zhCN']) expect((await list({ text })).rows).toEqual([]);
    expect(await ask('member', calls.record.path, { serialNumber: A.serialNumber })).toMatchObject({ total: 2 });
    const { exportId } = await ask<DeliveryExport>('member', calls.export.path, {
      siteId: A.siteId,
      language: 'enUS',
      timeZone: 'Asia/Shanghai',
    });
    const done = await soon(async () => {
      const state = await ask<DeliveryExport>('member', calls.exportState.path, { exportId });
      expect(state).toMatchObject({ state: 'done', rows: 2 });
      return state;
    });
    expect(done.fileId).toMatch(/^[0-9a-f]{32}$/u);
    expect(await refused(calls.exportState.path, { exportId }, 'superAdmin')).toBe('notFound');
    // One that has ended stays as it is.
    expect(await ask('member', calls.cancelExport.path, { exportId })).toBeNull();
    expect(await ask('member', calls.exportState.path, { exportId })).toMatchObject({ state: 'done' });
  });

  const pendingExport = async (id: string): Promise<string> => {
    const { db } = test;
    await addExport(db, {
      id,
      userId: 'member',
      filter: { serialNumbers: [], siteIds: [], statuses: [], origins: [], startTime: 0, endTime: 0, text: '' },
      language: 'enUS',
      timeZone: 'UTC',
      state: 'waiting',
      createdAt: new Date(),
    });
    const [kind, dueAt] = ['deliveryExport', Date.now() + 3_600_000] as const;
    return db.transaction((transaction) =>
      enqueueJob(transaction, Date.now, { kind, key: `deliveryExport ${id}`, payload: { exportId: id }, dueAt }),
    );
  };

  it('are no longer exported after the account cancels it, which then does not count as in progress', async () => {
    const job = await pendingExport('waiting');
    expect(await refused(calls.cancelExport.path, { exportId: 'waiting' }, 'superAdmin')).toBe('notFound');
    expect(await pendingExports(test.db, 'member')).toBe(1);
    expect(await ask('member', calls.cancelExport.path, { exportId: 'waiting' })).toBeNull();
    expect(await pendingExports(test.db, 'member')).toBe(0);
    expect((await jobById(test.db, job))?.state).toBe('cancelled');
  });

  it('are exported only while few exports of the account are in progress, of whatever kind', async () => {
    const [kind, dueAt] = ['trackExport', Date.now() + 3_600_000] as const;
    const tracks = await test.db.transaction((transaction) =>
      enqueueJob(transaction, Date.now, { kind, key: 'tracks', payload: { userId: 'member' }, dueAt }),
    );
    for (const id of ['one', 'two']) await pendingExport(id);
    const wanted = { siteId: A.siteId, language: 'enUS', timeZone: 'UTC' };
    expect(await refused(calls.export.path, wanted, 'member')).toBe('deliveryExportsPending');
    await test.db.delete(jobs).where(eq(jobs.id, tracks));
    const { exportId } = await ask<DeliveryExport>('member', calls.export.path, wanted);
    for (const id of ['one', 'two', exportId]) await ask('member', calls.cancelExport.path, { exportId: id });
  });

  it('have failed for the account when the job ended without them, and wait again when it is repeated', async () => {
    const job = await pendingExport('abandoned');
    const setJob = (state: 'failed' | 'waiting') => test.db.update(jobs).set({ state }).where(eq(jobs.id, job));
    const shown = () => ask<DeliveryExport>('member', calls.exportState.path, { exportId: 'abandoned' });
    await setJob('failed');
    expect(await shown()).toMatchObject({ state: 'failed' });
    expect(await pendingExports(test.db, 'member')).toBe(0);
    await setJob('waiting');
    expect(await shown()).toMatchObject({ state: 'waiting' });
    expect(await pendingExports(test.db, 'member')).toBe(1);
    await ask('member', calls.cancelExport.path, { exportId: 'abandoned' });
  });

  it('do not count as being exported when the job was cancelled while it began', async () => {
    const job = await pendingExport('running');
    const { deps } = test.server;
    const files = { db: deps.db, now: deps.now, log: deps.log, store: createFolderStore(test.folder) };
    const run = deliveryExportJob({ ...deps, files }).run({
      key: 'deliveryExport running',
      payload: { exportId: 'running' },
      attempt: 1,
      signal: AbortSignal.abort(new Error('cancelled')),
      progress: () => {},
      log: () => {},
    });
    await expect(run).rejects.toThrow('cancelled');
    expect(await pendingExports(test.db, 'member')).toBe(0);
    await test.db.delete(jobs).where(eq(jobs.id, job));
  });
});
