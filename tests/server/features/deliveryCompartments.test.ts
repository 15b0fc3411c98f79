/** Compartments that jam or are not emptied get no parcel, and deliveries wait for elevators that are out of service. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Delivery, DeliveryPromise, DeliveryStep, JamLeft } from '../../../contract/entities/delivery.ts';
import { DELIVERY_STEPS_MAX, FAILED_SHOWN_MS } from '../../../contract/rules/deliveryLimits.ts';
import { isSilent } from '../../../contract/rules/robotStatus.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { addCommand } from '../../../server/db/repositories/commands.ts';
import { deliveryById, stepsOf } from '../../../server/db/repositories/deliveries.ts';
import { boardDeliveries } from '../../../server/db/repositories/deliveryLists.ts';
import {
  audit,
  commands,
  deliveries,
  deliverySteps,
  elevators,
  maps,
  points,
  robotMapNames,
  robots,
} from '../../../server/db/schema.ts';
import { unassign } from '../../../server/features/deliveryLife.ts';
import { deliveryRobot, type DeliveryRobot } from '../../fakes/deliveryRobot.ts';
import { A, A2, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.deliveries;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });
const [KITCHEN, ROOM, UPSTAIRS, UPPER_MAP, LIFT] = [A.areaId, 'room-1', 'room-201', 'upper', 'lift-1'];
const TO_DOOR = ['loading', 'loadingCompleted', 'delivering', 'arrivedAtRoom'];

let test: TestServer;
let robot: DeliveryRobot;
beforeAll(async () => {
  test = await startTestServer();
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  const [map] = await test.db.select().from(maps).where(eq(maps.id, A.mapId));
  if (!point || !map) throw new Error('no site');
  await test.db.insert(maps).values({ ...map, id: UPPER_MAP, name: { enUS: '2F', zhCN: '2 层' } });
  await test.db.insert(robotMapNames).values({ serialNumber: A.serialNumber, robotMapName: '2f', mapId: UPPER_MAP });
  await test.db.insert(points).values([
    { ...point, areaId: ROOM, name: { enUS: 'Room 1', zhCN: '1 房' }, x: 8, y: 4 },
    { ...point, areaId: UPSTAIRS, mapId: UPPER_MAP, name: { enUS: 'Room 201', zhCN: '201 房' }, x: 8, y: 4 },
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
  await test.db.delete(commands);
});
/** A robot that has said nothing for a few seconds, as on a busy machine, is promised for nothing and gets nothing. */
const heard = () =>
  soon(async () => {
    await robot.state();
    expect(isSilent(test.server.deps.fleet.live(A.serialNumber, 'enUS'), Date.now() + 1_000)).toBe(false);
  });

const ask = async <Data>(path: string, data: unknown): Promise<Data> => {
  const reply = await test.as('member', path, data);
  expect([path, reply.code]).toEqual([path, 0]);
  return reply.data as Data;
};
const wanted = { siteId: A.siteId, from: KITCHEN, to: ROOM };
const create = async (more: object = {}) => {
  await heard();
  return (await ask<Delivery>(calls.create.path, { ...wanted, ...more })).id;
};
const preview = async (more: object = {}) => {
  await heard();
  return (await ask<{ promise: DeliveryPromise }>(calls.preview.path, { ...wanted, ...more })).promise;
};
const details = (deliveryId: string) =>
  ask<{ delivery: Delivery; steps: DeliveryStep[] }>(calls.details.path, { deliveryId });
const boardGroups = async () =>
  (await ask<{ rows: Delivery[] }>(calls.board.path, { siteId: A.siteId })).rows.map(({ id, group }) => [id, group]);
const compartments = () => robot.list()?.orders.map(({ compartment }) => compartment);
/** A delivery in the first compartment, which jams at the loading point and goes on. */
const jamming = async (): Promise<string> => {
  const id = await create();
  await robot.listed([id]);
  await robot.steps(id, 'goingToLoadingPoint', 'arrivedAtLoadingPoint');
  await robot.tell({ type: 'compartment', deliveryId: id, result: 'jammed' });
  await soon(async () => expect((await details(id)).steps.at(-1)).toMatchObject({ kind: 'openFailed' }));
  return id;
};
/** The same, and the robot gives up. */
const jammed = async (): Promise<string> => {
  const id = await jamming();
  await robot.tell({ type: 'delivery', deliveryId: id, status: 'loadingFailed', reason: 'jammed' });
  await robot.listed([]);
  return id;
};

