/** Sites, lifts and access doors: who may edit them, what is refused and why, and that maps and planning see the same rows. */
import { createServer, type Server } from 'node:http';
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { SiteDetails } from '../../../contract/entities/map.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import type { SiteEquipment } from '../../../contract/entities/site.ts';
import { SITE_SCHEDULES_LISTED } from '../../../contract/rules/siteLimits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import {
  audit,
  elevators,
  entrances,
  maps,
  points,
  scheduledTasks,
  sites,
  taskRuns,
} from '../../../server/db/schema.ts';
import { createRelay, isRelayAddress, isRelayUrl } from '../../../server/gateway/relay.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.sites;
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
const closers: Server[] = [];
afterEach(() => closers.splice(0).forEach((server) => server.close()));

const admin = async (path: string, data: object) => {
  const reply = await test.as('accountAdmin', path, data);
  if (reply.code === 0) return { error: null, data: reply.data };
  const detail = reply.data as { field?: string; words?: Record<string, unknown> } | null;
  return { error: errorNameOf(reply.code), data: null, field: detail?.field, words: detail?.words };
};
const site = (more: object = {}) => ({
  name: { zhCN: '东楼', enUS: 'East wing' },
  timeZone: 'Europe/Berlin',
  address: 'Kai 1',
  ...more,
});
const all = async (): Promise<SiteDetails[]> => (await admin(catalogue.maps.sites.path, {})).data as SiteDetails[];
const equipmentOf = async (siteId: string = A.siteId): Promise<SiteEquipment> =>
  (await admin(calls.equipment.path, { siteId })).data as SiteEquipment;
const OPENING = { openedBy: 'robot', openSeconds: 8 };
const LIFT = { siteId: A.siteId, name: { zhCN: '货梯', enUS: 'Goods lift' }, stops: [], ...OPENING };
const DOOR = { mapId: A.mapId, name: { zhCN: '厨房门', enUS: 'Kitchen door' }, areaIds: [], ...OPENING };

const addPoint = async (areaId: string, attribute: 'elevator' | 'doorAccess', mapId: string = A.mapId) => {
  await test.db.insert(points).values({
    areaId,
    mapId,
    name: areaId,
    departWord: '',
    arrivedWord: '',
    x: 3,
    y: 3,
    attributes: [attribute],
    chargeBase: [],
  });
};

