/**
 * What deliveries must not allow: other people's robots, floods of messages and reports, codes in stored replies; and what
 * comes from elsewhere: orders of apps, pictures at the door.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { MadeApp } from '../../../contract/entities/integratorApp.ts';
import type { Delivery, DeliveryPromise, DeliveryStep, Parcel } from '../../../contract/entities/delivery.ts';
import { FILE_RULES } from '../../../contract/rules/files.ts';
import {
  DELIVERY_MESSAGES_PER_ACCOUNT,
  DELIVERY_MESSAGES_PER_NUMBER,
  DELIVERY_STEPS_MAX,
  PHONE_SHOWN_DAYS,
  PHONES_REVEALED_MAX,
  REPORTED_PER_DAY_MAX,
} from '../../../contract/rules/deliveryLimits.ts';
import { maskAccount } from '../../../contract/rules/maskAccount.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { addFile, markReady } from '../../../server/db/repositories/files.ts';
import {
  audit,
  deliveries,
  deliverySteps,
  outbox,
  points,
  relations,
  requests,
  robotMapNames,
  robots,
  signInTries,
} from '../../../server/db/schema.ts';
import { createDelivery } from '../../../server/features/deliveryCreation.ts';
import { createDeliverySecrets } from '../../../server/features/deliverySecrets.ts';
import { NotSent } from '../../../server/gateway/gateway.ts';
import { deliveryMessageJob } from '../../../server/jobs/kinds/deliveryMessage.ts';
import { createIgnoredReports } from '../../../server/features/ignoredReports.ts';
import { deliveryRobot, type DeliveryRobot } from '../../fakes/deliveryRobot.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.deliveries;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const [KITCHEN, ROOM] = [A.areaId, 'room-1'];
const [PHONE, LOADER] = ['+12025550123', '+12025550155'];
/** A robot of the site that only the superAdmin may operate. */
const THEIRS = 'A-9';
const TO_DOOR = [
  'goingToLoadingPoint',
  'arrivedAtLoadingPoint',
  'loading',
  'loadingCompleted',
  'delivering',
  'arrivedAtRoom',
];

let test: TestServer;
let robot: DeliveryRobot;
let theirs: DeliveryRobot;
beforeAll(async () => {
  test = await startTestServer();
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  const [porter] = await test.db.select().from(robots).where(eq(robots.serialNumber, A.serialNumber));
  if (!point || !porter) throw new Error('no site');
  await test.db.insert(points).values({ ...point, areaId: ROOM, name: { enUS: 'Room 1', zhCN: '1 房' }, x: 8, y: 4 });
  await test.db
    .insert(robots)
    .values({ ...porter, serialNumber: THEIRS, name: 'Theirs', passwordHash: hashOf('theirs'), firstHeardAt: null });
  await test.db.insert(robotMapNames).values({ serialNumber: THEIRS, robotMapName: 'ground', mapId: A.mapId });
  await test.db.insert(relations).values({
    id: 'theirs',
    userId: 'superAdmin',
    serialNumber: THEIRS,
    isAuth: true,
    isRobotAdmin: false,
    isSuperAdmin: true,
  });
  await test.server.deps.fleet.refresh();
  await test.server.deps.rights.refresh();
  robot = await deliveryRobot(test.server, A.serialNumber);
  theirs = await deliveryRobot(test.server, THEIRS, 'theirs');
});
afterAll(async () => {
  await robot.leave();
  await theirs.leave();
  await test.close();
});
beforeEach(async () => {
  await test.db.delete(deliveries);
  await test.db.delete(outbox);
  await test.forgetTries();
  await robot.state();
  await theirs.state();
});

const ask = async <Data>(person: Person, path: string, data: unknown): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect([path, errorNameOf(reply.code) ?? reply.code]).toEqual([path, 0]);
  return reply.data as Data;
};
const refused = async (path: string, data: unknown, person: Person = 'member') =>
  errorNameOf((await test.as(person, path, data)).code);