it('a jammed compartment gets no parcel until the robot reports that it works', async () => {
  const id = await jammed();
  const next = await create();
  await robot.listed([next]);
  expect(compartments()).toEqual([2]);
  await ask(calls.cancel.path, { deliveryId: next });
  await robot.listed([]);
  await robot.tell({ type: 'compartment', deliveryId: id, result: 'closed' });
  await soon(async () => expect((await preview()).compartment).toBe(1));
});

it('or until a person says so; without a compartment the delivery waits and says why', async () => {
  const id = await jammed();
  const other = await create();
  await robot.listed([other]);
  await robot.steps(other, 'goingToLoadingPoint', 'arrivedAtLoadingPoint');
  await robot.tell({ type: 'delivery', deliveryId: other, status: 'loadingFailed', reason: 'jammed' });
  await robot.listed([]);
  expect(await preview()).toMatchObject({ serialNumber: '', reason: 'allBusy', detail: 'noCompartment' });
  const waiting = await create();
  expect((await details(waiting)).delivery.queue).toMatchObject({ reason: 'allBusy', detail: 'noCompartment' });
  // It stays on the board for as long as it takes.
  await age(id);
  expect(await boardGroups()).toContainEqual([id, 'needsYou']);
  await ask(calls.acknowledge.path, { deliveryId: id });
  await robot.listed([waiting]);
  expect(compartments()).toEqual([1]);
  expect((await details(id)).steps.at(-1)).toMatchObject({ kind: 'acknowledged', value: 1 });
  expect(await boardGroups()).not.toContainEqual([id, 'needsYou']);
});

/** It failed so long ago that only a jam keeps it on the board. */
const age = (id: string) =>
  test.db
    .update(deliveries)
    .set({ changedAt: new Date(Date.now() - FAILED_SHOWN_MS) })
    .where(eq(deliveries.id, id));

it('an old jam leaves the board once the robot reports that the compartment works', async () => {
  const id = await jammed();
  await age(id);
  expect(await boardGroups()).toEqual([[id, 'needsYou']]);
  await robot.tell({ type: 'compartment', deliveryId: id, result: 'closed' });
  await soon(async () => expect(await boardGroups()).toEqual([]));
  expect((await details(id)).delivery).toMatchObject({ reason: 'jammed', isJammed: false });
});

it('or once a later parcel was handed over from it', async () => {
  const id = await jammed();
  await age(id);
  const [row] = await test.db.select().from(deliveries).where(eq(deliveries.id, id));
  if (!row) throw new Error('no delivery');
  const later = { id: 'later', number: row.number + 1, status: 'completed', createdAt: new Date() } as const;
  await test.db.insert(deliveries).values({ ...row, ...later, compartment: 2 });
  expect(await boardGroups()).toEqual([[id, 'needsYou']]);
  await test.db.update(deliveries).set({ compartment: row.compartment }).where(eq(deliveries.id, later.id));
  expect(await boardGroups()).toEqual([]);
  expect((await preview()).compartment).toBe(1);
});

it('a full board leaves out an old jam before a delivery that is open', async () => {
  const id = await jammed();
  await age(id);
  const open = await create();
  const since = new Date(Date.now() - 2 * FAILED_SHOWN_MS);
  const shown = (limit: number, jammedIds: string[] = []) =>
    boardDeliveries(
      test.db,
      { serialNumbers: [A.serialNumber], siteIds: [A.siteId] },
      { failedSince: since, returningSince: since, jammedSince: since, jammedIds, limit },
    );
  expect((await shown(2)).rows.map((row) => row.id)).toEqual([id, open]);
  expect((await shown(1)).rows.map((row) => row.id)).toEqual([open]);
  // The page says how many there are.
  expect([(await shown(3)).total, (await shown(2)).total, (await shown(1)).total]).toEqual([2, 2, 2]);
  // What others left jammed does not count.
  const row = await deliveryById(test.db, id);
  if (!row) throw new Error('no delivery');
  const over = { id: 'over', number: row.number + 2, status: 'completed', createdAt: row.createdAt } as const;
  await test.db.insert(deliveries).values({ ...row, ...over, changedAt: new Date(), compartment: 2 });
  const ids = (await shown(3, ['unseen-1', 'unseen-2', 'unseen-3', over.id])).rows.map((each) => each.id);
  expect(ids).toContain(over.id);
});

