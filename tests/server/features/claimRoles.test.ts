/**
 * A claim code made by an account administrator can add the role operator to the account that uses it, once. An account
 * that stays view-only learns who can add a role, and account administrators are told.
 */
import { desc, eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../contract/endpoint.ts';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { accounts, apps, audit, relations, robots } from '../../../server/db/schema.ts';
import { claimHashOf } from '../../../server/features/claimCode.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
afterEach(async () => {
  await test.db
    .update(accounts)
    .set({ roles: ['viewer'] })
    .where(eq(accounts.id, 'viewer'));
  await test.db
    .update(accounts)
    .set({ roles: ['admin'], nickname: { enUS: 'accountAdmin by name', zhCN: 'accountAdmin' } })
    .where(eq(accounts.id, 'accountAdmin'));
});

const { robots: calls, robotFleet, claims, friends } = catalogue;
type Made = Answer<typeof calls.register>;
type Bound = Answer<typeof calls.bind>;

let next = 0;
const register = async (more: object = {}): Promise<Made> => {
  const registration = {
    serialNumber: `C-${++next}`,
    manufacturer: 'Acme',
    robotModel: 'P1',
    registerSiteId: A.siteId,
    names: { zhCN: '小新', enUS: 'Newcomer' },
  };
  const reply = await test.as('accountAdmin', calls.register.path, { ...registration, ...more });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Made;
};
const bind = (person: Person, code: string) => test.as(person, calls.bind.path, { code });
const bound = async (person: Person, code: string): Promise<Bound> => {
  const reply = await bind(person, code);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Bound;
};
const look = async (person: Person, code: string) =>
  (await test.as(person, claims.look.path, { code })).data as Answer<typeof claims.look>;
const rolesOf = async (id: string) =>
  (await test.db.select({ roles: accounts.roles }).from(accounts).where(eq(accounts.id, id)))[0]?.roles;
const lastAct = async (subject: string) =>
  (await test.db.select().from(audit).where(eq(audit.subject, subject)).orderBy(desc(audit.id)).limit(1))[0];
const robotRow = async (serialNumber: string) =>
  (await test.db.select().from(robots).where(eq(robots.serialNumber, serialNumber)))[0];

/** What the account's notices say from now on. */
async function listen(person: Person) {
  const { data } = await test.as(person, calls.mqttConfig.path, { serialNumber: '' });
  const { url: _url, topics, ...config } = data as Answer<typeof calls.mqttConfig>;
  const client = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, { ...config, reconnectPeriod: 0 });
  await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject));
  const heard: unknown[] = [];
  client.on('message', (_topic, payload) => void heard.push(JSON.parse(payload.toString())));
  await client.subscribeAsync([...topics]);
  return { client, heard };
}

