/** The API handler's refusals in order: envelope, time, signature, session, path, body, idempotency. */
import { createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, robots, sessions } from '../../../server/db/schema.ts';
import { createCallLimits } from '../../../server/security/callLimits.ts';
import { A, startTestServer, tokenOf, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const DETAIL = catalogue.robots.detailBySerialNumber.path;
const RENAME = catalogue.robots.rename.path;
const WELCOME = catalogue.session.welcome.path;
const one = { serialNumber: A.serialNumber };
const nameOf = async () =>
  (await test.db.select({ name: robots.name }).from(robots).where(eq(robots.serialNumber, A.serialNumber)))[0]?.name;

describe('envelope', () => {
  it.each([
    ['no JSON', 'no json at all'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a word', '"word"'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['a body that never ends its brackets', '['.repeat(60_000)],
    [
      "brackets deeper than anybody's data",
      `{"id":"${'0'.repeat(32)}","extra":"${'0'.repeat(64)}","data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    ],
    ['more values than anybody has', `[${'0,'.repeat(30_000)}0]`],
    ['no id', '{"data":{},"extra":"x"}'],
    ['an id that is none', `{"id":"ABC","data":{},"extra":"${'0'.repeat(64)}"}`],
    ['no data', `{"id":"${'0'.repeat(32)}","extra":"${'0'.repeat(64)}"}`],
  ])('refuses %s', async (_, body) => {
    expect(await test.call(WELCOME, {}, { body })).toMatchObject({ code: ERRORS.bodyFormat });
  });

  it('refuses a body over the limit, 2 MB of it, and stays in good health', async () => {
    expect(await test.call(WELCOME, {}, { body: `{"data":"${'x'.repeat(2 << 20)}"}` })).toMatchObject({
      code: ERRORS.bodyTooLarge,
      data: { words: { limit: 0.06 } },
    });
    expect(await test.call(WELCOME, {})).toMatchObject({ code: 0 });
  });

  it('takes an empty value as no data', async () => {
    expect(await test.call(WELCOME, '')).toMatchObject({ code: 0 });
    expect(await test.call(WELCOME, null)).toMatchObject({ code: 0 });
  });

  it('refuses text that no database can hold, naming the field', async () => {
    const refused = { code: ERRORS.fieldInvalid, data: { field: 'robotNickName' } };
    expect(await test.as('robotAdmin', RENAME, { ...one, robotNickName: 'a\0b' })).toMatchObject(refused);
    const id = test.newId();
    const lone = `{"id":"${id}","data":{"serialNumber":"A-1","robotNickName":"\\ud800"},"extra":"${'0'.repeat(64)}"}`;
    expect(await test.as('robotAdmin', RENAME, {}, { body: lone })).toMatchObject(refused);
  });

  it('answers an unknown path, another method and a path that is none with a code', async () => {
    expect(await test.call('/no/such/path', {})).toMatchObject({ code: ERRORS.unknownPath });
    expect(await test.as('member', '/no/such/path', {})).toMatchObject({ code: ERRORS.unknownPath });
    for (const [method, url, code] of [
      ['GET', '/apis/auth/login', ERRORS.illegalRequest],
      ['PUT', '/apis/auth/login', ERRORS.illegalRequest],
      ['POST', '/apis/%zz', ERRORS.unknownPath],
    ] as const) {
      const reply = await test.server.inject({ method, url });
      expect([reply.statusCode, reply.json<{ code: number }>().code]).toEqual([200, code]);
    }
  });
});

describe('time and signature', () => {
  it('refuses a missing or odd time header', async () => {
    for (const time of [null, 'now', '12', '-1700000000000'])
      expect(await test.call(WELCOME, {}, { time })).toMatchObject({
        code: ERRORS.headerFormat,
        data: { field: 'time' },
      });
  });

  it('refuses a time more than five minutes off, and tells its own', async () => {
    const reply = await test.call(WELCOME, {}, { time: String(Date.now() - 300_500) });
    expect(reply).toMatchObject({ code: ERRORS.timeStale });
    expect(Math.abs((reply.data as { serverTime: number }).serverTime - Date.now())).toBeLessThan(5_000);
    expect(await test.call(WELCOME, {}, { time: String(Date.now() + 300_500) })).toMatchObject({
      code: ERRORS.timeStale,
    });
    expect(await test.call(WELCOME, {}, { time: String(Date.now() - 295_000) })).toMatchObject({ code: 0 });
  });

  it("refuses a wrong signature, one of another body, and one keyed by nobody's token", async () => {
    for (const extra of ['0'.repeat(64), 'short', ''])
      expect(await test.as('member', DETAIL, one, { extra })).toMatchObject({ code: ERRORS.signatureWrong });
    const id = test.newId();
    const time = String(Date.now());
    const body = JSON.stringify({
      id,
      data: { serialNumber: 'B-1' },
      extra: await signatureOf({ id, time, path: DETAIL, data: one, token: tokenOf('member') }),
    });
    expect(await test.as('member', DETAIL, one, { body, time })).toMatchObject({ code: ERRORS.signatureWrong });
  });

  it("takes the companion app's signature for the token's own user, and no other app", async () => {
    expect(await test.as('member', DETAIL, one, { app: { userId: 'member' } })).toMatchObject({ code: 0 });
    expect(await test.as('member', DETAIL, one, { app: { userId: 'superAdmin' } })).toMatchObject({
      code: ERRORS.notYourself,
    });
    expect(await test.as('member', DETAIL, one, { app: { userId: 'member', appId: 'integrator' } })).toMatchObject({
      code: ERRORS.accountNotAuthorized,
    });
  });

  it("counts a companion's repeat by its requestId, which is what it signs", async () => {
    const app = { userId: 'robotAdmin', requestId: test.newId() };
    expect(await test.as('robotAdmin', RENAME, { ...one, robotNickName: 'First' }, { app })).toMatchObject({ code: 0 });
    expect(await test.as('robotAdmin', RENAME, { ...one, robotNickName: 'Second' }, { app })).toMatchObject({
      code: ERRORS.idReused,
    });
  });
});

async function signatureOf({
  id,
  time,
  path,
  data,
  token,
}: {
  id: string;
  time: string;
  path: string;
  data: unknown;
  token: string;
}): Promise<string> {
  const { consoleLines } = await import('../../../contract/wire/signature.ts');
  const { canonical } = await import('../../../contract/wire/canonical.ts');
  return createHmac('sha256', token)
    .update(consoleLines({ id, time, path, canonical: canonical(data) }).join('\n'))
    .digest('hex');
}

describe('session', () => {
  it('answers nobody, a forged token, an expired one and an ended one each with its code', async () => {
    expect(await test.call(DETAIL, one)).toMatchObject({ code: ERRORS.notLoggedIn });
    expect(await test.call(DETAIL, one, { token: randomBytes(32).toString('base64url') })).toMatchObject({
      code: ERRORS.sessionInvalid,
    });
    const setSession = (change: Partial<typeof sessions.$inferInsert>) =>
      test.db.update(sessions).set(change).where(eq(sessions.id, 'session-stranger'));
    await setSession({ expiresAt: new Date(Date.now() - 1) });
    expect(await test.as('stranger', WELCOME_OF_MINE, {})).toMatchObject({ code: ERRORS.loginExpired });
    await setSession({ expiresAt: new Date(Date.now() + 60_000), endedCode: ERRORS.loginExpired });
    expect(await test.as('stranger', WELCOME_OF_MINE, {})).toMatchObject({ code: ERRORS.loginExpired });
    await setSession({ endedCode: ERRORS.sessionInvalid });
    expect(await test.as('stranger', WELCOME_OF_MINE, {})).toMatchObject({ code: ERRORS.sessionInvalid });
    await setSession({ endedCode: null });
    expect(await test.as('stranger', WELCOME_OF_MINE, {})).toMatchObject({ code: 0 });
  });

  it('lets a public call pass with a token that is no longer good', async () => {
    expect(await test.call(WELCOME, {}, { token: 'an-old-token' })).toMatchObject({ code: 0 });
  });
});
const WELCOME_OF_MINE = catalogue.session.routes.path;

describe('a repeated id', () => {
  it('gets the first reply and changes nothing', async () => {
    const id = test.newId();
    expect(await test.as('robotAdmin', RENAME, { ...one, robotNickName: 'Once' }, { id })).toEqual({
      code: 0,
      message: 'ok',
      data: null,
    });
    expect(await test.as('robotAdmin', RENAME, { ...one, robotNickName: 'Twice' })).toMatchObject({ code: 0 });
    expect(
      await test.as('robotAdmin', RENAME, { ...one, robotNickName: 'Once' }, { id, time: String(Date.now() + 1_000) }),
    ).toEqual({ code: 0, message: 'ok', data: null });
    expect(await nameOf()).toBe('Twice');
  });

  it('is refused with another body or another path, for reads, writes and secrets', async () => {
    const cases = [
      [RENAME, { ...one, robotNickName: 'x' }, { ...one, robotNickName: 'y' }],
      [DETAIL, one, { serialNumber: 'B-1' }],
      [catalogue.robots.mqttConfig.path, one, {}],
    ] as const;
    for (const [path, first, other] of cases) {
      const id = test.newId();
      expect(await test.as('superAdmin', path, first, { id })).toMatchObject({ code: 0 });
      expect(await test.as('superAdmin', path, other, { id })).toMatchObject({ code: ERRORS.idReused });
      expect(await test.as('superAdmin', catalogue.robots.electricQuantity.path, one, { id })).toMatchObject({
        code: ERRORS.idReused,
      });
      expect(await test.as('superAdmin', path, first, { id })).toMatchObject({ code: 0 });
    }
  });

  it('belongs to its user: somebody else may have the same', async () => {
    const id = test.newId();
    expect(await test.as('robotAdmin', RENAME, { ...one, robotNickName: 'Mine' }, { id })).toMatchObject({ code: 0 });
    expect(await test.as('superAdmin', RENAME, { ...one, robotNickName: 'Theirs' }, { id })).toMatchObject({ code: 0 });
  });

  it('waits while the first is under way: twenty at once do the work once', async () => {
    const id = test.newId();
    const before = await test.rowsIn(audit);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => test.as('robotAdmin', RENAME, { ...one, robotNickName: 'Together' }, { id })),
    );
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0]));
    expect((await test.rowsIn(audit)) - before).toBe(1);
  });

  it('also gets the first refusal', async () => {
    const id = test.newId();
    const bind = catalogue.robots.bind.path;
    expect(await test.as('member', bind, { code: 'NO-SUCH-CODE' }, { id })).toMatchObject({
      code: ERRORS.claimCodeWrong,
    });
    expect(await test.as('member', bind, { code: 'NO-SUCH-CODE' }, { id })).toMatchObject({
      code: ERRORS.claimCodeWrong,
    });
    expect(await test.as('member', bind, { code: 'ANOTHER-CODE' }, { id })).toMatchObject({ code: ERRORS.idReused });
  });

  it('is forgotten after a day', async () => {
    const id = test.newId();
    const other = await startTestServer();
    try {
      expect(await other.as('robotAdmin', RENAME, { ...one, robotNickName: 'Day one' }, { id })).toMatchObject({
        code: 0,
      });
      other.later(25 * 3_600_000);
      await other.db.update(sessions).set({ expiresAt: new Date(Date.now() + 30 * 24 * 3_600_000) });
      expect(await other.as('robotAdmin', RENAME, { ...one, robotNickName: 'Day two' }, { id })).toMatchObject({
        code: 0,
      });
    } finally {
      await other.close();
    }
  });

  it("never keeps a secret's reply, and hands out a new one", async () => {
    const id = test.newId();
    const mqtt = catalogue.robots.mqttConfig.path;
    const first = await test.as('member', mqtt, {}, { id });
    const second = await test.as('member', mqtt, {}, { id });
    expect([first.code, second.code]).toEqual([0, 0]);
    const { rows } = await test.db.execute<{ reply: unknown }>(`select reply from requests where id = '${id}'`);
    expect(rows).toEqual([{ reply: null }]);
  });
});

describe('limits', () => {
  it('refuses a caller gone mad with the seconds to wait, and nobody else', async () => {
    const strict = await startTestServer({ limits: createCallLimits({ perSession: 5, perAddress: 5 }) });
    try {
      const codes: number[] = [];
      for (let i = 0; i < 7; i++) codes.push((await strict.as('member', WELCOME_OF_MINE, {})).code);
      expect(codes).toEqual([0, 0, 0, 0, 0, ERRORS.tooManyRequests, ERRORS.tooManyRequests]);
      expect(await strict.as('viewer', WELCOME_OF_MINE, {})).toMatchObject({ code: 0 });
      const guesses: number[] = [];
      for (let i = 0; i < 7; i++)
        guesses.push((await strict.call(WELCOME_OF_MINE, {}, { token: `guess-${i}`, address: '10.0.0.9' })).code);
      expect(guesses.slice(-2)).toEqual([ERRORS.tooManyRequests, ERRORS.tooManyRequests]);
      expect((await strict.call(WELCOME, {}, { address: '10.0.0.9' })).data).toMatchObject({
        words: { seconds: expect.any(Number) as number },
      });
      expect(await strict.call(WELCOME, {}, { address: '10.0.0.10' })).toMatchObject({ code: 0 });
      const disguised: number[] = [];
      for (let i = 0; i < 7; i++)
        disguised.push((await strict.call(WELCOME, {}, { token: `guess-${i}`, address: '10.0.0.11' })).code);
      expect(disguised).toEqual([0, 0, 0, 0, 0, ERRORS.tooManyRequests, ERRORS.tooManyRequests]);
      const moving: number[] = [];
      for (let i = 0; i < 7; i++)
        moving.push((await strict.call(WELCOME, {}, { address: `2001:db8:1:2::${i + 1}` })).code);
      expect(moving).toEqual(disguised);
    } finally {
      await strict.close();
    }
  });
});

describe('an address that has no calls left', () => {
  it("has made-up tokens and apps refused without the database, and nobody's Stop", async () => {
    const strict = await startTestServer({ limits: createCallLimits({ perSession: 3, perAddress: 3 }), proxied: true });
    try {
      const app = { appId: 'app-0000000000000000', userId: 'x' };
      for (let i = 0; i < 4; i++) await strict.call(WELCOME_OF_MINE, {}, { token: `guess-${i}` });
      for (let i = 0; i < 4; i++) await strict.as('member', WELCOME_OF_MINE, {});
      await strict.server.deps.rights.refresh();
      strict.network?.stall();
      const refused = await Promise.all(
        [{ token: 'another' }, { app, key: 'x' }, { app, key: 'x', headers: { 'app-id': app.appId } }].map((from) =>
          strict.call(WELCOME_OF_MINE, {}, from),
        ),
      );
      expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ code: ERRORS.tooManyRequests })));
      expect(await strict.as('member', catalogue.commands.stop.path, { serialNumber: A.serialNumber })).toMatchObject({
        code: 0,
      });
      strict.network?.flow();
    } finally {
      await strict.close();
    }
  });
});

describe('whatever is sent', () => {
  const endpoints = Object.values(catalogue).flatMap((area) => Object.values(area));
  const harmless = endpoints.filter(
    ({ path }) =>
      path !== catalogue.session.signOut.path &&
      path !== catalogue.session.signIn.path &&
      path !== catalogue.faults.cloud.path,
  );

  it('is answered with a code that is not "server error", and never with a stack', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('A-1', 'B-1', 'point-1', 'map-1', 'site-1', '', ' ', -1, 1e308, 2 ** 60, '\u0000', '__proto__', {
        constructor: 1,
      }),
    );
    const fields = [
      'serialNumber',
      'userId',
      'id',
      'areaId',
      'mapId',
      'commandId',
      'page',
      'limit',
      'clientId',
      'number',
      'reason',
      'coordinateX',
      'coordinateY',
      'theta',
      'locationX',
      'locationY',
      'robotView',
      'language',
      'code',
      'maps',
      'robotNickName',
      'registerSiteId',
      'manufacturer',
      'robotModel',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...harmless),
        fc.dictionary(fc.constantFrom(...fields), value),
        fc.constantFrom('superAdmin', 'accountAdmin', 'member'),
        async ({ path }, data, person) => {
          const reply = await test.as(person as 'member', path, data);
          expect(errorNameOf(reply.code) ?? (reply.code === 0 ? 'ok' : `code ${reply.code}`)).not.toMatch(
            /serverError|^code/u,
          );
          expect(JSON.stringify(reply)).not.toMatch(/\bat .*\.ts|node_modules|drizzle|select |insert /iu);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('is answered with a code even when it is no envelope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        ),
        async (body) => {
          const { code } = await test.call(WELCOME, {}, { body });
          expect([ERRORS.bodyFormat, ERRORS.signatureWrong, ERRORS.fieldInvalid]).toContain(code);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('the log', () => {
  it('has a line a call with path, code, time, user and address, and no body, token or signature', async () => {
    const before = test.logged.length;
    await test.as('member', DETAIL, one);
    const lines = test.logged.slice(before);
    const line = JSON.parse(lines.find((each) => each.includes(DETAIL)) ?? '{}') as Record<string, unknown>;
    expect(line).toMatchObject({
      path: DETAIL,
      code: 0,
      userId: 'member',
      address: '127.0.0.1',
      msg: 'call',
      ms: expect.any(Number) as number,
    });
    expect(test.logged.join('\n')).not.toContain(tokenOf('member'));
  });
});