it('the people of a robot see its jammed compartments, and say on its page that one works again', async () => {
  const id = await jammed();
  const jams = async (person: Person = 'member') =>
    ((await test.as(person, calls.jams.path, { serialNumber: A.serialNumber })).data as { jams: JamLeft[] }).jams;
  const jam = { serialNumber: A.serialNumber, compartment: 1 };
  expect(await jams()).toMatchObject([{ ...jam, obstacle: null, isParcelInside: false }]);
  expect(await jams('viewer')).toMatchObject([{ ...jam, obstacle: 'notAllowed' }]);
  const clear = async (person: Person) => errorNameOf((await test.as(person, calls.clearCompartment.path, jam)).code);
  expect(await clear('viewer')).toBe('notAllowed');
  expect(await clear('member')).toBeUndefined();
  expect(await jams()).toEqual([]);
  expect((await preview()).compartment).toBe(1);
  expect((await details(id)).delivery).toMatchObject({ isAcknowledged: true, group: null });
  expect((await details(id)).steps.at(-1)).toMatchObject({ kind: 'acknowledged', cause: 'operator', value: 1 });
  expect(await clear('member')).toBe('deliveryNotFailed');
});

it('a compartment stays jammed if the delivery is cancelled, until the jam is dealt with', async () => {
  const id = await jamming();
  await ask(calls.cancel.path, { deliveryId: id });
  await robot.listed([]);
  expect((await details(id)).delivery).toMatchObject({ status: 'cancelled', group: 'needsYou', isJammed: true });
  expect(await boardGroups()).toEqual([[id, 'needsYou']]);
  expect((await preview()).compartment).toBe(2);
  await ask(calls.acknowledge.path, { deliveryId: id });
  expect(await boardGroups()).toEqual([]);
  expect((await preview()).compartment).toBe(1);
});

it('a compartment that works again before the delivery ends is not jammed after it', async () => {
  const id = await jamming();
  await robot.tell({ type: 'compartment', deliveryId: id, result: 'closed' });
  await soon(async () => expect((await details(id)).steps.at(-1)).toMatchObject({ kind: 'opened', value: 1 }));
  await ask(calls.cancel.path, { deliveryId: id });
  await robot.listed([]);
  expect(await boardGroups()).toEqual([]);
  expect((await preview()).compartment).toBe(1);
});