describe('a claim code with a role', () => {
  it('adds it to the account that binds the robot, once, and is audited', async () => {
    const { serialNumber, claimCode, claimRole } = await register({ claimRole: 'operator' });
    expect(claimRole).toBe('operator');
    expect((await lastAct(serialNumber))?.after).toMatchObject({ claimRole: 'operator' });
    expect((await look('viewer', claimCode)).addedRole).toBe('operator');
    // Looking gives nothing.
    expect(await rolesOf('viewer')).toEqual(['viewer']);

    expect(await bound('viewer', claimCode)).toEqual({ serialNumber, addedRole: 'operator', raisers: null });
    expect(await rolesOf('viewer')).toEqual(['viewer', 'operator']);
    expect(await lastAct('viewer')).toMatchObject({
      act: 'account.claimRole',
      userId: 'viewer',
      before: { roles: ['viewer'] },
      after: { roles: ['viewer', 'operator'], serialNumber },
    });
    expect(await robotRow(serialNumber)).toMatchObject({ claimHash: null, claimRole: null });
    expect(await bind('viewer', claimCode)).toMatchObject({ code: ERRORS.claimCodeWrong });

    // The code of the new owner carries none.
    const freed = await test.as('viewer', friends.unbind.path, { userId: 'viewer', robotId: serialNumber });
    const { claimCode: plain } = freed.data as { claimCode: string };
    expect((await look('member', plain)).addedRole).toBeNull();
    await test.db
      .update(accounts)
      .set({ roles: ['viewer'] })
      .where(eq(accounts.id, 'viewer'));
    expect((await bound('viewer', plain)).addedRole).toBeNull();
    expect(await rolesOf('viewer')).toEqual(['viewer']);
  });

  it('changes nothing for an account that has the role', async () => {
    const { claimCode } = await register({ claimRole: 'operator' });
    expect((await look('stranger', claimCode)).addedRole).toBeNull();
    expect(await bound('stranger', claimCode)).toMatchObject({ addedRole: null, raisers: null });
    expect(await lastAct('stranger')).toBeUndefined();
  });

  it('adds none when the robot is bound already', async () => {
    const { serialNumber, claimCode } = await register({ claimRole: 'operator' });
    const rights = { isAuth: true, isRobotAdmin: true, isSuperAdmin: true };
    await test.db.insert(relations).values({ id: `of ${serialNumber}`, userId: 'member', serialNumber, ...rights });
    expect(await bind('viewer', claimCode)).toMatchObject({ code: ERRORS.robotAlreadyBound });
    expect(await rolesOf('viewer')).toEqual(['viewer']);
  });

  it('is renewed with a role or without, and with many robots at once', async () => {
    const { serialNumber } = await register();
    const renew = async (more: object) =>
      (await test.as('accountAdmin', robotFleet.newClaim.path, { robotToClaim: serialNumber, ...more })).data as Answer<
        typeof robotFleet.newClaim
      >;
    expect((await renew({ claimRole: 'operator' })).claimRole).toBe('operator');
    expect(await lastAct(serialNumber)).toMatchObject({ act: 'robot.renewClaim', after: { claimRole: 'operator' } });
    const list = await test.as('accountAdmin', robotFleet.list.path, { page: 1, limit: 20, text: serialNumber });
    expect((list.data as Answer<typeof robotFleet.list>).rows).toMatchObject([{ claimRole: 'operator' }]);
    expect((await renew({})).claimRole).toBeNull();
    expect(await robotRow(serialNumber)).toMatchObject({ claimRole: null });

    const many = { manufacturer: 'Acme', robotModel: 'P1', registerSiteId: A.siteId, claimRole: 'operator' };
    await test.as('accountAdmin', robotFleet.registerMany.path, { ...many, serialNumbers: ['C-M1', 'C-M2'] });
    for (const one of ['C-M1', 'C-M2'])
      expect(await robotRow(one)).toMatchObject({ claimRole: { role: 'operator', by: 'accountAdmin' } });
  });

  it('is no other role, and nothing that others may make', async () => {
    const { serialNumber } = await register();
    const renew = (person: Person, claimRole: string) =>
      test.as(person, robotFleet.newClaim.path, { robotToClaim: serialNumber, claimRole });
    expect(await renew('accountAdmin', 'admin')).toMatchObject({ code: ERRORS.fieldInvalid });
    expect((await renew('superAdmin', 'operator')).code).toBe(ERRORS.notAllowed);
    // Retired, its code ends with its role.
    await renew('accountAdmin', 'operator');
    await test.as('accountAdmin', robotFleet.retire.path, { robotToRetire: serialNumber });
    expect(await robotRow(serialNumber)).toMatchObject({ claimHash: null, claimRole: null });
  });

  it('loses its role with the administrator who gave it, and still binds', async () => {
    const { serialNumber, claimCode } = await register({ claimRole: 'operator' });
    await test.db
      .update(accounts)
      .set({ roles: ['operator', 'admin'] })
      .where(eq(accounts.id, 'superAdmin'));
    const demoted = {
      accountId: 'accountAdmin',
      nickname: 'Former',
      email: 'accountadmin@example.com',
      phoneNumber: '',
    };
    expect(await test.as('superAdmin', catalogue.accounts.save.path, { ...demoted, roles: ['viewer'] })).toMatchObject({
      code: 0,
    });
    await test.db
      .update(accounts)
      .set({ roles: ['operator'] })
      .where(eq(accounts.id, 'superAdmin'));
    expect(await lastAct(serialNumber)).toMatchObject({ act: 'robot.withdrawClaimRole' });
    expect(await bound('viewer', claimCode)).toMatchObject({ serialNumber, addedRole: null });
  });

  it('adds nothing of a giver whom a server of the version before has demoted or locked', async () => {
    for (const change of [{ roles: ['viewer' as const] }, { lockedAt: new Date() }]) {
      const { claimCode } = await register({ claimRole: 'operator' });
      await test.db.update(accounts).set(change).where(eq(accounts.id, 'accountAdmin'));
      expect(await look('viewer', claimCode)).toMatchObject({ addedRole: null });
      expect(await bound('viewer', claimCode)).toMatchObject({ addedRole: null });
      expect(await rolesOf('viewer')).toEqual(['viewer']);
      await test.db
        .update(accounts)
        .set({ roles: ['admin'], lockedAt: null })
        .where(eq(accounts.id, 'accountAdmin'));
    }
  });
  it('adds nothing to the account of an app', async () => {
    const { claimCode } = await register({ claimRole: 'operator' });
    await test.db.insert(apps).values({
      ...{ appId: 'claims-app', accountId: 'viewer', name: 'App', secret: '', createdBy: 'accountAdmin' },
      createdAt: new Date(),
    });
    expect(await look('viewer', claimCode)).toMatchObject({ addedRole: null });
    expect(await bound('viewer', claimCode)).toMatchObject({ addedRole: null });
    await test.db.delete(apps).where(eq(apps.appId, 'claims-app'));
  });
  it('does not pass its role on to a code that a server of the version before puts in its place', async () => {
    const { serialNumber } = await register({ claimRole: 'operator' });
    const claimHash = claimHashOf('AAAA-BBBB-CCCC-DDDD');
    await test.db.update(robots).set({ claimHash }).where(eq(robots.serialNumber, serialNumber));
    expect((await look('viewer', 'AAAA-BBBB-CCCC-DDDD')).addedRole).toBeNull();
    expect((await bound('viewer', 'AAAA-BBBB-CCCC-DDDD')).addedRole).toBeNull();
    expect(await rolesOf('viewer')).toEqual(['viewer']);
  });
});

