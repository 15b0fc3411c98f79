/**
 * Every call of the catalogue against every kind of user. The expected results are the matrix of design 13, written
 * manually and not derived from the declarations under test.
 */
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { createIdReader } from '../../../contract/rules/resourceIds.ts';
import { ERRORS, errorNameOf, type ErrorName } from '../../../contract/wire/errors.ts';
import { fillPathParameter, parameterOf } from '../../../contract/wire/pathParameter.ts';
import {
  audit,
  commands,
  calls as callRows,
  cruisePaths,
  alarmCases,
  alarmRules,
  contactRoles,
  contacts,
  cruiseRecords,
  scheduledTasks,
  scheduleExceptions,
  disinfectionRecords,
  deliveries,
  facePersons,
  faceRecords,
  points,
  relations,
  robots,
  sessions,
} from '../../../server/db/schema.ts';
import { tokenHash } from '../../../server/security/identity.ts';
import { A, A2, B, PEOPLE, startTestServer, tokenOf, type Person, type TestServer } from '../../fakes/testServer.ts';
import { SCHEDULE_ROWS } from './scheduleCalls.ts';
import { MAY, WITHOUT_RELATION, one, DRIVES, ROUTES, CALLS, ROUTE, FAR_ROUTE, FAR_DRIVE } from './accessMatrix.ts';
import { CASES, CONTACTS, FAR_CASE, FAR_ROLE, ROLES, RULES } from './alarmCalls.ts';
import { DELIVERIES, FAR_DELIVERY } from './deliveryCalls.ts';
import type { Demand } from './demand.ts';
import { CALLS as CALL_ROWS } from './callCalls.ts';
import { DISINFECTIONS } from './disinfectionCalls.ts';
import { FACE_PERSONS, FACES, FAR_FACE, FAR_FACE_PERSON } from './faceCalls.ts';

const endpointOf = (call: string): Endpoint => {
  const [area = '', name = ''] = call.split('.');
  const found = (catalogue as Record<string, Record<string, Endpoint>>)[area]?.[name];
  if (!found) throw new Error(`there is no ${call}`);
  return found;
};
const calls = Object.keys(CALLS);
const people = Object.keys(PEOPLE) as Person[];
/** Refusals that depend on the caller, not on the state of the robot or the content of the request. */
const REFUSED: readonly ErrorName[] = [
  'notLoggedIn',
  'sessionInvalid',
  'loginExpired',
  'notAllowed',
  'robotForeign',
  'robotUnknown',
  'notYourself',
  'idsDisagree',
];

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
  await test.db.insert(cruisePaths).values(ROUTES);
  await test.db.insert(cruiseRecords).values(DRIVES);
  await test.db.insert(scheduledTasks).values(SCHEDULE_ROWS.tasks);
  await test.db.insert(scheduleExceptions).values(SCHEDULE_ROWS.exceptions);
  await test.db.insert(callRows).values(CALL_ROWS);
  await test.db.insert(disinfectionRecords).values(DISINFECTIONS);
  await test.db.insert(alarmCases).values(CASES);
  await test.db.insert(contactRoles).values(ROLES);
  await test.db.insert(contacts).values(CONTACTS);
  await test.db.insert(alarmRules).values(RULES);
  await test.db.insert(deliveries).values(DELIVERIES);
  await test.db.insert(facePersons).values(FACE_PERSONS);
  await test.db.insert(faceRecords).values(FACES);
});
afterAll(() => test.close());

const outcome = async (person: Person | null, path: string, data: unknown, demand: Demand): Promise<string> => {
  const { code } = person ? await test.as(person, path, data) : await test.call(path, data);
  const name = code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
  // Administrators may name any robot: that there is none depends on the request.
  if (demand === 'accountAdmin' && name === 'robotUnknown') return 'may';
  return REFUSED.includes(name as ErrorName) ? name : 'may';
};
function expected(demand: Demand, person: Person): string {
  if (demand === 'nothing' || demand === 'session') return 'may';
  if (demand === 'accountAdmin') return person === 'accountAdmin' ? 'may' : 'notAllowed';
  return MAY[demand].includes(person) ? 'may' : WITHOUT_RELATION.includes(person) ? 'robotForeign' : 'notAllowed';
}