const wanted = { siteId: A.siteId, from: KITCHEN, to: ROOM };
const create = (more: object = {}, person: Person = 'member') =>
  ask<Delivery>(person, calls.create.path, { ...wanted, ...more });
const details = (deliveryId: string, person: Person = 'superAdmin') =>
  ask<{ delivery: Delivery; steps: DeliveryStep[] }>(person, calls.details.path, { deliveryId });
const isAt = (id: string, status: string) =>
  soon(async () => expect((await details(id)).delivery).toMatchObject({ status }));
const preview = async (more: object = {}, person: Person = 'member') =>
  (await ask<{ promise: DeliveryPromise }>(person, calls.preview.path, { ...wanted, ...more })).promise;

it('a phone number is shown in full on asking, recorded without the number, and only so often', async () => {
  const { id } = await create({ phoneNumber: PHONE });
  const reveal = { deliveryId: id, person: 'recipient' };
  expect(await ask('member', calls.revealPhone.path, reveal)).toEqual({ phoneNumber: PHONE, person: 'recipient' });
  expect(await refused(calls.revealPhone.path, { ...reveal, person: 'loader' })).toBe('deliveryNoPhone');
  expect(await refused(calls.revealPhone.path, reveal, 'viewer')).toBe('notAllowed');
  const old = await create({ phoneNumber: PHONE });
  const endedAt = new Date(test.server.deps.now() - (PHONE_SHOWN_DAYS + 1) * 86_400_000);
  await test.db.update(deliveries).set({ status: 'cancelled', endedAt }).where(eq(deliveries.id, old.id));
  const isOld = { deliveryId: old.id, person: 'recipient' };
  expect(await refused(calls.revealPhone.path, isOld)).toBe('deliveryPhoneOver');
  expect((await details(old.id, 'member')).delivery.acts.revealPhone).toBe('deliveryPhoneOver');
  const lines = (await details(id)).steps.filter(({ kind }) => kind === 'phoneRevealed');
  expect(lines).toMatchObject([{ cause: 'operator', subject: maskAccount(PHONE) }]);
  const acts = await test.db.select().from(audit).where(eq(audit.act, 'delivery.revealPhone'));
  expect(acts).toMatchObject([{ subject: id, after: { person: 'recipient' } }]);
  expect(JSON.stringify([acts, await test.db.select().from(requests)])).not.toContain(PHONE);
  for (let i = 3; i < PHONES_REVEALED_MAX; i++) await ask('member', calls.revealPhone.path, reveal);
  expect(await refused(calls.revealPhone.path, reveal)).toBe('tooManyRequests');
  expect(await ask('superAdmin', calls.revealPhone.path, reveal)).toMatchObject({ phoneNumber: PHONE });
});

describe('a robot', () => {
  const busy = () => robot.state({ paused: true });
  /** The queue is looked at every few seconds, and only robots that report are given anything. */
  const given = (to: DeliveryRobot, id: string) =>
    soon(async () => {
      await to.state();
      expect(to.list()?.orders.map(({ deliveryId }) => deliveryId)).toEqual([id]);
    });

  it('is only given deliveries of people who may operate it', async () => {
    await busy();
    expect(await preview()).toMatchObject({ serialNumber: A.serialNumber, isFree: false });
    const mine = await create();
    expect((await details(mine.id)).delivery).toMatchObject({ serialNumber: '', queue: { robotName: 'Porter' } });
    const own = await create({}, 'superAdmin');
    await theirs.listed([own.id]);
    // The robots were looked at in the order of the queue: the first delivery has been passed over.
    expect((await details(mine.id)).delivery).toMatchObject({ serialNumber: '', group: 'waiting' });
    await given(robot, mine.id);
  });

  it('says why a delivery waits, and is not given one whose orderer has lost the right meanwhile', async () => {
    await busy();
    await theirs.state({ paused: true });
    const asked = await create({ serialNumber: THEIRS }, 'superAdmin');
    const right = eq(relations.id, 'theirs');
    await test.db.update(relations).set({ isAuth: false }).where(right);
    await test.server.deps.rights.refresh();
    await soon(async () => {
      await theirs.state();
      expect((await details(asked.id)).delivery.queue).toMatchObject({ reason: 'noRight', robotName: '' });
    });
    expect(JSON.stringify(theirs.list())).not.toContain(asked.id);
    await test.db.update(relations).set({ isAuth: true }).where(right);
    await test.server.deps.rights.refresh();
    await given(theirs, asked.id);
  });

  it('takes the orders of the demo’s guests, which are the site’s own', async () => {
    await busy();
    const { db, now } = { db: test.db, now: test.server.deps.now };
    const { id } = await createDelivery(
      db,
      { now, secrets: await createDeliverySecrets(db) },
      {
        siteId: A.siteId,
        from: { areaId: KITCHEN, name: 'Kitchen' },
        to: { areaId: ROOM, name: 'Room 1' },
        origin: 'demo',
        phoneNumber: '',
        loaderPhone: '',
        recipientName: '',
        note: '',
        size: 'small',
        notBefore: 0,
        wantedRobot: '',
        createdBy: '',
        createdByName: '',
      },
    );
    await theirs.listed([id]);
  });
});

