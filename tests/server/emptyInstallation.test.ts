/**
 * From an empty installation to a third-party vehicle that drives, by the calls that the console makes: first
 * administrator, site, drawn floor, points, registration, claim, drive, route, Stop and Resume.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'mqtt';
import { AgvController, VirtualAgvAdapter } from 'vda-5050-lib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { CHECKLIST_STEPS } from '../../contract/entities/checklist.ts';
import type { EditedPoint } from '../../contract/entities/mapEdit.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { createServer, type Server } from '../../server/app.ts';
import { readSettings } from '../../server/settings.ts';
import { type Api, createApi } from '../fakes/apiClient.ts';
import { CORE_ABILITIES } from '../fakes/coreAbilities.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';

let folder: string;
let database: FreshDatabase;
let server: Server;
let vehicle: AgvController | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-empty-'));
  database = await freshDatabase();
  server = await createServer({
    settings: readSettings({
      PORT: '0',
      ROUNDHOUSE_DATA: folder,
      DATABASE_URL: database.url,
      ROUNDHOUSE_DEMO: 'off',
      LOG_LEVEL: 'silent',
    }),
    checkAnswers: true,
  });
});
afterEach(async () => {
  if (vehicle) {
    // It would respond to late messages without a connection, and that rejection would be unhandled.
    vehicle.publish = () => Promise.resolve(undefined as never);
    await vehicle.stop().catch(() => undefined);
    vehicle = undefined;
  }
  await server.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 40_000, interval: 100 });

const point = (name: string, worldX: number, worldY: number, more: Partial<EditedPoint> = {}): EditedPoint => ({
  name,
  departWord: '',
  arrivedWord: '',
  angle: 0,
  stayTime: 0,
  attributes: [],
  chargeBase: [],
  worldX,
  worldY,
  elevatorId: null,
  doorId: null,
  ...more,
});

/** The first administrator, with the code that the server printed. */
async function firstAdministrator(): Promise<Api<typeof catalogue>> {
  const guest = createApi(server.url, catalogue);
  const { accessToken, userId } = await guest.session.setUp({
    code: server.setUpCode ?? '',
    nickname: 'Ada',
    email: 'ada@example.org',
    password: encodePassword('Secret12'),
  });
  return createApi(server.url, catalogue, { token: accessToken, userId });
}

/** The steps of the first set-up that have happened. */
async function stepsDone(api: Api<typeof catalogue>): Promise<string[]> {
  const { steps } = await api.checklist.get({});
  return CHECKLIST_STEPS.filter((step) => steps[step] !== null);
}

