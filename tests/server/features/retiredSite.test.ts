/**
 * A site whose only robot is retired: account administrators still have its map, points, routes and records, as they
 * have those of a site that never had a robot. Nobody else gains anything.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { alarmCases, audit, cruisePaths, cruiseRecords, robots } from '../../../server/db/schema.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { DRIVES, FAR_DRIVE, FAR_ROUTE, ROUTES } from '../http/accessMatrix.ts';
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

it('stays closed to everyone else', async () => {
  await retire(new Date());
  expect(new Set((await codes('stranger')).map(([, code]) => code))).toEqual(new Set([ERRORS.robotForeign]));
  expect(await addPoint('member')).toMatchObject({ code: ERRORS.robotForeign });
});
