/**
 * Limits on bodies before authentication, over the real port: a refused caller gets its response before the body is
 * sent.
 */
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { MAP_BODY_LIMIT_BYTES } from '../../../contract/rules/mapLimits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import type { Reply } from '../../../contract/wire/envelope.ts';
import { readBody } from '../../../server/http/body.ts';
import { createBodyRoom } from '../../../server/http/bodyMemoryLimit.ts';
import { openLargeBody } from '../../../server/http/openBody.ts';
import { isWithin } from '../../../server/http/jsonBounds.ts';
import { startTestServer, tokenOf, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const IMPORT = catalogue.mapFiles.importMap.path;
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.once('close', () => resolve()));

/** Sends the request headers and the given part of the body. */
async function begin(
  path: string,
  headers: Record<string, string | number>,
  body: string | Buffer = '',
): Promise<{ socket: Socket; answer: Promise<string | undefined> }> {
  const socket = connect(Number(new URL(test.server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const answer = new Promise<string | undefined>((resolve) => {
    let text = '';
    socket.on('data', (data: Buffer) => {
      text += data.toString();
      const json = /\r\n\r\n(\{.*\})/su.exec(text)?.[1];
      if (json !== undefined) resolve(errorNameOf((JSON.parse(json) as Reply).code));
    });
    socket.once('close', () => resolve('closed'));
  });
  const head = Object.entries({ host: 'x', time: Date.now(), ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  await new Promise<void>((resolve) => void socket.write(`POST /apis${path} HTTP/1.1\r\n${head}\r\n`, () => resolve()));
  if (body.length > 0) socket.write(body);
  return { socket, answer };
}

describe('a body of somebody who is not known', () => {
  it.each([
    ['nobody', IMPORT, {}, 'bodyTooLarge'],
    ['a token that nobody was given', IMPORT, { authorization: 'a-made-up-token' }, 'sessionInvalid'],
    ['an app that nobody made', IMPORT, { 'app-id': 'app-0000000000000000' }, 'accountNotAuthorized'],
    [
      'a public call, whoever calls',
      catalogue.session.welcome.path,
      { authorization: tokenOf('member') },
      'bodyTooLarge',
    ],
    ['a path that nobody knows', '/no/such/path', { authorization: tokenOf('member') }, 'unknownPath'],
  ])('of %s is not waited for, and its connection ends', async (_, path, headers, name) => {
    const { socket, answer } = await begin(path, { ...headers, 'content-length': 19 << 20 });
    expect(await answer).toBe(name);
    await closed(socket);
  });

  it('ends at 64 KiB when it does not say how long it is', async () => {
    const piece = `${(65 << 10).toString(16)}\r\n${' '.repeat(65 << 10)}\r\n`;
    const { socket, answer } = await begin(IMPORT, { 'transfer-encoding': 'chunked' }, piece);
    expect(await answer).toBe('bodyTooLarge');
    await closed(socket);
  });

  it('that is never finished is ended, and so is one of somebody who is', async () => {
    const [stranger, member] = [
      await begin(IMPORT, { 'content-length': 1_000 }, '{'),
      await begin(IMPORT, { authorization: tokenOf('robotAdmin'), 'content-length': 19 << 20 }, '{'),
    ];
    const dripping = await begin(
      catalogue.session.routes.path,
      { authorization: tokenOf('member'), 'content-length': 1_000 },
      '{',
    );
    // A byte now and then keeps the connection from being idle, but a small body also has a total time limit.
    const drops = setInterval(() => dripping.socket.write(' '), 3_000);
    await Promise.all([stranger, member, dripping].map(({ socket }) => closed(socket)));
    clearInterval(drops);
  });
});

describe('a body of somebody who is known', () => {
  it('has the size that the call allows, and is refused beyond it while it is unsent', async () => {
    const { socket, answer } = await begin(IMPORT, {
      authorization: tokenOf('robotAdmin'),
      'content-length': MAP_BODY_LIMIT_BYTES + 1,
    });
    expect(await answer).toBe('bodyTooLarge');
    socket.destroy();
  });

  it('is opened beside the event loop, and held to its number of values', async () => {
    const many = `{"id":"${test.newId()}","extra":"${'0'.repeat(64)}","data":[${'0,'.repeat(2_000_000)}0]}`;
    expect(errorNameOf((await test.as('robotAdmin', IMPORT, {}, { body: many })).code)).toBe('bodyFormat');
    expect(errorNameOf((await test.as('robotAdmin', IMPORT, { siteId: 'x'.repeat(100 << 10) })).code)).toBe(
      'fieldInvalid',
    );
    expect(
      errorNameOf(
        (await test.as('robotAdmin', IMPORT, { pad: 'x'.repeat(100 << 10) }, { extra: '0'.repeat(64) })).code,
      ),
    ).toBe('signatureWrong');
    const lone = `{"id":"${test.newId()}","data":{"pad":"${'x'.repeat(100 << 10)}\\ud800"},"extra":"${'0'.repeat(64)}"}`;
    expect(errorNameOf((await test.as('robotAdmin', IMPORT, {}, { body: lone })).code)).toBe('fieldInvalid');
  });

  it('counts as one with another under the same id, large as they are', async () => {
    const id = test.newId();
    const ask = (pad: string) => test.as('robotAdmin', IMPORT, { siteId: 'no such site', pad }, { id });
    const first = await ask('x'.repeat(100 << 10));
    expect(await ask('x'.repeat(100 << 10))).toEqual(first);
    expect(errorNameOf((await ask('y'.repeat(100 << 10))).code)).toBe('idReused');
  });

  it('of an account that may never do the call is refused unread', async () => {
    const { socket, answer } = await begin(IMPORT, {
      authorization: tokenOf('viewingSuperAdmin'),
      'content-length': 19 << 20,
    });
    expect(await answer).toBe('notAllowed');
    socket.destroy();
  });

  it('is given up when it comes too slowly', async () => {
    vi.useFakeTimers();
    try {
      const stream = new Readable({ read: () => undefined });
      const read = readBody(stream, { limit: 1 << 20, withinMs: 300_000, leastRate: 32 << 10 });
      const outcome = expect(read).rejects.toThrow('illegalRequest');
      stream.push(Buffer.alloc(64 << 10));
      await vi.advanceTimersByTimeAsync(16_000);
      expect(stream.destroyed).toBe(false);
      await vi.advanceTimersByTimeAsync(4_000);
      await outcome;
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a large body that is not signed, or of a call that nobody knows,', () => {
  const bytes = Buffer.from(`{"id":"${'0'.repeat(32)}","extra":"${'0'.repeat(64)}","data":[1,2,3]}`);
  it.each([
    [IMPORT, 'key'],
    ['/no/such/call', 'key'],
  ])('brings no data to the event loop (%s)', (path, key) => {
    expect(openLargeBody({ bytes, path, time: '0', key, hashKey: 'h', call: path }).envelope.data).toBeNull();
  });
});

describe('the room for bodies', () => {
  it('is shared by all, with a share for each, and is given back', async () => {
    const room = createBodyRoom({ most: 10, share: 6 });
    let end: () => void = () => undefined;
    const held = room.hold('a', 5, () => new Promise<void>((resolve) => (end = resolve)));
    const fits = (caller: string, bytes: number) =>
      room.hold(caller, bytes, () => Promise.resolve(true)).catch(() => false);
    expect([await fits('a', 1), await fits('a', 2), await fits('b', 5), await fits('b', 6)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    end();
    await held;
    expect(await fits('a', 6)).toBe(true);
  });

  it('for strangers is shared by their network: who sends much and slowly keeps nobody else out', async () => {
    const begun = await Promise.all(
      Array.from({ length: 64 }, () => begin(catalogue.session.welcome.path, { 'content-length': 64 << 10 }, '{')),
    );
    const one = await begin(catalogue.session.welcome.path, { 'content-length': 64 << 10 }, '{');
    expect(await one.answer).toBe('tooManyRequests');
    expect((await test.as('member', catalogue.session.routes.path, {})).code).toBe(0);
    expect((await test.call(catalogue.session.welcome.path, {}, { address: '10.5.0.1' })).code).toBe(0);
    for (const { socket } of [...begun, one]) socket.destroy();
    await expect.poll(async () => (await test.call(catalogue.session.welcome.path, {})).code).toBe(0);
  });
});

describe('the bounds of JSON', () => {
  const within = (text: string, values = 4, depth = 2) => isWithin(Buffer.from(text), { values, depth });
  it.each([
    ['{"a":1,"b":[2]}', true],
    ['[1,2,3]', true],
    ['[1,2,3,4]', false],
    ['[[1]]', true],
    ['[[[1]]]', false],
    ['["[[[[{{{{,,,,,,"]', true],
    ['["\\",,,,,,,"]', true],
    ['["\\\\",1,2,3]', false],
    ['["\\\\\\",,,,,,"]', true],
    ['"never ends ,,,,,,', true],
    ['', true],
  ])('of %s', (text, fits) => expect(within(text)).toBe(fits));
});