describe('a site', () => {
  it('is added, edited and deleted, and each is in the audit log', async () => {
    const { data } = await admin(calls.save.path, site({ latitude: 53.5, longitude: 10 }));
    const { siteId } = data as { siteId: string };
    expect((await all()).find(({ id }) => id === siteId)).toMatchObject({
      name: 'East wing',
      names: { zhCN: '东楼', enUS: 'East wing' },
      timeZone: 'Europe/Berlin',
      address: 'Kai 1',
      latitude: 53.5,
      longitude: 10,
      batteryReserve: 15,
      robotCount: 0,
      floors: [],
      revision: 0,
    });
    expect((await admin(calls.save.path, site({ siteId, revision: 0, address: 'Kai 2' }))).data).toEqual({
      siteId,
      revision: 1,
    });
    expect((await admin(calls.remove.path, { siteId, revision: 1 })).error).toBeNull();
    const rows = await test.db.select().from(audit).where(eq(audit.subject, siteId)).orderBy(audit.id);
    expect(rows.map(({ act }) => act)).toEqual(['site.add', 'site.change', 'site.delete']);
  });

  it('is changed only by the one who saw its last revision', async () => {
    const { data } = await admin(calls.save.path, site({ name: { zhCN: '西楼', enUS: 'West wing' } }));
    const { siteId } = data as { siteId: string };
    const name = { zhCN: '西楼', enUS: 'West wing' };
    expect((await admin(calls.save.path, site({ siteId, name, address: 'a', batteryReserve: 30 }))).error).toBeNull();
    expect((await admin(calls.save.path, site({ siteId, name, address: 'b' }))).error).toBe('recordChanged');
    expect((await admin(calls.remove.path, { siteId, revision: 0 })).error).toBe('recordChanged');
    expect((await all()).find(({ id }) => id === siteId)?.address).toBe('a');
    // A client that does not know the reserve leaves it.
    expect((await admin(calls.save.path, site({ siteId, name, revision: 1 }))).error).toBeNull();
    expect((await all()).find(({ id }) => id === siteId)).toMatchObject({ address: 'Kai 1', batteryReserve: 30 });
    await test.db.delete(sites).where(eq(sites.id, siteId));
  });

  it.each([
    ['no time zone', { timeZone: 'Mars/Olympus' }, 'fieldInvalid', 'timeZone'],
    ['an offset instead of a zone', { timeZone: '+08:00' }, 'fieldInvalid', 'timeZone'],
    ['half a coordinate', { latitude: 1 }, 'coordinatesIncomplete', 'longitude'],
    ['a place beyond the pole', { latitude: 91, longitude: 0 }, 'fieldInvalid', 'latitude'],
    ['too small a battery reserve', { batteryReserve: 4 }, 'fieldInvalid', 'batteryReserve'],
    ['half a percent', { batteryReserve: 20.5 }, 'fieldInvalid', 'batteryReserve'],
    ['a name in one language only', { name: { zhCN: '', enUS: 'x' } }, 'parameterEmpty', 'name.zhCN'],
    ['an unknown id', { siteId: 'nowhere' }, 'siteUnknown', 'siteId'],
  ])('with %s is refused', async (_, more, error, field) => {
    expect(await admin(calls.save.path, site(more))).toMatchObject({ error, field });
  });

  it('has a number to call, which is stored in one form, and left by a client that does not know it', async () => {
    const name = { zhCN: '南楼', enUS: 'South' };
    const { data } = await admin(calls.save.path, site({ name, phoneNumber: '+1 (202) 555-0141' }));
    const { siteId } = data as { siteId: string };
    const shown = async () => (await all()).find(({ id }) => id === siteId)?.phoneNumber;
    expect(await shown()).toBe('+1 202 555 0141');
    const bad = { siteId, name, revision: 0, phoneNumber: '+1 202' };
    expect(await admin(calls.save.path, site(bad))).toMatchObject({ error: 'contactPhoneWrong', field: 'phoneNumber' });
    await admin(calls.save.path, site({ siteId, name, revision: 0 }));
    expect(await shown()).toBe('+1 202 555 0141');
    await admin(calls.save.path, site({ siteId, name, revision: 1, phoneNumber: '' }));
    expect(await shown()).toBe('');
    const entries = await test.db.select().from(audit).where(eq(audit.subject, siteId));
    expect(JSON.stringify(entries)).not.toContain('5550141');
    await test.db.delete(sites).where(eq(sites.id, siteId));
  });

  it('has a name of its own, in every language and case', async () => {
    const { data } = await admin(calls.save.path, site({ name: { zhCN: '北楼', enUS: 'North' } }));
    expect(await admin(calls.save.path, site({ name: { zhCN: 'ｎｏｒｔｈ', enUS: 'Other' } }))).toMatchObject({
      error: 'siteNameTaken',
    });
    await test.db.delete(sites).where(eq(sites.id, (data as { siteId: string }).siteId));
  });

  it('with robots is not deleted, and says which', async () => {
    const found = (await all()).find(({ id }) => id === B.siteId);
    const refused = await admin(calls.remove.path, { siteId: B.siteId, revision: found?.revision });
    expect(refused.error).toBe('siteInUse');
    expect(String(refused.words?.['robots'])).not.toBe('');
  });
});