it('every call of the catalogue stands in the matrix', () => {
  const declared = Object.entries(catalogue).flatMap(([area, group]) =>
    Object.keys(group).map((name) => `${area}.${name}`),
  );
  expect([...calls].sort()).toEqual(declared.sort());
});

describe.each(calls)('%s', (call) => {
  const { demand, data } = CALLS[call] ?? { demand: 'nothing', data: () => ({}) };
  const endpoint = endpointOf(call);

  it('is answered to whom it should be, and to nobody else', async () => {
    const everybody = await test.db.select().from(relations);
    const places = await test.db.select().from(points);
    const found: Record<string, string> = { nobody: await outcome(null, endpoint.path, data('stranger'), demand) };
    const due: Record<string, string> = { nobody: demand === 'nothing' ? 'may' : 'notLoggedIn' };
    for (const person of people) {
      found[person] = await outcome(person, endpoint.path, data(person), demand);
      due[person] = expected(demand, person);
      // A refused call changes nothing (the test below).
      if (found[person] !== 'may') continue;
      // Restores removed relations and deleted rows for the next user.
      await test.db.insert(relations).values(everybody).onConflictDoNothing();
      await test.db.insert(points).values(places).onConflictDoNothing();
      await test.db.insert(cruisePaths).values(ROUTES).onConflictDoNothing();
      await test.db.insert(facePersons).values(FACE_PERSONS).onConflictDoNothing();
      await test.db.insert(faceRecords).values(FACES).onConflictDoNothing();
      if (call === 'session.signOut')
        await test.db
          .update(sessions)
          .set({ endedCode: null })
          .where(eq(sessions.tokenHash, tokenHash(tokenOf(person))));
    }
    expect(found).toEqual(due);
  });

  it('refuses every field of a wrong type and every empty one, naming it, and changes nothing', async () => {
    const person: Person = demand === 'accountAdmin' ? 'accountAdmin' : 'superAdmin';
    const before = [await test.rowsIn(audit), await test.rowsIn(robots), await test.rowsIn(commands)];
    const { entries } = endpoint.request as unknown as v.ObjectSchema<v.ObjectEntries, undefined>;
    // A wrong value in the path would be another path.
    for (const field of Object.keys(entries).filter((one) => one !== parameterOf(endpoint.path))) {
      const nameOf = async (value: unknown) => {
        const reply = await test.as(person, endpoint.path, { ...data(person), [field]: value });
        return { error: errorNameOf(reply.code), field: (reply.data as { field?: string } | null)?.field };
      };
      interface Wrapping {
        type: string;
        wrapped?: Wrapping;
      }
      const schema = entries[field] as Wrapping | undefined;
      const isOptional = schema?.wrapped !== undefined;
      const inner = schema?.wrapped?.wrapped ?? schema?.wrapped ?? schema;
      const isObject = ['object', 'record'].includes(inner?.type ?? '');
      expect(await nameOf(isObject ? 'text' : { wrong: true })).toEqual({ error: 'fieldInvalid', field });
      // An empty optional field is one that was not given (emptyFields.test.ts).
      if (!isOptional) expect(await nameOf(null)).toEqual({ error: 'parameterEmpty', field });
    }
    expect(
      await outcomeName(person, fillPathParameter(endpoint.path, data(person)).path, 'text instead of fields'),
    ).toBe('fieldInvalid');
    expect([await test.rowsIn(audit), await test.rowsIn(robots), await test.rowsIn(commands)]).toEqual(before);
  });
});

const onRobots = calls.filter((call) => endpointOf(call).access.who === 'robot');
it.each(onRobots)('%s is refused when it names no robot, and changes nothing', async (call) => {
  const { path, request } = endpointOf(call);
  const names = createIdReader(request).resourceFields;
  const before = [await test.rowsIn(audit), await test.rowsIn(robots), await test.rowsIn(commands)];
  for (const person of ['superAdmin', 'stranger'] as const) {
    const data = CALLS[call]?.data(person) ?? {};
    const rest = Object.fromEntries(Object.entries(data).filter(([field]) => !names.includes(field)));
    for (const empty of [
      {},
      ...['', ' ', null, []].map((value) => Object.fromEntries(names.map((one) => [one, value]))),
    ])
      expect(['parameterEmpty', 'fieldInvalid', 'serialNumberEmpty']).toContain(
        await outcomeName(person, path, { ...rest, ...empty }),
      );
  }
  expect([await test.rowsIn(audit), await test.rowsIn(robots), await test.rowsIn(commands)]).toEqual(before);
});