describe('text messages', () => {
  const spend = (key: string, points: number) =>
    test.db.insert(signInTries).values({ key, points, expire: new Date(Date.now() + 3_600_000) });
  const messagesOf = async (id: string) =>
    (await details(id)).steps.flatMap(({ kind, reason }) => (kind.startsWith('message') ? [[kind, reason]] : []));
  const delivered = async () => {
    const { id } = await create({ phoneNumber: PHONE, loaderPhoneNumber: LOADER });
    await robot.listed([id]);
    await robot.steps(id, ...TO_DOOR);
    await isAt(id, 'arrivedAtRoom');
    return id;
  };

  it('to one number are limited: the delivery is made, says so before and afterwards, and no code is sent again', async () => {
    await spend(`deliveryTo:${PHONE}`, DELIVERY_MESSAGES_PER_NUMBER - 1);
    expect(await preview({ phoneNumber: PHONE })).toMatchObject({ tellsRecipient: true, messageLimit: '' });
    const id = await delivered();
    await soon(async () =>
      expect((await messagesOf(id)).toSorted()).toEqual([
        ['messageLimited', 'numberLimit'],
        ['messageSent', ''],
        ['messageSent', ''],
      ]),
    );
    expect((await test.db.select().from(outbox)).map(({ target }) => target).toSorted()).toEqual(
      [PHONE, LOADER].toSorted(),
    );
    expect(await preview({ phoneNumber: PHONE })).toMatchObject({ tellsRecipient: false, messageLimit: 'numberLimit' });
    expect(await refused(calls.resendCode.path, { deliveryId: id })).toBe('deliveryMessagesToNumber');
    // Other numbers are not affected, and the operator can read the code out.
    expect(await preview({ phoneNumber: LOADER })).toMatchObject({ tellsRecipient: true, messageLimit: '' });
    await ask('member', calls.revealCode.path, { deliveryId: id, type: 'pickup' });
  });

  it('that cannot be sent, for example to a wrong number, are in the history; a repeated attempt counts once', async () => {
    const { id } = await create({ phoneNumber: PHONE });
    const taken: string[] = [];
    const { run, onFailed } = deliveryMessageJob({
      ...test.server.deps,
      gateway: { send: () => Promise.reject(new NotSent('the number does not exist')) },
      publicUrl: () => 'https://example.test',
      limits: {
        take: async ({ phoneNumber }) => {
          taken.push(phoneNumber);
          return '';
        },
        look: async () => ({ limit: '', waitMs: 0 }),
      },
    });
    const job = {
      key: 'k',
      payload: { deliveryId: id, message: 'deliveryComes' },
      signal: AbortSignal.timeout(10_000),
    };
    for (const attempt of [1, 2, 3, 4])
      await expect(run({ ...job, attempt, progress: () => undefined, log: () => undefined })).rejects.toThrow(NotSent);
    expect((await details(id)).steps.filter(({ kind }) => kind === 'messageFailed')).toEqual([]);
    // After the last attempt, and just as well after servers that were killed.
    await onFailed?.(test.db, { ...job, reason: { code: 'stopped', text: '' }, at: new Date() });
    expect(taken).toEqual([PHONE]);
    const { steps, delivery } = await details(id);
    expect(steps.filter(({ kind }) => kind === 'messageFailed')).toMatchObject([
      { subject: expect.stringMatching(/\*/u) },
    ]);
    expect(JSON.stringify(steps)).not.toContain(PHONE);
    expect(delivery.unsent).toEqual(['pickup']);
    expect(await ask('member', calls.resendCode.path, { deliveryId: id })).toMatchObject({ unsent: [] });
  });

  it('of one account are limited, and those of others are not', async () => {
    await spend('deliveryOf:member', DELIVERY_MESSAGES_PER_ACCOUNT);
    expect(await preview({ phoneNumber: PHONE })).toMatchObject({ messageLimit: 'accountLimit' });
    expect(await preview({ phoneNumber: PHONE }, 'robotAdmin')).toMatchObject({ messageLimit: '' });
    const id = await delivered();
    await soon(async () =>
      expect(await messagesOf(id)).toEqual(Array.from({ length: 3 }, () => ['messageLimited', 'accountLimit'])),
    );
    expect(await test.rowsIn(outbox)).toBe(0);
    expect(await refused(calls.resendCode.path, { deliveryId: id })).toBe('deliveryMessagesOfAccount');
    // Counted for the person who sends it again.
    await ask('robotAdmin', calls.resendCode.path, { deliveryId: id });
    await soon(async () => expect(await test.rowsIn(outbox)).toBe(1));
  });
});

