/**
 * Effects that a handler schedules for after the commit, files as responses, and calls that name no robot: on a
 * catalogue that the test defines.
 */
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoint, onRobot, publicAccess, signedIn, type Endpoint } from '../../../contract/endpoint.ts';
import { mapId, serialNumber } from '../../../contract/entities/values.ts';
import { canonical } from '../../../contract/wire/canonical.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { createCall, type Call } from '../../../server/http/calls.ts';
import { createApiHandler, type ApiHandler, type ApiAnswer } from '../../../server/http/apiHandler.ts';
import { createCallLimits } from '../../../server/security/callLimits.ts';
import { A, B, startTestServer, tokenOf, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let apiHandler: ApiHandler;
const calls = new Map<string, Call>();
const happened: string[] = [];
beforeAll(async () => {
  test = await startTestServer();
  const summary = 'A test.';
  const request = v.object({ refuse: v.optional(v.boolean(), false) });
  const write = endpoint('/test/write', {
    summary,
    access: signedIn,
    kind: 'write',
    request,
    response: v.null(),
  });
  const secret = endpoint('/test/secret', {
    summary,
    access: publicAccess,
    kind: 'secret',
    request,
    response: v.null(),
  });
  const file = endpoint('/test/file', {
    summary,
    access: publicAccess,
    kind: 'read',
    binary: true,
    bodyLimit: 300,
    request: v.object({ pad: v.optional(v.string(), '') }),
    response: v.file(),
  });
  const handle: Call['handle'] = async (input, { afterCommit, userId }) => {
    afterCommit(() => void happened.push(`first of ${userId}`));
    afterCommit(() => sleep(30).then(() => Promise.reject(new Error('an effect that fails'))));
    afterCommit(() => void happened.push('last'));
    if ((input as { refuse: boolean }).refuse) throw new ApiError('robotBusy');
    return Promise.resolve(null);
  };
  // Calls whose robot is optional. No call of the catalogue that needs a right on a robot has that.
  const optional = v.object({
    serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''),
    mapIds: v.optional(v.array(mapId), []),
  });
  const spec = { summary, request: optional, response: v.null() };
  const add = (one: Endpoint, run: Call['handle']) => calls.set(one.path, createCall(one, run));
  add(write, handle);
  add(secret, handle);
  add(file, () => Promise.resolve({ contentType: 'image/png', fileName: 'a.png', bytes: new Uint8Array([1, 2, 3]) }));
  for (const kind of ['read', 'write', 'secret', 'stop'] as const)
    add(endpoint(`/test/robot-${kind}`, { ...spec, access: onRobot('stop'), kind }), handle);
  add(endpoint('/test/own', { ...spec, access: signedIn, kind: 'read' }), handle);
  apiHandler = createApiHandler({ ...test.server.deps, limits: createCallLimits() });
});
afterAll(() => test.close());
beforeEach(() => void happened.splice(0));

const call = (path: string, data: object, id = test.newId(), person: Person = 'member'): Promise<ApiAnswer> => {
  const time = String(Date.now());
  const token = tokenOf(person);
  const found = calls.get(path);
  const extra = createHmac('sha256', token)
    .update([id, time, path, canonical(data)].join('\n'))
    .digest('hex');
  return apiHandler.answer({
    call: found && { ...found, inPath: {} },
    path,
    headers: { authorization: token, time },
    address: '127.0.0.1',
    body: Readable.from([Buffer.from(JSON.stringify({ id, data, extra }))]),
  });
};

it('runs effects once, after the commit, the rest of them too when one fails', async () => {
  const id = test.newId();
  for (let i = 0; i < 3; i++)
    expect((await call('/test/write', {}, id)).reply).toEqual({ code: 0, message: 'ok', data: null });
  await apiHandler.idle();
  expect(happened).toEqual(['first of member', 'last']);
  expect(test.logged.filter((line) => line.includes('an effect that fails'))).toHaveLength(1);
});

it('runs none of a refused call', async () => {
  expect((await call('/test/write', { refuse: true })).reply.code).toBe(ERRORS.robotBusy);
  expect((await call('/test/secret', { refuse: true })).reply.code).toBe(ERRORS.robotBusy);
  await apiHandler.idle();
  expect(happened).toEqual([]);
});

it('runs those of a secret call; who calls in public is nobody', async () => {
  await call('/test/secret', {});
  await apiHandler.idle();
  expect(happened).toEqual(['first of ', 'last']);
});

it('is not idle while a call or an effect is under way', async () => {
  const answered = call('/test/write', {});
  await apiHandler.idle();
  expect((await Promise.race([answered, Promise.resolve(null)]))?.reply.code).toBe(0);
  expect(happened).toHaveLength(2);
});

it('hands a file through, and holds a call to its own body limit', async () => {
  expect((await call('/test/file', {})).file).toMatchObject({ contentType: 'image/png', fileName: 'a.png' });
  expect((await call('/test/file', { pad: 'x'.repeat(200) })).reply.code).toBe(ERRORS.bodyTooLarge);
});

describe('a call on robots', () => {
  const answered = async (path: string, data: object, person: Person = 'superAdmin') =>
    (await call(path, data, test.newId(), person)).reply;

  it.each(['read', 'write', 'secret', 'stop'])('that names none is refused: %s', async (kind) => {
    for (const data of [{}, { serialNumber: '' }, { mapIds: [] }, { serialNumber: '', mapIds: [''] }])
      expect(await answered(`/test/robot-${kind}`, data)).toMatchObject(
        'mapIds' in data && data.mapIds.length > 0
          ? { code: ERRORS.parameterEmpty }
          : { code: ERRORS.serialNumberEmpty, data: { field: 'serialNumber' } },
      );
    await apiHandler.idle();
    expect(happened).toEqual([]);
    expect(await answered(`/test/robot-${kind}`, { serialNumber: A.serialNumber })).toMatchObject({ code: 0 });
    expect(await answered(`/test/robot-${kind}`, { mapIds: [A.mapId] })).toMatchObject({ code: 0 });
    expect(await answered(`/test/robot-${kind}`, { mapIds: [A.mapId, B.mapId] })).toMatchObject({
      code: ERRORS.idsDisagree,
    });
  });

  it('that needs a session only may name none; one that it names must be its own', async () => {
    expect(await answered('/test/own', {}, 'stranger')).toMatchObject({ code: 0 });
    for (const data of [{ serialNumber: A.serialNumber }, { mapIds: [A.mapId] }]) {
      expect(await answered('/test/own', data, 'stranger')).toMatchObject({ code: ERRORS.robotForeign });
      expect(await answered('/test/own', data, 'unauthorised')).toMatchObject({ code: ERRORS.robotForeign });
      expect(await answered('/test/own', data, 'viewer')).toMatchObject({ code: 0 });
    }
  });
});

it('a declaration whose access nobody could check does not start', () => {
  const handle: Call['handle'] = () => Promise.resolve(null);
  const spec = { summary: 'A test.', kind: 'read', response: v.null() } as const;
  const named = v.object({ serialNumber });
  expect(() => createCall(endpoint('/x', { ...spec, access: publicAccess, request: named }), handle)).toThrow(
    'serialNumber',
  );
  expect(() =>
    createCall(endpoint('/x', { ...spec, access: onRobot('read'), request: v.object({ page: v.number() }) }), handle),
  ).toThrow('has no robot id');
});
