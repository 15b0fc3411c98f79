/** What a handler leaves for after the commit, and files as answers: on a catalogue of the test's own. */
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endpoint, open, signedIn } from '../../../contract/endpoint.ts';
import { canonical } from '../../../contract/wire/canonical.ts';
import { CodedError, ERRORS } from '../../../contract/wire/errors.ts';
import { createCallLimits } from '../../../server/http/callLimits.ts';
import type { Call } from '../../../server/http/calls.ts';
import { createDoor, type Door, type DoorAnswer } from '../../../server/http/door.ts';
import { startTestServer, tokenOf, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let door: Door;
const happened: string[] = [];
beforeAll(async () => {
  test = await startTestServer();
  const about = 'A test.';
  const takes = v.object({ refuse: v.optional(v.boolean(), false) });
  const write = endpoint('/test/write', { about, access: signedIn, kind: 'write', takes, answers: v.null() });
  const secret = endpoint('/test/secret', { about, access: open, kind: 'secret', takes, answers: v.null() });
  const file = endpoint('/test/file', {
    about,
    access: open,
    kind: 'read',
    binary: true,
    bodyLimit: 300,
    takes: v.object({ pad: v.optional(v.string(), '') }),
    answers: v.file(),
  });
  const handle: Call['handle'] = async (input, { afterCommit, userId }) => {
    afterCommit(() => void happened.push(`first of ${userId}`));
    afterCommit(() => sleep(30).then(() => Promise.reject(new Error('an effect that fails'))));
    afterCommit(() => void happened.push('last'));
    if ((input as { refuse: boolean }).refuse) throw new CodedError('robotBusy');
    return Promise.resolve(null);
  };
  const calls: Record<string, Call> = {
    '/test/write': { endpoint: write, handle },
    '/test/secret': { endpoint: secret, handle },
    '/test/file': {
      endpoint: file,
      handle: () => Promise.resolve({ contentType: 'image/png', fileName: 'a.png', bytes: new Uint8Array([1, 2, 3]) }),
    },
  };
  door = createDoor({
    ...test.server.parts,
    calls: { find: (path) => calls[path] && { ...calls[path], inPath: {} } },
    limits: createCallLimits(),
  });
});
afterAll(() => test.close());
beforeEach(() => void happened.splice(0));

const call = (path: string, data: object, id = test.newId()): Promise<DoorAnswer> => {
  const time = String(Date.now());
  const token = tokenOf('member');
  const extra = createHmac('sha256', token)
    .update([id, time, path, canonical(data)].join('\n'))
    .digest('hex');
  return door.answer({
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
  await door.idle();
  expect(happened).toEqual(['first of member', 'last']);
  expect(test.logged.filter((line) => line.includes('an effect that fails'))).toHaveLength(1);
});

it('runs none of a refused call', async () => {
  expect((await call('/test/write', { refuse: true })).reply.code).toBe(ERRORS.robotBusy);
  expect((await call('/test/secret', { refuse: true })).reply.code).toBe(ERRORS.robotBusy);
  await door.idle();
  expect(happened).toEqual([]);
});

it('runs those of a secret call; who calls in public is nobody', async () => {
  await call('/test/secret', {});
  await door.idle();
  expect(happened).toEqual(['first of ', 'last']);
});

it('is not idle while a call or an effect is under way', async () => {
  const answered = call('/test/write', {});
  await door.idle();
  expect((await Promise.race([answered, Promise.resolve(null)]))?.reply.code).toBe(0);
  expect(happened).toHaveLength(2);
});

it('hands a file through, and holds a call to its own body limit', async () => {
  expect((await call('/test/file', {})).file).toMatchObject({ contentType: 'image/png', fileName: 'a.png' });
  expect((await call('/test/file', { pad: 'x'.repeat(200) })).reply.code).toBe(ERRORS.bodyTooLarge);
});