it('no code is stored with the reply of a recipient’s act; a repeat acts once and reads the parcel again', async () => {
  const { id } = await create({ phoneNumber: PHONE });
  await robot.listed([id]);
  await robot.steps(id, ...TO_DOOR);
  await isAt(id, 'arrivedAtRoom');
  const before = robot.openings().length;
  const request = { id: test.newId() };
  const open = async () => {
    const reply = await test.call(calls.parcelOpen.path, { taskId: id, phoneNumber: PHONE }, request);
    expect(reply.code).toBe(0);
    return reply.data as Parcel;
  };
  const first = await open();
  expect(first.code).toMatch(/^\d{6}$/u);
  await soon(() => expect(robot.openings()).toHaveLength(before + 1));
  const stored = JSON.stringify((await test.db.select().from(requests)).map(({ reply }) => reply));
  expect(stored).toContain(id);
  expect(stored).not.toContain(first.code);
  await robot.steps(id, 'cabinetOpen');
  await isAt(id, 'cabinetOpen');
  expect(await open()).toMatchObject({ code: first.code, status: 'cabinetOpen' });
  await robot.steps(id, 'completed');
  await isAt(id, 'completed');
  expect(await open()).toMatchObject({ code: '', status: 'completed' });
  expect(robot.openings()).toHaveLength(before + 1);
});

