/** The serial number of a robot that never connected is corrected: what belongs to it follows, its password stays. */
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../../contract/endpoint.ts';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { TABLES_BEFORE_FIRST_MESSAGE } from '../../../server/db/repositories/robotFleet.ts';
import * as schema from '../../../server/db/schema.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { audit, relations, robotMapNames, robots } = schema;
const { robots: calls, robotFleet } = catalogue;
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const admin = async (path: string, data: object) => {
  const { code, data: answer } = await test.as('accountAdmin', path, data);
  return { error: code === 0 ? null : errorNameOf(code), answer };
};
const register = async (serialNumber: string, more: object = {}): Promise<Answer<typeof calls.register>> => {
  const { error, answer } = await admin(calls.register.path, {
    serialNumber,
    manufacturer: 'Acme',
    robotModel: 'P1',
    registerSiteId: A.siteId,
    maps: [{ registerMapId: A.mapId, robotMapName: 'F1' }],
    ...more,
  });
  expect(error).toBeNull();
  return answer as Answer<typeof calls.register>;
};
const change = (robotToChange: string, newSerialNumber: string) =>
  admin(robotFleet.changeSerialNumber.path, { robotToChange, newSerialNumber });

/** Resolves when the broker accepts the robot. */
const signIn = (username: string, password: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const client = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username,
      password,
      clientId: username,
      reconnectPeriod: 0,
    });
    client.once('connect', () => client.end(true, () => resolve())).once('error', reject);
  });

it('moves maps, users and claim to the new number, with which the robot connects by its old password', async () => {
  const { mqttPassword, claimCode } = await register('C-0418');
  await test.db.update(robots).set({ drivingClearedAt: new Date() }).where(eq(robots.serialNumber, 'C-0418'));
  expect((await change('C-0418', 'C-0417')).error).toBeNull();
  expect(await test.db.select().from(robots).where(eq(robots.serialNumber, 'C-0418'))).toEqual([]);
  expect(await test.db.select().from(robotMapNames).where(eq(robotMapNames.serialNumber, 'C-0417'))).toHaveLength(1);
  // What another device confirmed says nothing about this one.
  expect(await test.db.select().from(robots).where(eq(robots.serialNumber, 'C-0417'))).toMatchObject([
    { drivingClearedAt: null },
  ]);
  const [entry] = await test.db.select().from(audit).where(eq(audit.act, 'robot.changeSerialNumber'));
  expect(entry).toMatchObject({ subject: 'C-0417', before: { serialNumber: 'C-0418' } });
  await signIn('C-0417', mqttPassword);
  await expect(signIn('C-0418', mqttPassword)).rejects.toThrow();
  expect(await test.as('stranger', calls.bind.path, { code: claimCode })).toMatchObject({
    code: 0,
    data: { serialNumber: 'C-0417' },
  });
});

it('accepts another case of its own number, and no number of another robot', async () => {
  await register('case-1');
  expect((await change('case-1', 'CASE-1')).error).toBeNull();
  expect((await change('CASE-1', A.serialNumber.toLowerCase())).error).toBe('serialNumberTaken');
  // Client ids of the broker have this word for a connection without a robot.
  expect((await change('CASE-1', 'account')).error).toBe('serialNumberTaken');
  expect((await change('nobody', 'C-9')).error).toBe('robotUnknown');
});

it('is refused once the robot was heard', async () => {
  await register('H-1');
  await test.db.update(robots).set({ firstHeardAt: new Date() }).where(eq(robots.serialNumber, 'H-1'));
  expect((await change('H-1', 'H-2')).error).toBe('robotHeard');
});

it('binds a robot to the person who registers it, on request, and then has no claim code', async () => {
  const made = await register('B-7', { bindToCaller: true });
  expect(made).toMatchObject({ claimCode: '', claimQr: '' });
  expect(await test.db.select().from(relations).where(eq(relations.serialNumber, 'B-7'))).toMatchObject([
    { userId: 'accountAdmin', isSuperAdmin: true, isAuth: true },
  ]);
  const [robot] = await test.db.select().from(robots).where(eq(robots.serialNumber, 'B-7'));
  expect(robot?.claimHash).toBeNull();
});

it('knows every table that can name such a robot', () => {
  /** Filled only by what a robot sends, or by connections of browsers that end with it. */
  const AFTERWARDS = [
    'alarm_cases',
    'audit',
    'broker_clients',
    'calls',
    'cruise_records',
    'deliveries',
    'disinfection_records',
    'face_grants',
    'face_persons',
    'face_records',
    'learning_records',
    'media_items',
    'media_viewings',
    'robot_events',
    'track_hours',
    'tracks',
    'visits',
  ];
  const naming = Object.values(schema).flatMap((table) =>
    is(table, PgTable) && 'serialNumber' in getTableColumns(table) ? [getTableName(table)] : [],
  );
  const moved = TABLES_BEFORE_FIRST_MESSAGE.map((table) => getTableName(table));
  expect(naming.filter((name) => name !== 'robots' && !AFTERWARDS.includes(name)).sort()).toEqual([...moved].sort());
});