describe('the scheduled tasks of a site', () => {
  it('are listed with it: the first ones that are on, with their next start, and how many there are', async () => {
    const task = (id: string, executeTime: string, more: object = {}) => ({
      id,
      serialNumber: A.serialNumber,
      executeTime,
      days: '1,5',
      pathId: 'route',
      pathName: { zhCN: '夜巡', enUS: 'Night round' },
      pointSettings: [],
      patience: 30,
      anchorAt: new Date(1_000),
      savedBy: 'ada',
      createdAt: new Date(1_000),
      ...more,
    });
    const rows = Array.from({ length: SITE_SCHEDULES_LISTED }, (_, at) => task(`many-${at}`, '22:00'));
    await test.db
      .insert(scheduledTasks)
      .values([
        task('early', '01:00'),
        task('off', '00:10', { isOn: false }),
        task('elsewhere', '00:20', { serialNumber: B.serialNumber }),
        ...rows,
      ]);
    const startsAt = new Date('2030-01-04T01:00Z');
    await test.db
      .insert(taskRuns)
      .values({ taskId: 'early', serialNumber: A.serialNumber, plannedAt: startsAt, startsAt, dueAt: startsAt });
    const { schedules } = await equipmentOf();
    expect([schedules.total, schedules.list.length]).toEqual([SITE_SCHEDULES_LISTED + 1, SITE_SCHEDULES_LISTED]);
    expect(schedules.list[0]).toEqual({
      id: 'early',
      name: 'Night round',
      robotName: expect.any(String) as string,
      executeTime: '01:00',
      days: [1, 5],
      anchorAt: 1_000,
      nextAt: startsAt.getTime(),
    });
    expect(schedules.list[1]).toMatchObject({ executeTime: '22:00', nextAt: null });
    await test.db.delete(scheduledTasks);
  });
});

describe('a site without robots of its own', () => {
  it('is not deleted while a robot of another site is on its floor, and says which', async () => {
    const siteId = 'annex';
    await test.db.insert(sites).values({ id: siteId, name: 'Annex', timeZone: 'UTC' });
    const [{ id: _, ...floor } = {} as never] = await test.db.select().from(maps).where(eq(maps.id, A.mapId));
    await test.db.insert(maps).values({ ...floor, id: 'annex-1', siteId });
    const { fleet } = test.server.deps;
    vi.spyOn(fleet, 'live').mockImplementation(
      (serialNumber) =>
        ({
          serialNumber,
          pose: serialNumber === A.serialNumber ? { mapId: 'annex-1', x: 1, y: 1, theta: 0 } : null,
        }) as RobotLive,
    );
    expect(await admin(calls.remove.path, { siteId, revision: 0 })).toMatchObject({
      error: 'siteInUse',
      words: { robots: 'Porter' },
    });
    vi.mocked(fleet.live).mockRestore();
    expect((await admin(calls.remove.path, { siteId, revision: 0 })).error).toBeNull();
  });
});

