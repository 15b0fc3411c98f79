/** Drawn floors: drafts that only account administrators see, conflicts, and what robots get once they are published. */
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { DrawingSave } from '../../../contract/endpoints/floorDrawings.ts';
import type { Drawing, FloorDrawing, FloorDrawingRow } from '../../../contract/entities/floorDrawing.ts';
import type { IndoorMap, MapFloor } from '../../../contract/entities/map.ts';
import { encodePng } from '../../../contract/rules/mapFiles/png.ts';
import { occupancyOf } from '../../../contract/rules/planPath/occupancy.ts';
import { pathFinder, USUAL_RADIUS_M } from '../../../contract/rules/planPath/path.ts';
import { readLif } from '../../../contract/rules/mapFiles/lifRead.ts';
import { readRosMap } from '../../../contract/rules/mapFiles/rosMap.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, floorDrawings, floorTraces, points } from '../../../server/db/schema.ts';
import { createMapFileHandlers } from '../../../server/features/mapFiles.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { crossings } from '../../fakes/drawings.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const calls = catalogue.floorDrawings;
const ask = async <Data>(path: string, data: unknown, person: Person = 'accountAdmin'): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (path: string, data: unknown, person: Person = 'accountAdmin') =>
  errorNameOf((await test.as(person, path, data)).code);
const created = (name: string, more: object = {}): Promise<FloorDrawing> =>
  ask(calls.create.path, { siteId: A.siteId, floor: '5F', name, width: 12, height: 8, ...more });
const mapsOfSite = async (): Promise<MapFloor[]> =>
  (await ask<{ maps: MapFloor[] }>(catalogue.mapFiles.ofSite.path, { siteId: A.siteId }, 'member')).maps;
const wall = (id: string, from: [number, number], to: [number, number]): Drawing['walls'][number] => ({
  id,
  from,
  to,
  kind: 'inner',
});
const lobby = async () => {
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  if (!point) throw new Error('no point to copy');
  return point;
};
/** A wall across the floor with a door in its middle. */
const DIVIDED: Drawing = {
  walls: [wall('w', [6, 0], [6, 8])],
  doors: [{ id: 'd', wallId: 'w', at: 4, width: 0.9, side: 1 }],
  rooms: [],
};
const png = async (): Promise<string> =>
  Buffer.from(await encodePng({ width: 8, height: 4, channels: 1, data: new Uint8Array(32).fill(254) })).toString(
    'base64',
  );
const PLACED = { resolution: 0.5, originX: 0, originY: 0, originYaw: 0 };