describe('a delivery that is taken from a robot whose compartment jammed', () => {
  const [UNASSIGNED, OTHER] = [{ cause: 'time', reason: 'robotSilent', robotName: 'Porter' } as const, 'another robot'];
  /** Another robot has it now. */
  const takenOver = async (): Promise<string> => {
    const id = await jamming();
    const row = await deliveryById(test.db, id);
    if (!row) throw new Error('no delivery');
    await test.db.transaction((transaction) => unassign(transaction, row, UNASSIGNED, new Date()));
    await test.db
      .update(deliveries)
      .set({ serialNumber: OTHER, compartment: 1, status: 'delivering' })
      .where(eq(deliveries.id, id));
    return id;
  };
  const jamsOf = async (id: string) => {
    const { delivery } = await details(id);
    return [delivery.group, delivery.acts.acknowledge, delivery.jamsLeft];
  };
  const left = [{ serialNumber: A.serialNumber, robotName: expect.any(String), compartment: 1 }];

  it('leaves it jammed until the robot reports that it works', async () => {
    const id = await takenOver();
    expect((await preview()).compartment).toBe(2);
    // The reader may not see the other robot's delivery any more.
    const lines = () => stepsOf(test.db, id, DELIVERY_STEPS_MAX);
    expect((await lines()).find(({ kind }) => kind === 'unassigned')).toMatchObject({ value: 1 });
    for (const result of ['jammed', 'refused'] as const)
      await robot.tell({ type: 'compartment', deliveryId: id, result });
    // Events of a robot are handled in order.
    await robot.tell({ type: 'delivery', deliveryId: 'marker', status: 'completed' });
    const marker = () => test.db.select().from(deliveries).where(eq(deliveries.robotDeliveryId, 'marker'));
    await soon(async () => expect(await marker()).toHaveLength(1));
    expect((await lines()).filter(({ kind }) => kind === 'acknowledged')).toEqual([]);
    expect((await preview()).compartment).toBe(2);
    await robot.tell({ type: 'compartment', deliveryId: id, result: 'closed' });
    await soon(async () => expect((await preview()).compartment).toBe(1));
    expect((await lines()).at(-1)).toMatchObject({ kind: 'acknowledged', cause: 'robot', value: 1 });
    expect(await deliveryById(test.db, id)).toMatchObject({ status: 'delivering', isAcknowledged: false });
  });

  it('or until a person says so, also after another robot has handed it over', async () => {
    const id = await takenOver();
    const now = {
      endedAt: new Date(),
      endedFrom: 'cabinetOpen',
      status: 'completed',
      serialNumber: A.serialNumber,
    } as const;
    // Where the reader may operate it; from another compartment, so that the jam is not disproved.
    await test.db
      .update(deliveries)
      .set({ ...now, compartment: 2 })
      .where(eq(deliveries.id, id));
    expect(await jamsOf(id)).toEqual(['needsYou', null, left]);
    expect(await boardGroups()).toEqual([[id, 'needsYou']]);
    expect((await preview()).compartment).toBe(2);
    await ask(calls.acknowledge.path, { deliveryId: id });
    expect(await jamsOf(id)).toEqual([null, 'deliveryNotFailed', []]);
    expect(await boardGroups()).toEqual([]);
    expect((await preview()).compartment).toBe(1);
    expect((await details(id)).delivery).toMatchObject({ status: 'completed', isAcknowledged: false });
  });

  it('or once the robot has opened it when its people asked, who may not see the delivery', async () => {
    const id = await takenOver();
    expect((await test.as('member', calls.acknowledge.path, { deliveryId: id })).code).toBe(ERRORS.robotForeign);
    const asked = {
      serialNumber: A.serialNumber,
      kind: 'openCabinet' as const,
      askedBy: 'member',
      askedByName: 'Member',
      askedAt: new Date(Date.now() + 1_000),
    };
    const open = (cabinet: number, state: 'failed' | 'finished') =>
      addCommand(test.db, {
        ...asked,
        id: `${cabinet} ${state}`,
        target: `${cabinet}`,
        parameters: { cabinet },
        state,
      });
    await open(1, 'failed');
    await open(2, 'finished');
    expect((await preview()).compartment).toBe(2);
    await open(1, 'finished');
    expect((await preview()).compartment).toBe(1);
  });

  it('or once its people say so on the board, where it is listed beside the deliveries', async () => {
    const id = await takenOver();
    const jams = async (person: Person) =>
      (await test.as(person, calls.board.path, { siteId: A.siteId })).data as { rows: Delivery[]; jams: JamLeft[] };
    const jam = { serialNumber: A.serialNumber, compartment: 1 };
    const recorded = () =>
      test.db.select().from(audit).where(eq(audit.act, 'delivery.clearCompartment')).orderBy(audit.id);
    const before = await recorded();
    expect((await jams('member')).rows).toEqual([]);
    expect((await jams('member')).jams).toMatchObject([{ ...jam, obstacle: null }]);
    expect((await test.as('member', calls.jams.path, { serialNumber: A.serialNumber })).data).toMatchObject({
      jams: [{ ...jam, obstacle: null, isParcelInside: false }],
    });
    expect((await jams('viewer')).jams).toMatchObject([{ ...jam, obstacle: 'notAllowed' }]);
    const clear = async (person: Person, compartment = 1) =>
      errorNameOf((await test.as(person, calls.clearCompartment.path, { ...jam, compartment })).code);
    expect(await clear('viewer')).toBe('notAllowed');
    expect(await clear('member', 2)).toBe('deliveryNotFailed');
    expect((await preview()).compartment).toBe(2);
    const answers = await Promise.all([clear('member'), clear('member')]);
    expect(answers.toSorted()).toEqual(['deliveryNotFailed', undefined].toSorted());
    expect((await preview()).compartment).toBe(1);
    expect((await jams('member')).jams).toEqual([]);
    const lines = (await stepsOf(test.db, id, DELIVERY_STEPS_MAX)).filter(({ kind }) => kind === 'acknowledged');
    expect(lines).toMatchObject([{ cause: 'operator', value: 1 }]);
    expect((await recorded()).slice(before.length)).toMatchObject([
      { subject: A.serialNumber, userId: 'member', after: { compartment: 1 } },
    ]);
  });

  it('stays jammed if another compartment of the same robot, jammed in the same delivery, works again', async () => {
    const id = await takenOver();
    const over = {
      status: 'loadingFailed',
      endedAt: new Date(),
      serialNumber: A.serialNumber,
      compartment: 2,
    } as const;
    await test.db.update(deliveries).set(over).where(eq(deliveries.id, id));
    const line = { deliveryId: id, at: new Date(), status: over.status, cause: 'robot', reason: 'jammed' } as const;
    await test.db.insert(deliverySteps).values({ ...line, kind: 'openFailed', value: 2 });
    const jams = async () =>
      (await ask<{ jams: JamLeft[] }>(calls.jams.path, { serialNumber: A.serialNumber })).jams.map(
        ({ compartment }) => compartment,
      );
    expect(await jams()).toEqual([1, 2]);
    await ask(calls.clearCompartment.path, { serialNumber: A.serialNumber, compartment: 2 });
    expect(await jams()).toEqual([1]);
    await ask(calls.clearCompartment.path, { serialNumber: A.serialNumber, compartment: 1 });
    expect(await jams()).toEqual([]);
  });

  it('is not named to people who may not see that robot', async () => {
    const id = await takenOver();
    await test.db.update(deliveries).set({ serialNumber: A.serialNumber }).where(eq(deliveries.id, id));
    expect(await jamsOf(id)).toEqual(['needsYou', null, left]);
    const subject = { enUS: 'Guard', zhCN: 'Guard', serialNumber: A2.serialNumber };
    const isLine = and(eq(deliverySteps.deliveryId, id), eq(deliverySteps.kind, 'unassigned'));
    await test.db.update(deliverySteps).set({ subject }).where(isLine);
    expect(await jamsOf(id)).toEqual(['underWay', 'deliveryNotFailed', []]);
    const line = (await details(id)).steps.find(({ kind }) => kind === 'unassigned');
    expect(line).toMatchObject({ subject: '', value: 1 });
    // Lines of earlier versions have the name alone.
    const named = async (name: string) => {
      await test.db.update(deliverySteps).set({ subject: name }).where(isLine);
      return (await details(id)).steps.find(({ kind }) => kind === 'unassigned')?.subject;
    };
    const { robotName } = (await details(id)).delivery;
    expect([await named('Guard'), await named(robotName)]).toEqual(['', robotName]);
  });

  it('or once a later parcel was handed over from it', async () => {
    const id = await takenOver();
    const row = await deliveryById(test.db, id);
    if (!row) throw new Error('no delivery');
    const later = { id: 'later', number: row.number + 1, status: 'completed', endedAt: new Date() } as const;
    const of = { serialNumber: A.serialNumber, createdAt: new Date(Date.now() + 1_000) };
    await test.db.insert(deliveries).values({ ...row, ...later, ...of, compartment: 1 });
    expect((await preview()).compartment).toBe(1);
  });
});