const outcomeName = async (person: Person, path: string, data: unknown): Promise<string | undefined> =>
  errorNameOf((await test.as(person, path, data)).code);

describe('ids', () => {
  const { goTo, get: command, relocate } = catalogue.commands;
  const { get: map, point } = catalogue.maps;

  it.each([
    ['an unknown robot', goTo.path, { serialNumber: 'NO-1', areaId: A.areaId }, 'robotForeign', 'serialNumber'],
    [
      "somebody else's robot",
      goTo.path,
      { serialNumber: B.serialNumber, areaId: B.areaId },
      'robotForeign',
      'serialNumber',
    ],
    ["another robot of one's own site", goTo.path, { serialNumber: A2.serialNumber }, 'robotForeign', 'serialNumber'],
    ['an unknown point', goTo.path, { ...one, areaId: 'no-point' }, 'pointUnknown', 'areaId'],
    ['an unknown map', map.path, { ...one, mapId: 'no-map' }, 'mapUnknown', 'mapId'],
    ['an unknown command', command.path, { commandId: 'no-command' }, 'notFound', 'commandId'],
    ["a command of another's robot", command.path, { commandId: B.commandId }, 'robotForeign', 'commandId'],
    ['an unknown route', catalogue.cruiseRoutes.get.path, { ...one, pathId: 'no-route' }, 'routeDeleted', 'pathId'],
    [
      "one's robot with a route of another site",
      catalogue.cruiseRoutes.get.path,
      { ...one, pathId: FAR_ROUTE },
      'robotForeign',
      'pathId',
    ],
    ['an unknown drive', catalogue.routeRuns.end.path, { ...one, driveId: 'no-drive' }, 'notFound', 'driveId'],
    [
      "a drive of another's robot",
      catalogue.cruiseRecords.details.path,
      { performId: FAR_DRIVE },
      'robotForeign',
      'performId',
    ],
    [
      "records of several robots, one of them another's",
      catalogue.cruiseRecords.listNew.path,
      { serialNumberStr: `${A.serialNumber},${B.serialNumber}` },
      'robotForeign',
      'serialNumberStr',
    ],
    [
      "a delivery of another's robot",
      catalogue.deliveries.cancel.path,
      { deliveryId: FAR_DELIVERY },
      'robotForeign',
      'deliveryId',
    ],
    ["a face of another's robot", catalogue.faces.details.path, { faceId: FAR_FACE }, 'robotForeign', 'faceId'],
    ['an unknown face', catalogue.faces.check.path, { faceId: 'no-face' }, 'notFound', 'faceId'],
    ['a person of another site', catalogue.faces.erase.path, { personId: FAR_FACE_PERSON }, 'robotForeign', 'personId'],
    ["a case of another's robot", catalogue.alarmCases.take.path, { caseId: FAR_CASE }, 'robotForeign', 'caseId'],
    [
      'a role of a site where one has nothing',
      catalogue.alarmRules.deleteRole.path,
      { id: FAR_ROLE },
      'robotForeign',
      'id',
    ],
    ['a point of a site where one has nothing', point.path, { areaId: B.areaId }, 'robotForeign', 'areaId'],
    ["one's robot with a point of another site", goTo.path, { ...one, areaId: B.areaId }, 'robotForeign', 'areaId'],
    ["one's robot with a map of another site", map.path, { ...one, mapId: B.mapId }, 'robotForeign', 'mapId'],
  ])('a member is refused %s', async (_, path, data, error, field) => {
    const reply = await test.as('member', path, data);
    expect([errorNameOf(reply.code), (reply.data as { field?: string }).field]).toEqual([error, field]);
  });

  it.each([
    ['a robot with a point of another site', goTo.path, { ...one, areaId: B.areaId }],
    ['a robot with a map of another site', map.path, { serialNumber: B.serialNumber, mapId: A.mapId }],
    ['a robot with a route of another site', catalogue.cruiseRoutes.setDefault.path, { ...one, pathId: FAR_ROUTE }],
    ['a robot with a drive of another', catalogue.routeRuns.end.path, { ...one, driveId: FAR_DRIVE }],
    [
      'a route with another map of its own site',
      catalogue.cruiseRoutes.save.path,
      { ...one, pathId: ROUTE, mapId: A2.mapId, pathName: 'X', mapAreaVOList: [] },
    ],
    ['a point with another map of its own site', goTo.path, { ...one, areaId: A.areaId, mapId: A2.mapId }],
    [
      "a robot with a place on another site's map",
      relocate.path,
      { ...one, locationX: 1, locationY: 1, mapId: B.mapId },
    ],
  ])('who may do everything is refused ids that disagree: %s', async (_, path, data) => {
    expect(await outcomeName('superAdmin', path, data)).toBe('idsDisagree');
  });

  it("a map of one's own site is reached through any robot of the site", async () => {
    expect(await test.as('member', map.path, { ...one, mapId: A2.mapId })).toMatchObject({
      code: 0,
      data: { id: A2.mapId },
    });
    expect(await test.as('member', point.path, { areaId: A2.areaId })).toMatchObject({
      code: 0,
      data: { areaId: A2.areaId },
    });
  });

  it("a userId or id that means the caller must be the caller's own", async () => {
    const refused = { code: ERRORS.notYourself };
    expect(await test.as('member', goTo.path, { ...one, userId: 'superAdmin' })).toMatchObject({
      ...refused,
      data: { field: 'userId' },
    });
    expect(await test.as('member', catalogue.session.userInfo.path, { id: 'superAdmin' })).toMatchObject({
      ...refused,
      data: { field: 'id' },
    });
    expect(await test.as('accountAdmin', catalogue.robots.modelCount.path, { userId: 'member' })).toMatchObject(
      refused,
    );
  });

  it("a right that was taken away is gone with the next call, and its write's reply can still be had", async () => {
    const id = test.newId();
    const rename = [catalogue.robots.rename.path, { ...one, robotNickName: 'Last words' }] as const;
    const mine = eq(relations.id, 'relation-robotAdmin');
    expect(await test.as('robotAdmin', ...rename, { id })).toMatchObject({ code: 0 });
    await test.db.update(relations).set({ isAuth: false }).where(mine);
    expect(await test.as('robotAdmin', ...rename)).toMatchObject({ code: ERRORS.robotForeign });
    expect(await test.as('robotAdmin', ...rename, { id })).toMatchObject({ code: 0 });
    await test.db.update(relations).set({ isAuth: true }).where(mine);
  });
});

