/**
 * Integrators' apps: signature 2 with a secret that is shown once, accounts that nobody signs in to, and robots granted
 * by their users.
 */
import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Account } from '../../../contract/entities/account.ts';
import type { IntegratorApp, MadeApp } from '../../../contract/entities/integratorApp.ts';
import { CLOCK_TOLERANCE_MS, SESSION_TTL_MS } from '../../../contract/rules/limits.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import { canonical } from '../../../contract/wire/canonical.ts';
import { API_BASE, type Reply } from '../../../contract/wire/envelope.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { decryptSecret, encryptSecret } from '../../../server/appSecrets.ts';
import { apps, audit, sessions } from '../../../server/db/schema.ts';
import { createSessionIssuer } from '../../../server/features/sessionIssuer.ts';
import { createCallLimits } from '../../../server/security/callLimits.ts';
import { A, B, startTestServer, tokenOf, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.apps;
const robotList = catalogue.robots.listOfView;
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const admin = (path: string, data: object) => test.as('accountAdmin', path, data);
const create = async (data: object = {}): Promise<MadeApp> =>
  (await admin(calls.create.path, { name: 'Lift gateway', role: 'operator', ...data })).data as MadeApp;
const list = async (): Promise<IntegratorApp[]> => (await admin(calls.list.path, {})).data as IntegratorApp[];
const invite = (app: MadeApp, serialNumber = A.serialNumber) =>
  test.as('superAdmin', catalogue.friends.invite.path, { serialNumber, account: app.appId });
const nameOf = async (reply: Promise<Reply>): Promise<string | undefined> => {
  const { code } = await reply;
  return code === 0 ? 'ok' : errorNameOf(code);
};

interface Said {
  requestId?: string;
  userId?: string;
  time?: number;
  secret?: string;
  extra?: string;
  address?: string;
  token?: string;
  headers?: Record<string, string>;
}
/** Calls as an integrator's program does. */
async function callAs(
  app: MadeApp,
  path: string,
  data: unknown,
  said: Said = {},
  on: TestServer = test,
): Promise<Reply> {
  const {
    requestId = randomBytes(16).toString('hex'),
    userId = app.userId,
    secret = app.secret,
    address = '127.0.0.1',
  } = said;
  const time = String(said.time ?? on.server.deps.now());
  const extra =
    said.extra ??
    createHmac('sha256', secret)
      .update([requestId, app.appId, '1.0', userId, time, path, canonical(data)].join('\n'))
      .digest('hex');
  const response = await on.server.inject({
    method: 'POST',
    url: `${API_BASE}${path}`,
    remoteAddress: address,
    headers: {
      'content-type': 'application/json',
      language: 'en-us',
      'system-type': 'web',
      time,
      ...(said.token ? { authorization: said.token } : {}),
      ...said.headers,
    },
    payload: JSON.stringify({
      id: randomBytes(16).toString('hex'),
      requestId,
      appId: app.appId,
      version: '1.0',
      userId,
      data,
      extra,
    }),
  });
  return JSON.parse(response.body) as Reply;
}
const serials = async (app: MadeApp) =>
  ((await callAs(app, robotList.path, { robotView: 'all' })).data as { serialNumber: string }[]).map(
    ({ serialNumber }) => serialNumber,
  );

describe('a secret', () => {
  it('is told once, kept encrypted, and stands in no log and no audit', async () => {
    const { appId, userId, secret } = await create();
    const written = JSON.stringify([
      await test.db.select().from(apps),
      await test.db.select().from(audit),
      await list(),
    ]);
    expect(written + test.logged.join('')).not.toContain(secret);
    expect(await test.db.select().from(audit).where(eq(audit.act, 'app.create'))).toMatchObject([
      { userId: 'accountAdmin', subject: userId, after: { appId, name: 'Lift gateway', role: 'operator' } },
    ]);
    expect((await list()).find((app) => app.appId === appId)).toMatchObject({
      name: 'Lift gateway',
      role: 'operator',
      userId,
      robots: 0,
      createdBy: 'accountAdmin by name',
      lastUsedAt: null,
      lockedAt: null,
      revokedAt: null,
    });
  });

  it('opens for its own app alone, and not when it was changed', async () => {
    const sealed = await encryptSecret(test.db, 'app-1', 'secret');
    expect(await decryptSecret(test.db, 'app-1', sealed)).toBe('secret');
    expect(await encryptSecret(test.db, 'app-1', 'secret')).not.toBe(sealed);
    await expect(decryptSecret(test.db, 'app-2', sealed)).rejects.toThrow();
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await expect(decryptSecret(test.db, 'app-1', changed.toString('base64url'))).rejects.toThrow();
  });

  it('is renewed: the old one signs nothing from then on', async () => {
    const app = await create();
    const renewed = (await admin(calls.renewSecret.path, { appId: app.appId })).data as MadeApp;
    expect(await nameOf(callAs(app, robotList.path, { robotView: 'all' }))).toBe('signatureWrong');
    expect(await nameOf(callAs(renewed, robotList.path, { robotView: 'all' }))).toBe('ok');
    expect(await nameOf(admin(calls.renewSecret.path, { appId: 'app-none' }))).toBe('notFound');
  });
});

describe('a large body', () => {
  const move = catalogue.points.move.path;
  const large = { pad: 'x'.repeat(100 << 10) };

  it('needs the app named before it, by an app that may call, and is signed as any other', async () => {
    const app = await create();
    expect(await nameOf(callAs(app, move, large))).toBe('bodyTooLarge');
    expect(await nameOf(callAs(app, move, large, { headers: { 'app-id': 'app-none' } }))).toBe('accountNotAuthorized');
    expect(await nameOf(callAs(app, move, large, { headers: { 'app-id': (await create()).appId } }))).toBe(
      'accountNotAuthorized',
    );
    expect(await nameOf(callAs(app, move, large, { headers: { 'app-id': app.appId }, secret: 'another' }))).toBe(
      'signatureWrong',
    );
    // Authenticated: only its data is rejected now.
    expect(await nameOf(callAs(app, move, large, { headers: { 'app-id': app.appId } }))).toBe('parameterEmpty');
    expect(await nameOf(callAs(app, robotList.path, { robotView: 'all' }, { headers: { 'app-id': app.appId } }))).toBe(
      'ok',
    );
  });
});

describe('a call', () => {
  it('needs no token; it is refused with a wrong secret, for another account, by an unknown app, and too late', async () => {
    const app = await create();
    const ask = (said: Said = {}, of = app) => nameOf(callAs(of, robotList.path, { robotView: 'all' }, said));
    expect(await ask()).toBe('ok');
    expect(await ask({ secret: 'guess' })).toBe('signatureWrong');
    expect(await ask({ secret: '' })).toBe('signatureWrong');
    expect(await ask({ extra: '0'.repeat(64) })).toBe('signatureWrong');
    expect(await ask({ userId: 'member' })).toBe('notYourself');
    expect(await ask({}, { ...app, appId: 'app-0000000000000000' })).toBe('accountNotAuthorized');
    expect(await ask({ time: Date.now() - CLOCK_TOLERANCE_MS - 60_000 })).toBe('timeStale');
    // A user's token sent with it changes nothing: an app cannot use a user's session.
    expect(await ask({ token: tokenOf('member') })).toBe('accountNotAuthorized');
    // Public calls stay public, but their signature is still checked.
    expect(await nameOf(callAs(app, catalogue.session.welcome.path, {}))).toBe('ok');
    expect(await nameOf(callAs(app, catalogue.session.welcome.path, {}, { secret: 'guess' }))).toBe('signatureWrong');
    expect(await nameOf(callAs(app, '/no/such-path', {}))).toBe('unknownPath');
    expect((await list()).find(({ appId }) => appId === app.appId)?.lastUsedAt).not.toBeNull();
  });

  it('is done once however often it is sent; its id with another body is refused', async () => {
    const app = await create();
    await invite(app);
    const stop = catalogue.commands.stop.path;
    const requestId = randomBytes(16).toString('hex');
    const first = await callAs(app, stop, { serialNumber: A.serialNumber }, { requestId });
    expect(first.code).toBe(0);
    expect(await callAs(app, stop, { serialNumber: A.serialNumber }, { requestId })).toEqual(first);
    expect(await nameOf(callAs(app, stop, { serialNumber: A.serialNumber, userId: app.userId }, { requestId }))).toBe(
      'idReused',
    );
    expect((await callAs(app, catalogue.commands.resume.path, { serialNumber: A.serialNumber })).code).toBe(0);
  });

  it('counts for the app, whatever its address is up to; a wrong one counts for the address', async () => {
    const busy = await startTestServer({ limits: createCallLimits({ perSession: 3, perAddress: 6 }) });
    try {
      const app = (await busy.as('accountAdmin', calls.create.path, { name: 'Busy', role: 'viewer' })).data as MadeApp;
      const ask = (said: Said = {}) => nameOf(callAs(app, robotList.path, { robotView: 'all' }, said, busy));
      const address = '10.3.3.3';
      // An unknown app id is not looked up once its address has used up its rate limit, so this one has to be cached by
      // then.
      await vi.waitFor(() => expect(busy.server.deps.rights.app(app.appId)).toBeDefined(), { timeout: 10_000 });
      for (let i = 0; i < 6; i++) expect(await ask({ address, secret: 'guess' })).toBe('signatureWrong');
      expect(await ask({ address, secret: 'guess' })).toBe('tooManyRequests');
      for (let i = 0; i < 3; i++) expect(await ask({ address })).toBe('ok');
      expect(await ask({ address })).toBe('tooManyRequests');
      expect(await ask({ address: '10.3.3.4' })).toBe('tooManyRequests');
    } finally {
      await busy.close();
    }
  });

  it('needs the right to every robot, as a person does', async () => {
    const [viewer, operator] = [await create({ role: 'viewer' }), await create()];
    const goTo = (app: MadeApp, data: object = {}) =>
      nameOf(callAs(app, catalogue.commands.goTo.path, { serialNumber: A.serialNumber, areaId: A.areaId, ...data }));
    expect(await goTo(operator)).toBe('robotForeign');
    expect(await nameOf(invite(viewer))).toBe('ok');
    expect(await nameOf(invite(operator))).toBe('ok');
    expect(await serials(operator)).toEqual([A.serialNumber]);
    expect(await goTo(viewer)).toBe('notAllowed');
    expect(await goTo(operator)).toBe('robotOffline');
    expect(await goTo(operator, { userId: 'member' })).toBe('notYourself');
    expect(await goTo(operator, { serialNumber: B.serialNumber, areaId: B.areaId })).toBe('robotForeign');
    expect(await nameOf(callAs(operator, catalogue.accounts.list.path, {}))).toBe('notAllowed');
  });
});

it('the example of the reference runs as it stands there', async () => {
  const app = await create();
  await invite(app);
  const env = {
    ...process.env,
    ROUNDHOUSE_URL: test.server.url,
    APP_ID: app.appId,
    USER_ID: app.userId,
    APP_SECRET: app.secret,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['docs/listRobots.mjs'], { env });
  expect(stdout).toBe(`${A.serialNumber}\tPorter\toffline\n`);
});

describe("an app's account", () => {
  it("is given a robot at once by the robot's administrators, is told from people, and is taken off again", async () => {
    const app = await create({ name: 'Hospital desk' });
    expect(
      await nameOf(
        test.as('member', catalogue.friends.invite.path, { serialNumber: A.serialNumber, account: app.appId }),
      ),
    ).toBe('notAllowed');
    expect(await nameOf(invite(app))).toBe('ok');
    expect(await nameOf(invite(app))).toBe('friendAlready');
    const people = (
      await test.as('superAdmin', catalogue.friends.list.path, { serialNumber: A.serialNumber, text: 'Hospital' })
    ).data as { rows: { friendRelationId: string; account: string; state: string }[] };
    expect(people.rows).toMatchObject([{ account: app.appId, state: 'authorised' }]);
    expect(await test.db.select().from(audit).where(eq(audit.act, 'friend.addApp'))).toContainEqual(
      expect.objectContaining({ userId: 'superAdmin', after: { userId: app.userId, appId: app.appId } }),
    );
    expect(
      await nameOf(
        test.as('superAdmin', catalogue.friends.remove.path, {
          friendRelationId: people.rows[0]?.friendRelationId,
          serialNumber: A.serialNumber,
        }),
      ),
    ).toBe('ok');
    expect(await serials(app)).toEqual([]);
  });

  it('is an app in the list, and no administrator makes it anything else', async () => {
    const app = await create({ name: 'Elevators' });
    const rows = ((await admin(catalogue.accounts.list.path, { text: 'Elevators' })).data as { rows: Account[] }).rows;
    expect(rows).toMatchObject([{ id: app.userId, appId: app.appId, email: '', hasPassword: false }]);
    expect(
      await nameOf(
        admin(catalogue.accounts.save.path, {
          accountId: app.userId,
          nickname: 'Mine',
          email: 'mine@test.org',
          roles: ['admin'],
        }),
      ),
    ).toBe('accountIsApp');
    expect(await nameOf(admin(catalogue.accounts.resetPassword.path, { accountId: app.userId }))).toBe('accountIsApp');
  });

  it('is signed in to by nobody, and gives itself no address and no password', async () => {
    const app = await create();
    const proof = { password: encodePassword('') };
    const answers = [
      nameOf(
        callAs(app, catalogue.profile.updateEmail.path, {
          email: 'app@test.org',
          verificationCode: '000000',
          ...proof,
        }),
      ),
      nameOf(
        callAs(app, catalogue.profile.updateEmail.path, {
          email: 'app@test.org',
          verificationCode: '000000',
          password: encodePassword('Password1'),
        }),
      ),
      nameOf(
        callAs(app, catalogue.profile.updatePassword.path, {
          oldPassword: encodePassword('Password1'),
          password: encodePassword('Password2'),
        }),
      ),
    ];
    expect((await Promise.all(answers)).every((name) => name !== 'ok')).toBe(true);
    const entrance = createSessionIssuer(test.server.deps);
    await expect(
      entrance.open(
        test.db,
        app.userId,
        { address: '', device: '', afterCommit: () => undefined },
        { way: 'code', lifeMs: 1_000 },
      ),
    ).rejects.toMatchObject({ code: 40708 });
  });

  it.each(['revoke', 'renewSecret'] as const)(
    'opens a connection of its own to the broker, and loses it at once by %s',
    async (act) => {
      const app = await create();
      await invite(app);
      const { data } = await callAs(app, catalogue.robots.mqttConfig.path, {
        serialNumber: A.serialNumber,
        userId: app.userId,
        clientId: 'tab',
        language: 'enUS',
      });
      const { username, password, clientId } = data as { username: string; password: string; clientId: string };
      const client = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
        username,
        password,
        clientId,
        reconnectPeriod: 0,
      });
      await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject));
      const closed = new Promise((resolve) => client.once('close', () => resolve('closed')));
      expect(await nameOf(admin(calls[act].path, { appId: app.appId }))).toBe('ok');
      expect(await closed).toBe('closed');
      const again = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
        username,
        password,
        clientId,
        reconnectPeriod: 0,
      });
      expect(
        await new Promise((resolve) =>
          again
            .once('connect', () => resolve('in'))
            .once('error', () => resolve('refused'))
            .once('close', () => resolve('closed')),
        ),
      ).not.toBe('in');
    },
    20_000,
  );

  it('locked, its calls are refused until it is unlocked; revoked, for good', async () => {
    const app = await create();
    const ask = () => nameOf(callAs(app, robotList.path, { robotView: 'all' }));
    const lock = (locked: boolean) => nameOf(admin(catalogue.accounts.lock.path, { accountId: app.userId, locked }));
    expect([await ask(), await lock(true), await ask(), await lock(false), await ask()]).toEqual([
      'ok',
      'ok',
      'accountLocked',
      'ok',
      'ok',
    ]);
    expect(await nameOf(admin(calls.revoke.path, { appId: app.appId }))).toBe('ok');
    expect(await ask()).toBe('accountNotAuthorized');
    expect(await lock(false)).toBe('ok');
    expect(await ask()).toBe('accountNotAuthorized');
    expect(await nameOf(invite(app))).toBe('accountUnknown');
    expect(await nameOf(admin(calls.revoke.path, { appId: app.appId }))).toBe('notFound');
    expect((await list()).at(-1)?.revokedAt).not.toBeNull();
  });

  it('keeps one session, and begins another when its time is over', async () => {
    const app = await create();
    const ask = () => nameOf(callAs(app, robotList.path, { robotView: 'all' }));
    const count = async () => (await test.db.select().from(sessions).where(eq(sessions.userId, app.userId))).length;
    await ask();
    await ask();
    expect(await count()).toBe(1);
    await test.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.userId, app.userId));
    expect(await ask()).toBe('ok');
    expect(await count()).toBe(2);
    const [last] = await test.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, app.userId))
      .orderBy(sessions.expiresAt)
      .limit(2)
      .offset(1);
    expect((last?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(SESSION_TTL_MS - 60_000);
  });
});
