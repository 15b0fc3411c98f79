/**
 * A site whose only robot is retired: account administrators still have its map, points, routes and records, as they
 * have those of a site that never had a robot. Nobody else gains anything.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  alarmCases,
  audit,
  calls as callTable,
  cruisePaths,
  cruiseRecords,
  faceRecords as faceTable,
  files as fileTable,
  mediaItems,
  robots,
} from '../../../server/db/schema.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { DRIVES, FAR_DRIVE, FAR_ROUTE, ROUTES } from '../http/accessMatrix.ts';
import { CALLS, FAR_CALL } from '../http/callCalls.ts';
import { FACES, FAR_FACE } from '../http/faceCalls.ts';
import { CASES, FAR_CASE } from '../http/alarmCalls.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
  await test.db.insert(cruisePaths).values(ROUTES);
  await test.db.insert(cruiseRecords).values(DRIVES);
  await test.db.insert(alarmCases).values(CASES);
});
afterAll(() => test.close());

/** B is the only robot of its site. */
const retire = (retiredAt: Date | null) =>
  test.db.update(robots).set({ retiredAt }).where(eq(robots.serialNumber, B.serialNumber));
const page = { page: 1, limit: 5 };
const readsOf = (serialNumber: string): readonly [path: string, data: Record<string, unknown>][] => [
  [catalogue.maps.get.path, { mapId: B.mapId, serialNumber }],
  [catalogue.maps.point.path, { areaId: B.areaId }],
  [catalogue.mapFiles.ofSite.path, { siteId: B.siteId }],
  [catalogue.points.versions.path, { mapId: B.mapId, ...page }],
  [catalogue.cruiseRoutes.list.path, { serialNumber, ...page }],
  [catalogue.cruiseRoutes.get.path, { serialNumber, pathId: FAR_ROUTE }],
  [catalogue.cruiseRecords.listNew.path, { serialNumberStr: serialNumber, ...page }],
  [catalogue.cruiseRecords.details.path, { performId: FAR_DRIVE, ...page }],
  [catalogue.eventRecords.listNew.path, { serialNumberStr: serialNumber, ...page }],
  [catalogue.alarmCases.list.path, { serialNumberStr: serialNumber, ...page }],
  [catalogue.alarmCases.details.path, { caseId: FAR_CASE }],
  [catalogue.commands.list.path, { serialNumber, ...page }],
];
const codes = (person: Person) =>
  Promise.all(
    readsOf(B.serialNumber).map(async ([path, data]) => [path, (await test.as(person, path, data)).code] as const),
  );
const addPoint = (person: Person) =>
  test.as(person, catalogue.points.save.path, { mapId: B.mapId, baseRevision: 0, changes: [], breakRoutes: false });
const mapsOf = async (person: Person): Promise<string[]> => {
  const { maps } = (await test.as(person, catalogue.maps.ofSites.path, {})).data as {
    sites: Site[];
    maps: IndoorMap[];
  };
  return maps.map(({ id }) => id);
};

it('is read and edited by account administrators, until a robot of it is in use', async () => {
  await retire(new Date());
  await test.server.deps.fleet.refresh();
  expect(await codes('accountAdmin')).toEqual(readsOf('').map(([path]) => [path, 0]));
  expect(await mapsOf('accountAdmin')).toContain(B.mapId);
  expect(await addPoint('accountAdmin')).toMatchObject({ code: 0 });
  // A retired robot takes nothing.
  expect(await test.as('accountAdmin', catalogue.commands.charge.path, { serialNumber: B.serialNumber })).toMatchObject(
    { code: ERRORS.robotForeign },
  );
  // A site with a bound robot belongs to that robot's people.
  expect(await test.as('accountAdmin', catalogue.maps.point.path, { areaId: A.areaId })).toMatchObject({
    code: ERRORS.robotForeign,
  });

  await retire(null);
  await test.server.deps.fleet.refresh();
  expect((await codes('accountAdmin')).map(([, code]) => code)).not.toContain(0);
  expect(await mapsOf('accountAdmin')).not.toContain(B.mapId);
});

it('does not open the records of a robot that came from another site', async () => {
  await retire(new Date());
  const [move] = await test.db
    .insert(audit)
    .values({ at: new Date(), userId: 'mover', act: 'robot.move', subject: B.serialNumber })
    .returning();
  const records = (await codes('accountAdmin')).filter(([path]) => path === catalogue.eventRecords.listNew.path);
  expect(records.map(([, code]) => code)).toEqual([ERRORS.robotForeign]);
  await test.db.delete(audit).where(eq(audit.id, move?.id ?? 0));
});