describe('a call that may leave its robot out', () => {
  const { list, listNew, count, countNew } = catalogue.cruiseRecords;
  const mine: Partial<Record<Person, number>> = {
    viewer: 1,
    member: 1,
    robotAdmin: 1,
    superAdmin: 2,
    viewingSuperAdmin: 1,
  };
  // Earlier tests wrote relations directly to the database, so the server's cache lacks them.
  beforeAll(() => test.server.deps.fleet.refresh());

  it.each([
    ['list', list.path, {}],
    ['list', list.path, { serialNumber: '' }],
    ['listNew', listNew.path, { serialNumberStr: '' }],
    ['listNew', listNew.path, { serialNumberStr: ',' }],
    ['count', count.path, {}],
    ['countNew', countNew.path, { serialNumberStr: '' }],
  ])("cruiseRecords.%s is then of the caller's robots only: %s %o", async (_, path, data) => {
    for (const person of people)
      expect([person, (await test.as(person, path, data)).data]).toMatchObject([person, { total: mine[person] ?? 0 }]);
  });

  it("robots.mqttConfig is then of the caller's own feed", async () => {
    for (const person of people) {
      const { data } = await test.as(person, catalogue.robots.mqttConfig.path, { serialNumber: '' });
      const { topics, mqttSubTopic } = data as { topics: string[]; mqttSubTopic: string };
      expect([mqttSubTopic, topics.every((topic) => topic.includes(person))]).toEqual(['', true]);
      expect(topics.join()).not.toContain(A.serialNumber);
    }
  });
});