it('a robot keeps its jammed compartment when it moves to another site', async () => {
  const id = await jammed();
  await test.db.update(deliveries).set({ siteId: 'earlier' }).where(eq(deliveries.id, id));
  expect((await preview()).compartment).toBe(2);
});

it('a jam that the robot had in a delivery begun by itself, or without a compartment, keeps nothing free', async () => {
  const id = await jammed();
  await age(id);
  for (const change of [{ compartment: null }, { compartment: 1, origin: 'robot' as const }]) {
    await test.db.update(deliveries).set(change).where(eq(deliveries.id, id));
    expect(await boardGroups()).toEqual([]);
    expect((await preview()).compartment).toBe(1);
  }
});

it('a parcel that is still on board after a cancel stays on the board until a person has taken it out', async () => {
  const id = await create();
  await robot.listed([id]);
  await robot.steps(id, 'goingToLoadingPoint', 'arrivedAtLoadingPoint', ...TO_DOOR);
  await soon(async () => expect((await details(id)).delivery.status).toBe('arrivedAtRoom'));
  await ask(calls.cancel.path, { deliveryId: id });
  await robot.steps(id, 'cancelled');
  await robot.tell({ type: 'deliveryReturn', deliveryId: id, state: 'failed' });
  await soon(async () =>
    expect((await details(id)).delivery).toMatchObject({ status: 'cancelled', group: 'needsYou' }),
  );
  expect(await boardGroups()).toEqual([[id, 'needsYou']]);
  // The robot works on with its other compartment.
  const next = await create();
  await robot.listed([id, next]);
  expect((await details(next)).delivery.compartment).toBe(2);
  await ask(calls.acknowledge.path, { deliveryId: id });
  await robot.listed([next]);
  expect(await boardGroups()).toEqual([[next, 'underWay']]);
  expect((await details(id)).steps.slice(-2)).toMatchObject([
    { kind: 'returned', cause: 'operator' },
    { kind: 'acknowledged', value: null },
  ]);
});