describe('a lift', () => {
  it('takes its boarding points: the map editor and the robots see them', async () => {
    await addPoint('lift-point-1', 'elevator');
    const stops = [{ mapId: A.mapId, areaId: 'lift-point-1' }];
    const { data } = await admin(calls.saveLift.path, { ...LIFT, stops });
    const { id } = data as { id: string };
    const [point] = await test.db.select().from(points).where(eq(points.areaId, 'lift-point-1'));
    expect(point?.elevatorId).toBe(id);
    const listed = await test.as('member', catalogue.points.elevatorsAndEntrances.path, {
      serialNumber: A.serialNumber,
    });
    expect((listed.data as { elevators: unknown[] }).elevators).toContainEqual({ id, name: 'Goods lift' });
    expect((await equipmentOf()).lifts.find((lift) => lift.id === id)?.stops).toEqual([
      { mapId: A.mapId, areaId: 'lift-point-1', pointName: 'lift-point-1', state: 'fine' },
    ]);

    expect(await admin(calls.deleteLift.path, { elevatorId: id, revision: 0 })).toMatchObject({
      error: 'equipmentInUse',
      words: { points: 'lift-point-1' },
    });
    expect((await admin(calls.saveLift.path, { ...LIFT, elevatorId: id, revision: 0 })).error).toBeNull();
    const [free] = await test.db.select().from(points).where(eq(points.areaId, 'lift-point-1'));
    expect(free?.elevatorId).toBeNull();
    expect((await admin(calls.deleteLift.path, { elevatorId: id, revision: 1 })).error).toBeNull();
  });

  it('keeps the name of a boarding point that was deleted', async () => {
    await addPoint('lift-point-2', 'elevator');
    const stops = [{ mapId: A.mapId, areaId: 'lift-point-2' }];
    const { data } = await admin(calls.saveLift.path, { ...LIFT, stops });
    const { id } = data as { id: string };
    await test.db.delete(points).where(eq(points.areaId, 'lift-point-2'));
    expect((await equipmentOf()).lifts.find((lift) => lift.id === id)?.stops).toEqual([
      { mapId: A.mapId, areaId: 'lift-point-2', pointName: 'lift-point-2', state: 'deleted' },
    ]);
    const renamed = { ...LIFT, elevatorId: id, stops, openSeconds: 9 };
    expect((await admin(calls.saveLift.path, renamed)).error).toBeNull();
    await test.db.delete(elevators).where(eq(elevators.id, id));
  });

  it('refuses points of another lift, of another floor and of another kind', async () => {
    await addPoint('lift-point-3', 'elevator');
    const stops = [{ mapId: A.mapId, areaId: 'lift-point-3' }];
    const { data } = await admin(calls.saveLift.path, { ...LIFT, stops });
    for (const stop of [
      stops[0],
      { mapId: B.mapId, areaId: 'lift-point-3' },
      { mapId: A.mapId, areaId: A.areaId },
      { mapId: A.mapId, areaId: 'none' },
    ])
      expect((await admin(calls.saveLift.path, { ...LIFT, stops: [stop] })).error).toBe('stopPointWrong');
    expect((await admin(calls.saveLift.path, { ...LIFT, stops: [...stops, ...stops] })).error).toBe('fieldInvalid');
    const { id } = data as { id: string };
    expect((await admin(calls.saveLift.path, { ...LIFT, elevatorId: id, stops, revision: 7 })).error).toBe(
      'recordChanged',
    );
    await test.db.delete(points).where(eq(points.areaId, 'lift-point-3'));
    await test.db.delete(elevators).where(eq(elevators.id, id));
  });
});

describe('an access door', () => {
  it('is at its points, which a save of the map sees too', async () => {
    await addPoint('door-point-1', 'doorAccess');
    const [before] = await test.db.select().from(maps).where(eq(maps.id, A.mapId));
    const { data } = await admin(calls.saveDoor.path, { ...DOOR, areaIds: ['door-point-1'] });
    const { id } = data as { id: string };
    const [after] = await test.db.select().from(maps).where(eq(maps.id, A.mapId));
    expect(after?.revision).toBe((before?.revision ?? 0) + 1);
    expect((await equipmentOf()).doors.find((door) => door.id === id)).toMatchObject({
      mapId: A.mapId,
      points: [{ areaId: 'door-point-1', name: 'door-point-1' }],
      openedBy: 'robot',
      openSeconds: 8,
      isOutOfService: false,
      // No simulated building beside this server.
      untestable: 'robot',
    });
    expect((await admin(calls.deleteDoor.path, { doorId: id, revision: 0 })).error).toBe('equipmentInUse');
    expect((await admin(calls.saveDoor.path, { ...DOOR, areaIds: ['door-point-1'] })).error).toBe('doorPointWrong');
    expect((await admin(calls.saveDoor.path, { ...DOOR, areaIds: [B.areaId] })).error).toBe('idsDisagree');
    expect((await admin(calls.testDoor.path, { doorId: id })).error).toBe('equipmentUntestable');
    await admin(calls.saveDoor.path, { ...DOOR, doorId: id, isOutOfService: true });
    expect((await equipmentOf()).doors.find((door) => door.id === id)).toMatchObject({ isOutOfService: true });
    expect((await admin(calls.deleteDoor.path, { doorId: id, revision: 1 })).error).toBeNull();
    await test.db.delete(points).where(eq(points.areaId, 'door-point-1'));
  });

  it('by a relay needs an address in the network', async () => {
    for (const relayUrl of ['', 'ftp://10.0.0.9/', 'http://127.0.0.1/', 'http://169.254.169.254/', 'http://localhost/'])
      expect((await admin(calls.saveDoor.path, { ...DOOR, openedBy: 'relay', relayUrl })).error).toBe('relayUrlWrong');
    const { data } = await admin(calls.saveDoor.path, { ...DOOR, openedBy: 'relay', relayUrl: 'http://10.0.0.9/open' });
    const { id } = data as { id: string };
    const key = async (renew: boolean) =>
      ((await admin(calls.relayKey.path, { kind: 'door', equipmentId: id, renew })).data as { key: string }).key;
    const first = await key(false);
    expect(await key(false)).toBe(first);
    expect(await key(true)).not.toBe(first);
    const rows = JSON.stringify([
      await test.db.select().from(entrances),
      await test.db.select().from(audit).where(eq(audit.subject, id)),
    ]);
    expect(rows).not.toContain(first);
    expect(rows).toContain('relay.renewKey');
    await test.db.delete(entrances).where(eq(entrances.id, id));
  });
});