const PHOTO = 'b'.repeat(32);
/** Ids of what the lists have without naming a robot, and the codes of the details. */
async function media(person: Person) {
  const list = async (path: string, data: Record<string, unknown>, idOf: (row: never) => string) =>
    ((await test.as(person, path, data)).data as { rows: never[] }).rows.map(idOf);
  const anything = { serialNumberStr: '', startTime: 0, endTime: 0, page: 1, limit: 5 };
  const { calls, faces, photos } = catalogue;
  return {
    photos: await list(photos.list.path, { page: 1 }, (row: { fileId: string }) => row.fileId),
    photo: (await test.as(person, photos.item.path, { fileId: PHOTO })).code,
    address: (
      (await test.as(person, photos.addresses.path, { fileIds: [PHOTO], thumbnail: true })).data as {
        addresses: unknown[];
      }
    ).addresses.length,
    file: (await test.as(person, catalogue.files.address.path, { fileId: PHOTO, thumbnail: true })).code,
    calls: await list(
      calls.list.path,
      { ...anything, origin: '', end: '', operatorName: '' },
      (row: { id: string }) => row.id,
    ),
    call: (await test.as(person, calls.details.path, { callingRequestId: FAR_CALL })).code,
    faces: await list(faces.list.path, { ...anything, selectType: 'all', name: '' }, (row: { id: string }) => row.id),
    face: (await test.as(person, faces.details.path, { faceId: FAR_FACE })).code,
  };
}
const NOTHING = { photos: [], address: 0, file: ERRORS.fileUnknown, calls: [], faces: [] };

it('has photos, calls and faces that account administrators see and do not change', async () => {
  const at = new Date(1_700_000_000_000);
  await test.db.insert(callTable).values(CALLS.filter(({ id }) => id === FAR_CALL));
  await test.db.insert(faceTable).values(FACES.filter(({ id }) => id === FAR_FACE));
  await test.db.insert(fileTable).values({
    id: PHOTO,
    kind: 'picture',
    owner: 'robot',
    ownerId: B.serialNumber,
    siteId: B.siteId,
    uploadedBy: B.serialNumber,
    byRobot: true,
    name: 'photo.jpg',
    bytes: 10,
    sha256: '',
    state: 'ready',
    storedAs: PHOTO,
    segments: [],
    createdAt: at,
  });
  await test.db.insert(mediaItems).values({
    fileId: PHOTO,
    kind: 'photo',
    serialNumber: B.serialNumber,
    siteId: B.siteId,
    source: 'robot',
    takenAt: at,
    userName: '',
  });
  await retire(new Date());
  await test.server.deps.fleet.refresh();
  expect(await media('accountAdmin')).toEqual({
    photos: [PHOTO],
    photo: 0,
    address: 1,
    file: 0,
    calls: [FAR_CALL],
    call: 0,
    faces: [FAR_FACE],
    face: 0,
  });
  expect(await test.as('accountAdmin', catalogue.photos.keep.path, { fileIds: [PHOTO], keep: true })).toMatchObject({
    code: ERRORS.notAllowed,
  });
  expect(await media('member')).toMatchObject(NOTHING);
  await retire(null);
  await test.server.deps.fleet.refresh();
  expect(await media('accountAdmin')).toMatchObject(NOTHING);
});

it.each(['robot.move', 'robot.handOver'] as const)('keeps them closed after %s', async (act) => {
  await retire(new Date());
  await test.server.deps.fleet.refresh();
  const [entry] = await test.db.insert(audit).values({ userId: 'mover', act, subject: B.serialNumber }).returning();
  const seen = await media('accountAdmin');
  expect(seen).toMatchObject(NOTHING);
  expect(seen).toMatchObject({ photo: ERRORS.playbackMissing, call: ERRORS.robotForeign, face: ERRORS.robotForeign });
  await test.db.delete(audit).where(eq(audit.id, entry?.id ?? 0));
});

it('stays closed to everyone else', async () => {
  await retire(new Date());
  expect(new Set((await codes('stranger')).map(([, code]) => code))).toEqual(new Set([ERRORS.robotForeign]));
  expect(await addPoint('member')).toMatchObject({ code: ERRORS.robotForeign });
});