describe('reports of a robot', () => {
  const ignoredSoFar = async (): Promise<number> => {
    const { body } = await test.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' });
    return Number(/^roundhouse_delivery_reports_ignored_total (\d+)/mu.exec(body)?.[1]);
  };
  const countsOne = async (report: () => Promise<void>): Promise<void> => {
    const before = await ignoredSoFar();
    await report();
    await soon(async () => expect(await ignoredSoFar()).toBe(before + 1));
  };

  it('about deliveries that are over change nothing, and are counted', async () => {
    const { id } = await create();
    await robot.listed([id]);
    await robot.steps(id, ...TO_DOOR, 'cabinetOpen', 'completed');
    await isAt(id, 'completed');
    const before = await details(id);
    for (const event of [
      { type: 'delivery', status: 'completed' },
      { type: 'delivery', status: 'delivering' },
      { type: 'compartment', result: 'opened' },
      { type: 'wrongCode', tries: 5, isLocked: true },
      { type: 'deliveryReturn', state: 'failed' },
    ])
      await countsOne(() => robot.tell({ deliveryId: id, ...event }));
    const { delivery, steps } = await details(id);
    expect(steps).toEqual(before.steps);
    expect(delivery).toMatchObject({ status: 'completed', keypadLockedUntil: null, returns: 'none' });
  });

  it('that begin deliveries are bounded, those that are over at once included', async () => {
    const at = new Date(test.server.deps.now());
    const made = (index: number) => ({
      id: `own-${index}`,
      robotDeliveryId: `robots-${index}`,
      serialNumber: A.serialNumber,
      siteId: A.siteId,
      origin: 'robot' as const,
      status: 'completed' as const,
      phoneNumber: '',
      loadingPoint: KITCHEN,
      destination: ROOM,
      loadingCode: '',
      pickupCode: '',
      createdAt: at,
      changedAt: at,
      endedAt: at,
    });
    await test.db
      .insert(deliveries)
      .values(Array.from({ length: REPORTED_PER_DAY_MAX - 1 }, (_, index) => made(index)));
    await robot.tell({ type: 'delivery', deliveryId: 'last', status: 'completed' });
    await soon(async () => expect(await test.rowsIn(deliveries)).toBe(REPORTED_PER_DAY_MAX));
    await countsOne(() => robot.tell({ type: 'delivery', deliveryId: 'one-more', status: 'completed' }));
    await countsOne(() => robot.tell({ type: 'delivery', deliveryId: 'last', status: 'delivering' }));
    expect(await test.rowsIn(deliveries)).toBe(REPORTED_PER_DAY_MAX);
  });

  it('that open and close a compartment for ever do not make the history grow; the end is still recorded', async () => {
    const { id } = await create();
    await robot.listed([id]);
    await robot.steps(id, ...TO_DOOR);
    await isAt(id, 'arrivedAtRoom');
    const line = { deliveryId: id, at: new Date(), kind: 'wrongCode' as const, status: 'arrivedAtRoom' as const };
    await test.db
      .insert(deliverySteps)
      .values(Array.from({ length: DELIVERY_STEPS_MAX }, () => ({ ...line, cause: 'robot' as const })));
    await countsOne(() => robot.steps(id, 'cabinetOpen'));
    await robot.steps(id, 'completed');
    await isAt(id, 'completed');
  });

  it('are answered with the list of the robot only so often', () => {
    let now = 0;
    const warn = vi.fn();
    const ignored = createIgnoredReports({ now: () => now, log: { warn } });
    const answers = (reports: number): number =>
      Array.from({ length: reports }, () => ignored.count('W1')).filter(Boolean).length;
    expect(answers(100)).toBe(5);
    expect(ignored.count('W2')).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
    now += 20_000;
    expect(answers(100)).toBe(2);
    expect(ignored.total()).toBe(201);
  });
});

it('an elevator out of order under way: the delivery has failed for that reason, needs somebody, and the parcel comes back', async () => {
  const { id } = await create();
  await robot.listed([id]);
  await robot.steps(id, ...TO_DOOR.slice(0, -1));
  await robot.tell({ type: 'delivery', deliveryId: id, status: 'deliveryFailed', reason: 'liftUnavailable' });
  await isAt(id, 'deliveryFailed');
  expect((await details(id)).delivery).toMatchObject({
    reason: 'liftUnavailable',
    group: 'needsYou',
    returns: 'returning',
    station: 3,
  });
  await soon(() => expect(robot.list()?.orders).toMatchObject([{ deliveryId: id, wish: 'return' }]));
  await robot.tell({ type: 'deliveryReturn', deliveryId: id, state: 'failed' });
  await soon(async () => expect((await details(id)).delivery.returns).toBe('failed'));
  // The lift works again, and the robot has tried once more.
  await robot.tell({ type: 'deliveryReturn', deliveryId: id, state: 'returned' });
  await robot.listed([]);
  await ask('member', calls.acknowledge.path, { deliveryId: id });
  expect((await details(id)).delivery.group).toBeNull();
});