describe('a relay', () => {
  const KEY = 'k'.repeat(64);
  const REQUEST = { key: KEY, id: 'door', action: 'open', openSeconds: 8 } as const;
  const answering = async (answer: (body: string, headers: NodeJS.Dict<string | string[]>) => number | null) => {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const status = answer(Buffer.concat(parts).toString('utf8'), request.headers);
        if (status !== null) response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('{}');
      });
    });
    closers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/open`;
  };
  const local = createRelay({ now: () => 1_700_000_000_000, allows: () => true });

  it('gets a signed request, and opens with any 2xx', async () => {
    const heard: { body: string; signature: unknown }[] = [];
    const url = await answering((body, headers) => {
      heard.push({ body, signature: headers['x-roundhouse-signature'] });
      return 204;
    });
    expect(await local({ url, ...REQUEST })).toEqual({ outcome: 'open', status: 204 });
    const body = JSON.stringify({ id: 'door', action: 'open', openSeconds: 8 });
    expect(heard).toEqual([
      { body, signature: createHmac('sha256', KEY).update(`1700000000000\n${body}`).digest('hex') },
    ]);
  });

  it('that refuses, redirects, is silent or gone is told apart', async () => {
    expect(await local({ url: await answering(() => 403), ...REQUEST })).toEqual({ outcome: 'refused', status: 403 });
    expect(await local({ url: await answering(() => 302), ...REQUEST })).toEqual({ outcome: 'refused', status: 302 });
    const hasty = createRelay({ now: Date.now, allows: () => true, patienceMs: 50 });
    expect((await hasty({ url: await answering(() => null), ...REQUEST })).outcome).toBe('silent');
    expect((await local({ url: 'http://127.0.0.1:1/', ...REQUEST })).outcome).toBe('unreachable');
  });

  it('on this machine is not asked, also not by a name', async () => {
    let asked = 0;
    const url = await answering(() => {
      asked += 1;
      return 200;
    });
    const safe = createRelay({ now: Date.now });
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await safe({ url: url.replace('127.0.0.1', host), ...REQUEST })).outcome).toBe('unreachable');
    expect(asked).toBe(0);
  });

  it('has a private or public address of a device', () => {
    const refused = [
      '127.0.0.1',
      '0.0.0.0',
      '169.254.169.254',
      '224.0.0.1',
      '::1',
      '::',
      'fe80::1',
      '::ffff:127.0.0.1',
    ];
    expect(refused.filter(isRelayAddress)).toEqual([]);
    expect(
      ['10.0.0.1', '192.168.1.9', '172.16.0.1', 'fd00::1', '8.8.8.8'].filter((one) => !isRelayAddress(one)),
    ).toEqual([]);
    expect(isRelayUrl('https://user:pw@10.0.0.1/')).toBe(false);
    expect(isRelayUrl('http://[::1]/')).toBe(false);
    expect(isRelayUrl('https://relay.example/open')).toBe(true);
  });
});