it('leads to a vehicle that drives, without a line of SQL', async () => {
  const api = await firstAdministrator();
  expect((await api.robots.list({})).robots).toEqual([]);
  expect(await stepsDone(api)).toEqual([]);
  expect((await api.session.userInfo({ id: '' })).checklist).toEqual({ done: 0, total: 6, driven: false });

  const { siteId } = await api.sites.save({ name: { zhCN: '仓库', enUS: 'Warehouse' }, timeZone: 'Europe/Berlin' });
  // A hall of 20 x 10 m, with a wall across and a door in it.
  const { id: drawingId } = await api.floorDrawings.create({
    siteId,
    floor: '1F',
    name: 'Hall',
    width: 20,
    height: 10,
  });
  await api.floorDrawings.save({
    drawingId,
    baseRevision: 0,
    drawing: {
      walls: [{ id: 'w1', from: [10, 0], to: [10, 10], kind: 'inner' }],
      doors: [{ id: 'd1', wallId: 'w1', at: 5, width: 1.6, side: 1 }],
      rooms: [],
    },
  });
  const { revision } = await api.floorDrawings.get({ drawingId });
  const { mapId } = await api.floorDrawings.publish({ drawingId, revision });
  if (mapId === null) throw new Error('the floor was not published');
  expect(await stepsDone(api)).toEqual(['site', 'floor']);
  expect((await api.checklist.get({})).steps.floor).toMatchObject({ width: 20, height: 10, source: 'drawn' });

  const saved = await api.points.save({
    mapId,
    baseRevision: (await api.maps.ofSites({})).maps.find((map) => map.id === mapId)?.revision ?? 0,
    changes: [
      { op: 'add', point: 'dock', to: point('Dock', 2, 2, { attributes: ['charging'] }) },
      { op: 'add', point: 'shelf', to: point('Shelf', 17, 8) },
      { op: 'add', point: 'desk', to: point('Desk', 4, 8) },
    ],
  });
  expect(saved.result).toBe('saved');

  const registered = await api.robots.register({
    serialNumber: 'KR7-1',
    manufacturer: 'Kestrel',
    interfaceName: 'uagv',
    robotModel: 'KR7',
    kind: 'delivery',
    names: { zhCN: '红隼', enUS: 'Kestrel 7' },
    registerSiteId: siteId,
    maps: [{ robotMapName: 'F1', registerMapId: mapId }],
  });
  expect((await api.robotFleet.list({ page: 1, limit: 5 })).rows).toMatchObject([{ serialNumber: 'KR7-1' }]);

  // What keeps a robot away is named beside the step that waits for it.
  const stray = connect(`${server.url.replace('http', 'ws')}/mqtt`, {
    username: 'KR7-l',
    password: 'x',
    reconnectPeriod: 0,
  });
  await new Promise((resolve) => stray.once('error', resolve));
  expect(await api.checklist.get({})).toMatchObject({
    steps: { robot: { at: expect.any(Number) as number }, firstMessage: null },
    robot: { serialNumber: 'KR7-1', life: 'neverConnected' },
    refused: [{ reason: 'unknownUser', userName: 'KR7-l', count: 1 }],
  });
  expect(await api.checklist.testBrokers({})).toMatchObject([{ kind: 'webSocket', error: null }]);

  vehicle = new AgvController(
    { manufacturer: 'Kestrel', serialNumber: 'KR7-1' },
    {
      interfaceName: 'uagv',
      transport: {
        brokerUrl: registered.brokers.find(({ kind }) => kind === 'webSocket')?.url ?? '',
        heartbeat: 10,
        username: registered.mqttUsername,
        password: registered.mqttPassword,
      },
      vdaVersion: '2.0.0',
    },
    { agvAdapterType: VirtualAgvAdapter, publishStateInterval: 500 },
    { initialPosition: { mapId: 'F1', x: 2, y: 2, theta: 0, lastNodeId: '' }, vehicleSpeed: 4 },
  );
  await vehicle.start();
  await soon(async () =>
    expect((await api.robotFleet.list({ page: 1, limit: 5 })).rows).toMatchObject([{ life: 'notBound' }]),
  );
  // The first administrator needs no role of a code.
  expect(await api.robots.bind({ code: registered.claimCode })).toEqual({
    serialNumber: 'KR7-1',
    addedRole: null,
    raisers: null,
  });
  await soon(async () =>
    expect((await api.robots.list({})).robots).toMatchObject([
      { serialNumber: 'KR7-1', live: { connection: 'online', located: true, pose: { mapId, x: 2, y: 2 } } },
    ]),
  );
  // What the standard does not have is not offered.
  expect((await api.robots.detail({ serialNumber: 'KR7-1' })).abilities).toEqual(CORE_ABILITIES);

  expect(await stepsDone(api)).toEqual(['site', 'floor', 'robot', 'firstMessage']);
  await expect(api.checklist.hide({})).rejects.toMatchObject({ code: ERRORS.checklistOpen });

  const one = { serialNumber: 'KR7-1' };
  const stateOf = async (commandId: string) => (await api.commands.get({ commandId })).state;
  // A vehicle of an unknown model gets no orders before it has confirmed a Stop.
  await expect(api.commands.goTo({ ...one, areaId: 'shelf' })).rejects.toMatchObject({ code: ERRORS.stopUnconfirmed });
  const first = await api.commands.stop(one);
  await soon(async () => expect(await stateOf(first.id)).toBe('finished'));
  const freed = await api.commands.resume(one);
  await soon(async () => expect(await stateOf(freed.id)).toBe('finished'));
  const driven = await api.commands.goTo({ ...one, areaId: 'shelf' });
  await soon(async () => expect(await stateOf(driven.id)).toBe('finished'));
  expect((await api.robots.detail(one)).live.pose).toMatchObject({ mapId, x: 17, y: 8 });

  const route = await api.cruiseRoutes.save({
    ...one,
    mapId,
    pathName: 'Round',
    startSpeech: '',
    endSpeech: '',
    mapAreaVOList: [{ areaId: 'desk' }, { areaId: 'dock' }, { areaId: 'shelf' }],
  });
  const run = await api.routeRuns.start({ ...one, pathId: route.pathId });
  await soon(async () => expect((await api.robots.detail(one)).live.driving).toBe(true));
  const stop = await api.commands.stop(one);
  await soon(async () => expect(await stateOf(stop.id)).toBe('finished'));
  expect((await api.robots.detail(one)).live).toMatchObject({ held: true, paused: true });
  // Both have happened: an order was carried out, and a Stop was confirmed.
  expect((await api.session.userInfo({ id: '' })).checklist).toEqual({ done: 5, total: 6, driven: true });
  expect(await stepsDone(api)).toEqual(['site', 'floor', 'robot', 'firstMessage', 'drive']);
  const resume = await api.commands.resume(one);
  await soon(async () => expect(await stateOf(resume.id)).toBe('finished'));
  await soon(async () =>
    expect((await api.routeRuns.current(one)).drive).toMatchObject({ id: run.id, state: 'finished' }),
  );

  // An invitation alone is nobody yet.
  const { link } = await api.accounts.invite({ target: 'lin@example.org', roles: ['operator'] });
  const password = encodePassword('Secret12');
  const guest = createApi(server.url, catalogue);
  await guest.accounts.useLink({
    code: new URL(link.path, server.url).searchParams.get('code') ?? '',
    nickname: 'Lin Wei',
    password,
  });
  expect(await stepsDone(api)).not.toContain('colleague');
  const { userId } = await guest.session.signIn({ email: 'lin@example.org', password });
  expect((await api.checklist.get({})).steps.colleague).toMatchObject({ name: 'Lin Wei', roles: ['operator'] });
  expect((await api.session.userInfo({ id: '' })).checklist).toEqual({ done: 6, total: 6, driven: true });

  // Undone with the robot; hidden for everyone once all was done.
  await api.accounts.lock({ accountId: userId, locked: true });
  expect(await stepsDone(api)).not.toContain('colleague');
  await api.accounts.lock({ accountId: userId, locked: false });
  await api.checklist.hide({});
  expect((await api.session.userInfo({ id: '' })).checklist).toBeNull();
  await vehicle.stop();
  vehicle = undefined;
  await soon(async () => expect(await api.robots.detail(one)).toMatchObject({ live: { connection: 'offline' } }));
  await api.robotFleet.retire({ robotToRetire: 'KR7-1' });
  expect(await stepsDone(api)).toEqual(['site', 'floor', 'colleague']);
});