describe('a drawn floor', () => {
  it('starts empty, and is on no list of maps until it is published', async () => {
    const drawing = await created('Attic');
    expect(drawing).toMatchObject({
      siteId: A.siteId,
      siteName: 'One',
      floor: '5F',
      name: 'Attic',
      width: 12,
      height: 8,
      revision: 0,
      publishedRevision: null,
      mapId: null,
      trace: null,
      drawing: { walls: [], doors: [], rooms: [] },
    });
    expect(await ask(calls.save.path, { drawingId: drawing.id, baseRevision: 0, drawing: DIVIDED })).toEqual({
      result: 'saved',
      revision: 1,
    });
    expect((await mapsOfSite()).map(({ name }) => name)).toEqual(['Ground', 'Upper']);
    const { sites, drawings } = await ask<{ sites: { name: string }[]; drawings: FloorDrawingRow[] }>(
      calls.list.path,
      {},
    );
    expect(sites.map(({ name }) => name)).toContain('One');
    expect(drawings.map(({ name, siteName, revision, mapId }) => [name, siteName, revision, mapId])).toEqual([
      ['Attic', 'One', 1, null],
    ]);
    await ask(calls.remove.path, { drawingId: drawing.id, revision: 1 });
    expect(await refusal(calls.get.path, { drawingId: drawing.id })).toBe('drawingUnknown');
  });

  it('is published as a map that robots plan on; the next edit reaches them only when it is published too', async () => {
    const { id } = await created('Roof garden');
    await ask(calls.save.path, { drawingId: id, baseRevision: 0, drawing: DIVIDED });
    expect(await ask(calls.publish.path, { drawingId: id, revision: 1 })).toMatchObject({
      mapId: id,
      publishedRevision: 1,
    });
    const plan = async () =>
      (await ask<IndoorMap>(catalogue.maps.get.path, { serialNumber: A.serialNumber, mapId: id }, 'member')).plan;
    const finds = async () => pathFinder(occupancyOf(await plan()))([2, 2], [10, 2], USUAL_RADIUS_M);
    expect((await plan()).walls).toHaveLength(2);
    expect(crossings(await finds(), 0, 6).map((y) => Math.abs(y - 4) < 0.45)).toEqual([true]);

    const closed = { ...DIVIDED, doors: [] };
    await ask(calls.save.path, { drawingId: id, baseRevision: 1, drawing: closed });
    expect(await finds()).not.toBeNull();
    await ask(calls.publish.path, { drawingId: id, revision: 2 });
    expect(await finds()).toBeNull();
    expect((await mapsOfSite()).find((map) => map.id === id)).toMatchObject({
      name: 'Roof garden',
      revision: 1,
      picture: null,
      resolution: 0.05,
    });
    expect(await refusal(calls.remove.path, { drawingId: id, revision: 2 })).toBe('drawingPublished');
  });

  it('is exported for ROS and as a layout like every map', async () => {
    const [found] = (await mapsOfSite()).filter(({ name }) => name === 'Roof garden');
    const handlers = createMapFileHandlers({
      ...test.server.deps,
      store: createFolderStore(join(test.folder, 'files')),
      now: () => 0,
    });
    const file = async (format: 'ros' | 'lif') => {
      const context = { db: test.db, language: 'enUS' } as never; // Reads use no more of the request context.
      const { bytes } = await handlers.exportMap({ mapId: found?.id ?? '', format }, context);
      return bytes as Uint8Array; // Both formats return a buffer, not a stream.
    };
    const { picture, resolution } = await readRosMap([{ name: 'x.zip', bytes: await file('ros') }]);
    expect([picture.width, picture.height, resolution]).toEqual([240, 160, 0.05]);
    expect(picture.data[80 * 240 + 120]).toBe(0);
    expect(picture.data[80 * 240 + 60]).toBe(254);
    await test.db
      .insert(points)
      .values({ ...(await lobby()), areaId: 'on-the-roof', mapId: found?.id ?? '', x: 2, y: 2 });
    expect(readLif(new TextDecoder().decode(await file('lif')))).toMatchObject([{ name: 'Roof garden' }]);
  });

  it('two people: the later save changes nothing and gets the other draft', async () => {
    const { id } = await created('Shared');
    await ask(calls.save.path, { drawingId: id, baseRevision: 0, drawing: DIVIDED });
    const answer = await ask<DrawingSave>(calls.save.path, {
      drawingId: id,
      baseRevision: 0,
      drawing: { walls: [], doors: [], rooms: [] },
    });
    expect(answer).toMatchObject({ result: 'conflict', theirs: { revision: 1, drawing: DIVIDED } });
    expect((await ask<FloorDrawing>(calls.get.path, { drawingId: id })).drawing).toEqual(DIVIDED);
    expect(await refusal(calls.publish.path, { drawingId: id, revision: 0 })).toBe('drawingChanged');
    await ask(calls.remove.path, { drawingId: id, revision: 1 });
  });

  it('refuses a drawing against the rules, a taken name, an unknown site, and a floor that is too large', async () => {
    const { id } = await created('Strict');
    const save = (drawing: Drawing) => refusal(calls.save.path, { drawingId: id, baseRevision: 0, drawing });
    expect(await save({ ...DIVIDED, walls: [wall('w', [6, 0], [6, 9])] })).toBe('drawingFaulty');
    expect(await save({ ...DIVIDED, walls: [] })).toBe('drawingFaulty');
    expect(
      await save({
        walls: Array.from({ length: 2_001 }, (_, i) => wall(`w${i}`, [0, 0], [1, 1])),
        doors: [],
        rooms: [],
      }),
    ).toBe('fieldInvalid');
    const draw = (more: object) =>
      refusal(calls.create.path, { siteId: A.siteId, floor: '5F', name: 'New', width: 12, height: 8, ...more });
    expect(await draw({ name: 'strict' })).toBe('mapNameTaken');
    expect(await draw({ name: 'Ground' })).toBe('mapNameTaken');
    expect(await draw({ siteId: 'nowhere' })).toBe('siteUnknown');
    expect(await draw({ width: 401 })).toBe('fieldInvalid');
    expect(await draw({ width: 300, height: 200 })).toBe('fieldInvalid');
    await ask(calls.remove.path, { drawingId: id, revision: 0 });
  });

  it('does not put points into walls unless that is accepted', async () => {
    const { id } = await created('With points');
    await ask(calls.publish.path, { drawingId: id, revision: 0 });
    await test.db.insert(points).values({ ...(await lobby()), areaId: 'in-the-wall', mapId: id, x: 6.02, y: 1 });
    await ask(calls.save.path, { drawingId: id, baseRevision: 0, drawing: DIVIDED });
    expect(await refusal(calls.publish.path, { drawingId: id, revision: 1 })).toBe('drawingPointsBlocked');
    expect(await ask(calls.publish.path, { drawingId: id, revision: 1, leaveBlocked: true })).toMatchObject({
      publishedRevision: 1,
    });
  });

  it('keeps the picture to trace from everyone else, and lets it go', async () => {
    const { id } = await created('Traced');
    const traced = await ask<FloorDrawing>(calls.trace.path, { drawingId: id, picture: await png(), ...PLACED });
    expect(traced.trace).toMatchObject({ width: 8, height: 4, resolution: 0.5, origin: { x: 0, y: 0, yaw: 0 } });
    const pictureId = traced.trace?.id;
    expect((await test.as('accountAdmin', calls.picture.path, { drawingId: id, pictureId })).data).toContain('PNG');
    expect(await refusal(calls.picture.path, { drawingId: id, pictureId }, 'superAdmin')).toBe('notAllowed');
    await ask(calls.publish.path, { drawingId: id, revision: 0 });
    expect((await mapsOfSite()).find((map) => map.id === id)?.picture).toBeNull();
    expect((await ask<FloorDrawing>(calls.removeTrace.path, { drawingId: id })).trace).toBeNull();
    expect(await test.db.select().from(floorTraces).where(eq(floorTraces.drawingId, id))).toEqual([]);
    expect(await refusal(calls.trace.path, { drawingId: id, picture: 'bm8gcGljdHVyZQ==', ...PLACED })).toBe(
      'mapPictureWrong',
    );
  });

  it('goes with its map', async () => {
    const [map] = (await mapsOfSite()).filter(({ name }) => name === 'Traced');
    await ask(catalogue.mapFiles.remove.path, { mapId: map?.id, revision: map?.revision }, 'robotAdmin');
    expect(await test.db.select().from(floorDrawings).where(eq(floorDrawings.name, 'Traced'))).toEqual([]);
  });

  it('is for account administrators only, and every change is on the record', async () => {
    for (const { path } of Object.values(calls))
      for (const person of ['superAdmin', 'robotAdmin', 'stranger'] as const)
        expect(await refusal(path, { siteId: A.siteId }, person), path).toBe('notAllowed');
    const acts = (await test.db.select({ act: audit.act }).from(audit)).map(({ act }) => act);
    for (const act of ['map.draw', 'map.saveDrawing', 'map.traceDrawing', 'map.publishDrawing', 'map.deleteDrawing'])
      expect(acts).toContain(act);
  });
});
