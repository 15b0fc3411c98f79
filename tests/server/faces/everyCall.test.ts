/**
 * No call of the catalogue that names a file returns the clear picture of a face, nor an address that serves it: the
 * requests of the access matrix are sent with its id, by those who may do most.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { requestFields } from '../../../contract/rules/resourceIds.ts';
import { faceRecords, faceSites, mediaItems, mediaLinks } from '../../../server/db/schema.ts';
import { faceIdOf } from '../../../server/features/faceEvents.ts';
import { clearPicture, faceRobot, rawCall, soon, type FaceRobot } from '../../fakes/faceRobot.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { CALLS } from '../http/accessMatrix.ts';

/** The owner of the robot, who may reveal the face, its account administrator, and somebody who works with it. */
const CALLERS = ['superAdmin', 'accountAdmin', 'member'] as const satisfies readonly Person[];
const FACE = faceIdOf(A.serialNumber, 'f-1');

const endpoints = Object.entries(catalogue as Record<string, Record<string, Endpoint>>).flatMap(([area, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ call: `${area}.${name}`, endpoint })),
);
/** With the paths of the fields that name a file. */
const naming = endpoints.flatMap(({ call, endpoint }) => {
  const paths = requestFields(endpoint.request)
    .filter(({ idOf }) => idOf === 'file' || idOf === 'picture')
    .map(({ path }) => path);
  return paths.length > 0 ? [{ call, endpoint, paths }] : [];
});

let test: TestServer;
let robot: FaceRobot;
let fileId: string;
let clear: Buffer;

beforeAll(async () => {
  test = await startTestServer();
  await test.db.insert(faceSites).values({
    siteId: A.siteId,
    isOn: true,
    ground: 'Agreed by the works council',
    changedBy: 'accountAdmin',
    changedAt: new Date(),
  });
  robot = await faceRobot(test);
  fileId = await robot.upload(await clearPicture());
  await robot.tell({ type: 'face', faceId: 'f-1', temperature: 36.6, fileId });
  await soon(async () => expect(await test.rowsIn(faceRecords)).toBe(1));
  const why = { faceId: FACE, reason: 'guestAsks', note: 'The guest asked at the desk' };
  const { ticket } = (await test.as('superAdmin', catalogue.faces.reveal.path, why)).data as { ticket: string };
  clear = (await rawCall(test, 'superAdmin', catalogue.faces.open.path, { faceId: FACE, ticket })).rawPayload;
  expect(clear.length).toBeGreaterThan(10_000);
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(() => test.forgetTries());

/** Any 40 bytes from inside the picture. */
function shows(bytes: Buffer): boolean {
  const part = clear.subarray(2_000, 2_040);
  return bytes.includes(part) || bytes.toString('latin1').includes(part.toString('base64').slice(4, 40));
}
/** The request with the file's id at the path. */
function withId(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return fileId;
  if (step === '[]') return [withId(Array.isArray(value) ? value[0] : undefined, rest)];
  const record = typeof value === 'object' && value !== null ? value : {};
  return { ...record, [step]: withId((record as Record<string, unknown>)[step], rest) };
}
/** Addresses of this server anywhere in a reply. */
const addressesIn = (text: string): string[] => [...text.matchAll(/"(\/files\/[^"]+)"/gu)].map(([, url = '']) => url);

it('finds the calls that name a file', () => {
  const calls = naming.map(({ call }) => call);
  expect(calls).toEqual(
    expect.arrayContaining(['files.download', 'files.address', 'photos.createLink', 'photos.export', 'photos.item']),
  );
  expect(calls.filter((call) => !CALLS[call])).toEqual([]);
});

describe.each(CALLERS)('as %s', (person) => {
  it.each(naming)('$call', async ({ call, endpoint, paths }) => {
    const sample = CALLS[call]?.data(person);
    for (const path of paths) {
      const reply = await rawCall(test, person, endpoint.path, withId(sample, path) as object);
      // Of a call with a file it is the request without one.
      expect([200, 400, 404, 415]).toContain(reply.statusCode);
      expect(shows(reply.rawPayload), call).toBe(false);
      for (const url of addressesIn(reply.payload)) {
        const served = await test.server.inject({ url });
        expect(shows(served.rawPayload), url).toBe(false);
      }
    }
    expect([await test.rowsIn(mediaItems), await test.rowsIn(mediaLinks)]).toEqual([0, 0]);
  });
});

it('is still there, and returned by the reveal call only', async () => {
  const why = { faceId: FACE, reason: 'guestAsks', note: 'The guest asked at the desk' };
  const { ticket } = (await test.as('superAdmin', catalogue.faces.reveal.path, why)).data as { ticket: string };
  const reply = await rawCall(test, 'superAdmin', catalogue.faces.open.path, { faceId: FACE, ticket });
  expect(reply.rawPayload.equals(clear)).toBe(true);
  expect(shows(reply.rawPayload)).toBe(true);
});