describe('an account that stays view-only', () => {
  it('learns who can add a role, and account administrators are told', async () => {
    const { client, heard } = await listen('accountAdmin');
    const { serialNumber, claimCode } = await register();
    expect(await bound('viewer', claimCode)).toMatchObject({
      raisers: expect.arrayContaining(['accountAdmin by name']) as string[],
    });
    await vi.waitFor(() =>
      expect(heard).toContainEqual({
        type: 'viewerBound',
        serialNumber,
        names: { robot: { enUS: 'Newcomer', zhCN: '小新' }, by: { enUS: 'viewer by name', zhCN: 'viewer' } },
      }),
    );
    client.end(true);
  });

  it('is marked for administrators who were not there, until it has the role', async () => {
    const needsRole = async () => {
      const { data } = await test.as('accountAdmin', catalogue.accounts.list.path, {});
      return (data as Answer<typeof catalogue.accounts.list>).rows.filter((row) => row.needsRole).map(({ id }) => id);
    };
    await test.db.update(relations).set({ isSuperAdmin: false }).where(eq(relations.userId, 'viewer'));
    expect(await needsRole()).not.toContain('viewer');
    const { claimCode } = await register();
    await bound('viewer', claimCode);
    expect(await needsRole()).toContain('viewer');
    await test.db
      .update(accounts)
      .set({ roles: ['viewer', 'operator'] })
      .where(eq(accounts.id, 'viewer'));
    expect(await needsRole()).not.toContain('viewer');
  });

  it('is not told of itself, nor of administrators who cannot sign in', async () => {
    await test.db
      .update(accounts)
      .set({ roles: ['viewer', 'admin'] })
      .where(eq(accounts.id, 'viewer'));
    const { claimCode } = await register();
    await test.db.update(accounts).set({ lockedAt: new Date() }).where(eq(accounts.id, 'accountAdmin'));
    expect((await bound('viewer', claimCode)).raisers).toEqual(['Robin Hale']);
    await test.db.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, 'accountAdmin'));
  });

  it('an operator is told nothing', async () => {
    const { claimCode } = await register();
    expect((await bound('member', claimCode)).raisers).toBeNull();
  });
});