it('a delivery to another floor waits for the elevator, says so, and starts when it works again', async () => {
  const [known] = await test.db.select().from(robots).where(eq(robots.serialNumber, A.serialNumber));
  if (!known?.abilities) throw new Error('no abilities');
  await test.db
    .update(robots)
    .set({ abilities: { ...known.abilities, liftRide: true } })
    .where(eq(robots.serialNumber, A.serialNumber));
  await test.server.deps.fleet.refresh();
  await test.db.insert(elevators).values({
    id: LIFT,
    siteId: A.siteId,
    name: { enUS: 'North', zhCN: '北' },
    stops: [A.mapId, UPPER_MAP].map((mapId) => ({ mapId, areaId: '', pointName: '' })),
    isOutOfService: true,
  });
  const out = { reason: 'noWay', detail: 'liftOut', floor: '2F' };
  expect(await preview({ to: UPSTAIRS })).toMatchObject({ serialNumber: '', ...out });
  const id = await create({ to: UPSTAIRS });
  expect((await details(id)).delivery.queue).toMatchObject(out);
  await test.db.update(elevators).set({ isOutOfService: false }).where(eq(elevators.id, LIFT));
  await soon(async () => {
    await robot.state();
    expect(robot.list()?.orders.map(({ deliveryId }) => deliveryId)).toEqual([id]);
  });
  // A robot that has it is not sent to a floor that it cannot reach; on its own floor it is.
  await robot.steps(id, 'goingToLoadingPoint');
  await soon(async () => expect((await details(id)).delivery.status).toBe('goingToLoadingPoint'));
  await ask(calls.redirect.path, { deliveryId: id, to: ROOM });
  await test.db.update(elevators).set({ isOutOfService: true }).where(eq(elevators.id, LIFT));
  const refused = await test.as('member', calls.redirect.path, { deliveryId: id, to: UPSTAIRS });
  expect(errorNameOf(refused.code)).toBe('deliveryLiftOut');
  await test.db.update(elevators).set({ isOutOfService: false }).where(eq(elevators.id, LIFT));
  await ask(calls.redirect.path, { deliveryId: id, to: UPSTAIRS });
});