it('an order of an app is marked as such, shown and filtered', async () => {
  const app = await ask<MadeApp>('accountAdmin', catalogue.apps.create.path, { name: 'Kitchen', role: 'operator' });
  await test.db.insert(relations).values({
    id: 'kitchen',
    userId: app.userId,
    serialNumber: A.serialNumber,
    isAuth: true,
    isRobotAdmin: false,
    isSuperAdmin: false,
  });
  await test.server.deps.rights.refresh();
  const reply = await test.call(calls.create.path, wanted, { app, key: app.secret });
  expect(reply).toMatchObject({ code: 0, data: { origin: 'call', createdBy: 'Kitchen' } });
  const { id } = reply.data as Delivery;
  await robot.listed([id]);
  const mine = await create();
  const idsOf = async (origins: string[]) =>
    (await ask<{ rows: Delivery[] }>('member', calls.list.path, { siteId: A.siteId, origins })).rows.map(
      (row) => row.id,
    );
  expect(await idsOf(['call'])).toEqual([id]);
  expect(await idsOf(['console', 'robot'])).toEqual([mine.id]);
  expect(await idsOf([])).toEqual([mine.id, id]);
});

describe('the picture at the door', () => {
  const file = async (change: object = {}): Promise<string> => {
    const id = test.newId();
    const at = test.server.deps.now();
    await addFile(test.db, {
      id,
      kind: 'doorPicture',
      owner: 'robot',
      ownerId: A.serialNumber,
      siteId: A.siteId,
      uploadedBy: A.serialNumber,
      byRobot: true,
      name: 'door.jpg',
      bytes: 3,
      sha256: 'x',
      createdAt: new Date(at),
      until: new Date(at + (FILE_RULES.doorPicture.keepMs ?? 0)),
      ...change,
    });
    await markReady(test.db, id, { bytes: 3, sha256: 'x', contentType: 'image/jpeg', thumbnailBytes: 0, storedAs: id });
    return id;
  };
  const picture = (deliveryId: string, fileId: string) => robot.tell({ type: 'deliveryPicture', deliveryId, fileId });

  it('is shown with the delivery; others, early ones and those of other files are not', async () => {
    const { id } = await create();
    await robot.listed([id]);
    await robot.steps(id, ...TO_DOOR.slice(0, -1));
    await picture(id, await file());
    await robot.steps(id, 'arrivedAtRoom');
    await isAt(id, 'arrivedAtRoom');
    // This robot has not announced a camera.
    expect((await details(id)).delivery.photo).toEqual({ state: 'noCamera', fileId: '', at: null });
    await picture(id, await file({ kind: 'picture' }));
    await picture(id, await file({ ownerId: THEIRS }));
    await picture(id, 'f'.repeat(32));
    const right = await file();
    await picture(id, right);
    await soon(async () => expect((await details(id)).delivery.photo).toMatchObject({ state: 'taken', fileId: right }));
    expect((await details(id, 'viewer')).delivery.photo).toMatchObject({ state: 'hidden', fileId: '' });
    // Viewers cannot read the file by its id either.
    expect((await test.as('viewer', catalogue.files.download.path, { imageId: right })).code).toBe(ERRORS.fileUnknown);
    expect((await test.as('viewer', catalogue.files.address.path, { fileId: right })).code).toBe(ERRORS.fileUnknown);
    await picture(id, await file());
    await robot.steps(id, 'cabinetOpen', 'completed');
    await isAt(id, 'completed');
    const { delivery, steps } = await details(id);
    expect(delivery.photo.fileId).toBe(right);
    expect(steps.filter(({ kind }) => kind === 'photoTaken')).toHaveLength(1);
    const old = new Date(test.server.deps.now() - (FILE_RULES.doorPicture.keepMs ?? 0));
    await test.db.update(deliveries).set({ photoAt: old });
    expect((await details(id)).delivery.photo).toMatchObject({ state: 'deleted', fileId: '' });
  });
});
