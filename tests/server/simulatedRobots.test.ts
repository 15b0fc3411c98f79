/**
 * A simulated robot in an installation without the demo: added to a drawn floor, driven and stopped like any other, and
 * gone when it is retired. The simulator is the real one, in its own process.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { CHECKLIST_STEPS } from '../../contract/entities/checklist.ts';
import { SIMULATED_ROBOTS_MAX } from '../../contract/rules/limits.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { createServer, type Server } from '../../server/app.ts';
import { maps, robots } from '../../server/db/schema.ts';
import { readSettings } from '../../server/settings.ts';
import { type Api, createApi } from '../fakes/apiClient.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';
import { migratedTemplate } from '../fakes/databaseTemplates.ts';

let folder: string;
let database: FreshDatabase;
let server: Server;
let api: Api<typeof catalogue>;
let mapId: string;
let siteId: string;

const start = () =>
  createServer({
    settings: readSettings({
      PORT: '0',
      ROUNDHOUSE_DATA: folder,
      DATABASE_URL: database.url,
      ROUNDHOUSE_DEMO: 'off',
      LOG_LEVEL: 'silent',
    }),
    checkAnswers: true,
  });
const ADMIN = { email: 'ada@example.org', password: encodePassword('Secret12') };
const signIn = async (): Promise<Api<typeof catalogue>> => {
  const { accessToken, userId } = await createApi(server.url, catalogue).session.signIn(ADMIN);
  return createApi(server.url, catalogue, { token: accessToken, userId });
};
async function drawFloor(width: number, height: number, floor: string): Promise<string> {
  const { id: drawingId, revision } = await api.floorDrawings.create({ siteId, floor, name: floor, width, height });
  const published = await api.floorDrawings.publish({ drawingId, revision });
  if (published.mapId === null) throw new Error('the floor was not published');
  return published.mapId;
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-simulated-'));
  database = await freshDatabase(await migratedTemplate());
  server = await start();
  await createApi(server.url, catalogue).session.setUp({ code: server.setUpCode ?? '', nickname: 'Ada', ...ADMIN });
  api = await signIn();
  ({ siteId } = await api.sites.save({ name: { zhCN: '仓库', enUS: 'Warehouse' }, timeZone: 'Europe/Berlin' }));
  mapId = await drawFloor(20, 10, '1F');
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 40_000, interval: 100 });
const connectionOf = async (serialNumber: string) => (await api.robots.detail({ serialNumber })).live.connection;

describe('a simulated robot', () => {
  it('comes, drives, stops, outlives the server and a renewed password, and leaves', async () => {
    const { serialNumber } = await api.simulatedRobots.add({ simulatedOnMap: mapId });
    const one = { serialNumber };
    expect((await api.robotFleet.list({ page: 1, limit: 5 })).rows).toMatchObject([
      {
        serialNumber: 'SIM-0001',
        robotNickName: 'Simulated robot 1',
        simulated: true,
        demo: false,
        life: 'neverConnected',
      },
    ]);
    await soon(async () =>
      expect(await api.robots.detail(one)).toMatchObject({
        simulated: true,
        abilities: { navigate: true, teleop: true, video: false },
        live: { connection: 'online', located: true, pose: { mapId } },
      }),
    );
    const stateOf = async (commandId: string) => (await api.commands.get({ commandId })).state;
    const stop = await api.commands.stop(one);
    await soon(async () => expect(await stateOf(stop.id)).toBe('finished'));
    const resume = await api.commands.resume(one);
    await soon(async () => expect(await stateOf(resume.id)).toBe('finished'));
    await api.points.save({
      mapId,
      baseRevision: (await api.maps.ofSites({})).maps.find((map) => map.id === mapId)?.revision ?? 0,
      changes: [
        {
          op: 'add',
          point: 'shelf',
          to: {
            ...{
              name: 'Shelf',
              departWord: '',
              arrivedWord: '',
              angle: 0,
              stayTime: 0,
              attributes: [],
              chargeBase: [],
            },
            ...{ worldX: 14, worldY: 8, elevatorId: null, doorId: null },
          },
        },
      ],
    });
    const driven = await api.commands.goTo({ ...one, areaId: 'shelf' });
    await soon(async () => expect(await stateOf(driven.id)).toBe('finished'));
    expect((await api.robots.detail(one)).live.pose?.x).toBeCloseTo(14, 0);
    const { steps } = await api.checklist.get({});
    expect(CHECKLIST_STEPS.filter((step) => steps[step] !== null)).toEqual([
      ...['site', 'floor', 'robot', 'firstMessage', 'drive'],
    ]);

    await server.close();
    server = await start();
    api = await signIn();
    await soon(async () => expect(await connectionOf(serialNumber)).toBe('online'));
    expect((await api.robots.detail(one)).live.pose?.x).toBeCloseTo(14, 0);

    await api.robotFleet.revokePassword({ robotToRevoke: serialNumber });
    await soon(async () => expect(await connectionOf(serialNumber)).not.toBe('online'));
    await api.robots.newPassword({ robotToRenew: serialNumber });
    await soon(async () => expect(await connectionOf(serialNumber)).toBe('online'));

    await api.robotFleet.retire({ robotToRetire: serialNumber });
    expect((await api.checklist.get({})).steps.robot).toBeNull();
    await api.robotFleet.reinstate({ robotToReinstate: serialNumber });
    await soon(async () => expect(await connectionOf(serialNumber)).toBe('online'));
    await api.robotFleet.retire({ robotToRetire: serialNumber });
    // Its number is not used again: its records stay.
    expect(await api.simulatedRobots.add({ simulatedOnMap: mapId })).toEqual({ serialNumber: 'SIM-0002' });
  }, 120_000);

  it('is refused on a floor that is unknown, too large or imported', async () => {
    const add = (simulatedOnMap: string) => api.simulatedRobots.add({ simulatedOnMap });
    await expect(add('no-map')).rejects.toMatchObject({ code: ERRORS.mapUnknown });
    const large = await drawFloor(101, 100, '2F');
    await expect(add(large)).rejects.toMatchObject({ code: ERRORS.floorNotSimulable });
    const { db } = server.deps;
    const imported = await drawFloor(10, 10, '3F');
    await db.update(maps).set({ pictureId: 'picture' }).where(eq(maps.id, imported));
    await expect(add(imported)).rejects.toMatchObject({ code: ERRORS.floorNotSimulable });
  });

  it('is one of a few', async () => {
    const { db } = server.deps;
    const [known] = await db.select().from(robots).limit(1);
    if (!known) throw new Error('no robot');
    await db.insert(robots).values(
      Array.from({ length: SIMULATED_ROBOTS_MAX }, (_, i) => ({
        ...known,
        serialNumber: `SIM-9${i}`,
        retiredAt: null,
        passwordHash: '',
        passwordIssuedAt: null,
      })),
    );
    await expect(api.simulatedRobots.add({ simulatedOnMap: mapId })).rejects.toMatchObject({
      code: ERRORS.tooManySimulatedRobots,
    });
  });
});
