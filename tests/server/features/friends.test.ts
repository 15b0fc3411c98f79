/**
 * Members of a robot: requesting, inviting, authorising, transferring, leaving; what each can read; two administrators
 * at once.
 */
import { and, eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AccessRequest, Friend, OwnRelation } from '../../../contract/entities/friend.ts';
import { ASKS_PER_PERSON } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, leases, relations, robots } from '../../../server/db/schema.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { friends: calls, robots: robotCalls, control } = catalogue;
const one = { serialNumber: A.serialNumber };
const of = (person: Person) => ({ friendRelationId: `relation-${person}` });
interface List {
  total: number;
  rows: Friend[];
  relation: string;
  rights: string[];
}

let test: TestServer;
let everybody: (typeof relations.$inferSelect)[];
beforeAll(async () => {
  test = await startTestServer();
  everybody = await test.db.select().from(relations);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.forgetTries();
  await test.db.delete(relations);
  await test.db.insert(relations).values(everybody);
  // The access tests cover two super administrators.
  await test.db.delete(relations).where(eq(relations.userId, 'viewingSuperAdmin'));
  await test.db.delete(leases);
});

const outcome = async (person: Person, { path }: { path: string }, data: object): Promise<string> => {
  const { code } = await test.as(person, path, data);
  return code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
};
const answer = async <Data>(person: Person, { path }: { path: string }, data: object): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const askers = async (person: Person): Promise<string[]> =>
  (await answer<{ rows: AccessRequest[] }>(person, calls.requests, {})).rows.map(({ userId }) => userId);
const listOf = (person: Person, more: object = {}) => answer<List>(person, calls.list, { ...one, ...more });
const people = ({ rows }: List): string[] => rows.map(({ userId }) => userId);
const standing = async (userId: string) => {
  const [row] = await test.db
    .select()
    .from(relations)
    .where(and(eq(relations.userId, userId), eq(relations.serialNumber, A.serialNumber)));
  return row && { isAuth: row.isAuth, isRobotAdmin: row.isRobotAdmin, isSuperAdmin: row.isSuperAdmin };
};
const owners = async (): Promise<string[]> =>
  (
    await test.db
      .select()
      .from(relations)
      .where(and(eq(relations.serialNumber, A.serialNumber), eq(relations.isSuperAdmin, true)))
  ).map(({ userId }) => userId);
const recorded = async (act: string) => (await test.db.select().from(audit).where(eq(audit.act, act))).at(-1);
const MEMBER = { isAuth: true, isRobotAdmin: false, isSuperAdmin: false };

describe('the list', () => {
  it('has the super administrator first', async () => {
    const list = await listOf('robotAdmin');
    expect(people(list).slice(0, 2)).toEqual(['superAdmin', 'robotAdmin']);
    expect(list).toMatchObject({ total: 4, relation: 'robotAdmin', rights: ['read', 'stop', 'operate', 'administer'] });
    expect(list.rows[0]).toMatchObject({
      nickname: 'superAdmin by name',
      account: 'superAdmin@test',
      relation: 'superAdmin',
      state: 'authorised',
      isSelf: false,
    });
  });

  it("keeps everybody's account but the own from a member", async () => {
    const list = await listOf('member');
    expect(list.rows.map(({ userId, account }) => [userId, account])).toContainEqual(['superAdmin', 's***@test']);
    expect(list.rows.find(({ isSelf }) => isSelf)?.account).toBe('member@test');
  });

  it('is searched by name in every language, and by account only by who may read it', async () => {
    expect(people(await listOf('superAdmin', { text: 'ROBOTADMIN BY' }))).toEqual(['robotAdmin']);
    expect(people(await listOf('superAdmin', { text: 'viewer@' }))).toEqual(['viewer']);
    expect(people(await listOf('member', { text: 'viewer@' }))).toEqual([]);
    expect(people(await listOf('superAdmin', { text: '%' }))).toEqual([]);
    expect(people(await listOf('superAdmin', { text: 'enUS' }))).toEqual([]);
  });

  it('comes in pages', async () => {
    const first = await listOf('superAdmin', { page: 1, limit: 2 });
    const second = await listOf('superAdmin', { page: 2, limit: 2 });
    expect([first.total, ...people(first), ...people(second)]).toEqual([
      4,
      'superAdmin',
      'robotAdmin',
      expect.any(String),
      expect.any(String),
    ]);
    expect(new Set([...people(first), ...people(second)]).size).toBe(4);
  });
});

describe('asking', () => {
  it('is answered the same for a robot that is there and one that is not, and waits for an administrator', async () => {
    const ask = (robotToAsk: string) => test.as('stranger', calls.ask.path, { robotToAsk });
    const [there, not] = [await ask(A.serialNumber), await ask('NO-1')];
    expect(there).toEqual(not);
    expect(await outcome('stranger', catalogue.robots.detail, one)).toBe('robotForeign');
    expect(await answer('stranger', calls.own, {})).toEqual([]);
    expect(await askers('robotAdmin')).toContain('stranger');
    expect(
      (await test.db.select().from(audit).where(eq(audit.act, 'friend.ask'))).map(({ subject }) => subject),
    ).toEqual([A.serialNumber, 'NO-1']);
  });

  it('finds a robot whose serial number was typed in another case', async () => {
    await answer('accountAdmin', calls.ask, { robotToAsk: A.serialNumber.toLowerCase() });
    expect(await askers('robotAdmin')).toContain('accountAdmin');
  });

  it('changes nothing for who has the robot, or asked before', async () => {
    await answer('member', calls.ask, { robotToAsk: A.serialNumber });
    expect(await standing('member')).toEqual(MEMBER);
  });

  it('is slowed down', async () => {
    const found: string[] = [];
    for (let n = 0; n <= ASKS_PER_PERSON; n += 1)
      found.push(await outcome('accountAdmin', calls.ask, { robotToAsk: `GUESS-${n}` }));
    expect(found).toEqual([...Array.from({ length: ASKS_PER_PERSON }, () => 'ok'), 'tooManyRequests']);
  });

  it('is granted: the robot is in the list at once', async () => {
    await answer('robotAdmin', calls.setAuth, { ...of('unauthorised'), isAuth: true });
    expect(
      (await answer<{ robots: { serialNumber: string }[] }>('unauthorised', robotCalls.list, {})).robots.map(
        ({ serialNumber }) => serialNumber,
      ),
    ).toEqual([A.serialNumber]);
    await vi.waitFor(() =>
      expect(test.server.deps.fleet.fleetCache.robotsOf('unauthorised').has(A.serialNumber)).toBe(true),
    );
    expect(await recorded('friend.authorise')).toMatchObject({
      userId: 'robotAdmin',
      subject: A.serialNumber,
      before: { userId: 'unauthorised', isAuth: false },
      after: { isAuth: true },
    });
  });

  it('is declined by removing it', async () => {
    await answer('robotAdmin', calls.remove, { ...one, ...of('unauthorised') });
    expect(await standing('unauthorised')).toBeUndefined();
  });
});

describe('inviting', () => {
  const invite = (account: string, person: Person = 'robotAdmin') => outcome(person, calls.invite, { ...one, account });
  const invitation = async () => (await answer<OwnRelation[]>('stranger', calls.own, {}))[0];

  it('waits until the invited one accepts, whom nobody can authorise in their place', async () => {
    expect(await invite(' STRANGER@test ')).toBe('ok');
    const waiting = await invitation();
    expect(waiting).toMatchObject({
      serialNumber: A.serialNumber,
      robotNickName: 'Porter',
      state: 'invited',
      invitedBy: 'robotAdmin by name',
    });
    expect(await outcome('stranger', catalogue.robots.detail, one)).toBe('robotForeign');
    const shown = (await listOf('superAdmin')).rows.find(({ userId }) => userId === 'stranger');
    expect(shown).toMatchObject({ state: 'invited', invitedBy: 'robotAdmin by name' });
    expect(people(await listOf('member'))).not.toContain('stranger');
    expect(
      await outcome('superAdmin', calls.setAuth, { friendRelationId: shown?.friendRelationId, isAuth: true }),
    ).toBe('invitationWaits');
    await answer('stranger', calls.answerInvitation, { invitationId: waiting?.friendRelationId, accept: true });
    expect(await standing('stranger')).toEqual(MEMBER);
    expect(
      await outcome('stranger', calls.answerInvitation, { invitationId: waiting?.friendRelationId, accept: true }),
    ).toBe('notFound');
  });

  it('is gone when it is declined', async () => {
    await invite('stranger@test');
    await answer('stranger', calls.answerInvitation, {
      invitationId: (await invitation())?.friendRelationId,
      accept: false,
    });
    expect(await standing('stranger')).toBeUndefined();
  });

  it('authorises who asked already, and refuses who has the robot and who has no account', async () => {
    expect(await invite('unauthorised@test')).toBe('ok');
    expect(await standing('unauthorised')).toEqual(MEMBER);
    expect(await invite('member@test')).toBe('friendAlready');
    expect(await invite('nobody@test')).toBe('accountUnknown');
    expect(await invite('+86 138 0000')).toBe('accountUnknown');
  });

  it('who was let in and put out again cannot come back by the old invitation', async () => {
    await invite('stranger@test');
    const waiting = await invitation();
    await answer('stranger', calls.answerInvitation, { invitationId: waiting?.friendRelationId, accept: true });
    await answer('robotAdmin', calls.setAuth, { friendRelationId: waiting?.friendRelationId, isAuth: false });
    expect(
      await outcome('stranger', calls.answerInvitation, { invitationId: waiting?.friendRelationId, accept: true }),
    ).toBe('notFound');
    expect(await askers('robotAdmin')).toContain('stranger');
  });
});

describe('administrators', () => {
  it('are made and unmade by the super administrator; a viewer is never one', async () => {
    await answer('superAdmin', calls.setRobotAdmin, { ...of('member'), isRobotAdmin: true });
    expect(await outcome('member', calls.setAuth, { ...of('unauthorised'), isAuth: true })).toBe('ok');
    await answer('superAdmin', calls.setRobotAdmin, { ...of('member'), isRobotAdmin: false });
    expect(await outcome('member', calls.setAuth, { ...of('unauthorised'), isAuth: false })).toBe('notAllowed');
    expect(await outcome('superAdmin', calls.setRobotAdmin, { ...of('viewer'), isRobotAdmin: true })).toBe(
      'roleTooLow',
    );
  });

  it('do not put out each other, nor the super administrator', async () => {
    await answer('superAdmin', calls.setRobotAdmin, { ...of('member'), isRobotAdmin: true });
    expect(await outcome('member', calls.remove, { ...one, ...of('robotAdmin') })).toBe('friendDeletionDenied');
    expect(await outcome('robotAdmin', calls.setAuth, { ...of('member'), isAuth: false })).toBe('notAllowed');
    expect(await outcome('robotAdmin', calls.remove, { ...one, ...of('superAdmin') })).toBe('friendDeletionDenied');
    expect(await outcome('robotAdmin', calls.setAuth, { ...of('superAdmin'), isAuth: false })).toBe('superAdminStays');
    expect(await outcome('superAdmin', calls.remove, { ...one, ...of('superAdmin') })).toBe('friendDeletionDenied');
    expect(await owners()).toEqual(['superAdmin']);
  });
});

describe('handing over', () => {
  it('makes the member the super administrator, and the one before an administrator', async () => {
    await answer('superAdmin', calls.handOver, { ...one, ...of('member') });
    expect(await standing('member')).toEqual({ isAuth: true, isRobotAdmin: true, isSuperAdmin: true });
    expect(await standing('superAdmin')).toEqual({ isAuth: true, isRobotAdmin: true, isSuperAdmin: false });
    expect(await recorded('robot.handOver')).toMatchObject({
      userId: 'superAdmin',
      before: { superAdmin: 'superAdmin' },
      after: { superAdmin: 'member' },
    });
  });

  it.each([
    ['unauthorised', 'friendWaits'],
    ['viewer', 'roleTooLow'],
    ['superAdmin', 'superAdminStays'],
  ] as const)('is refused to %s: %s', async (person, error) => {
    expect(await outcome('superAdmin', calls.handOver, { ...one, ...of(person) })).toBe(error);
    expect(await owners()).toEqual(['superAdmin']);
  });
});

describe('letting go', () => {
  it('unbinds: nobody has it any more, the new code binds it once', async () => {
    const made = await answer<{ claimCode: string; claimQr: string }>('superAdmin', calls.unbind, {
      robotId: A.serialNumber,
    });
    expect(made.claimQr).toMatch(/^data:image\/svg\+xml;base64,/u);
    expect(await test.db.select().from(relations).where(eq(relations.serialNumber, A.serialNumber))).toEqual([]);
    expect(await outcome('member', catalogue.robots.detail, one)).toBe('robotForeign');
    expect(
      JSON.stringify([await test.db.select().from(audit), await test.db.select().from(robots), test.logged]),
    ).not.toContain(made.claimCode);
    await answer('stranger', robotCalls.bind, { code: made.claimCode });
    expect(await owners()).toEqual(['stranger']);
    expect(await outcome('member', robotCalls.bind, { code: made.claimCode })).toBe('claimCodeWrong');
  });

  it('a member and an administrator leave by themselves, the super administrator does not', async () => {
    for (const person of ['member', 'robotAdmin'] as const) {
      await answer(person, calls.leave, one);
      expect(await standing(person)).toBeUndefined();
    }
    expect(await outcome('superAdmin', calls.leave, one)).toBe('superAdminStays');
    expect(await recorded('friend.leave')).toMatchObject({ userId: 'robotAdmin', subject: A.serialNumber });
  });
});

describe('at once', () => {
  const inSeconds = { timeout: 20_000, interval: 50 };
  const connect = async (person: Person, serialNumber: string) => {
    const {
      url: _url,
      topics,
      ...config
    } = await answer<{ url: string; topics: string[]; clientId: string; username: string; password: string }>(
      person,
      robotCalls.mqttConfig,
      { serialNumber },
    );
    const client = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, { ...config, reconnectPeriod: 0 });
    await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject));
    const heard: string[] = [];
    client.on('message', (_topic, payload) => void heard.push(payload.toString()));
    await client.subscribeAsync(topics);
    return { client, heard, clientId: config.clientId };
  };

  it.each([
    ['removed', calls.remove, { ...one, ...of('member') }],
    ['no longer authorised', calls.setAuth, { ...of('member'), isAuth: false }],
    ['left with everybody when the robot is unbound', calls.unbind, { robotId: A.serialNumber }],
  ] as const)('who is %s loses broker, feed and control, and is told', async (_, call, data) => {
    await test.server.deps.fleet.refresh();
    test.server.deps.broker.authFacts.forgetPeople();
    const account = await connect('member', '');
    const robot = await connect('member', A.serialNumber);
    await test.db.insert(leases).values({
      serialNumber: A.serialNumber,
      number: 7,
      holderId: 'member',
      holderName: 'Member',
      holderClientId: robot.clientId,
      since: new Date(),
      expiresAt: new Date(Date.now() + 15_000),
    });
    await answer('superAdmin', call, data);
    await vi.waitFor(() => expect(robot.client.connected).toBe(false), inSeconds);
    await vi.waitFor(() => expect(account.heard.join()).toContain('relationsChanged'), inSeconds);
    expect(test.server.deps.fleet.fleetCache.robotsOf('member').has(A.serialNumber)).toBe(false);
    expect((await test.db.select().from(leases))[0]).toMatchObject({ holderId: null, number: 7 });
    expect(await outcome('member', control.renew, { ...one, clientId: robot.clientId, number: 7 })).toBe(
      'robotForeign',
    );
    account.client.end(true);
  });

  it('who is invited is told, with the names to say it', async () => {
    const account = await connect('stranger', '');
    await answer('robotAdmin', calls.invite, { ...one, account: 'stranger@test' });
    await vi.waitFor(
      () =>
        expect(account.heard.map((text) => JSON.parse(text) as unknown)).toContainEqual({
          type: 'robotInvited',
          serialNumber: A.serialNumber,
          robot: 'Porter',
          by: 'robotAdmin by name',
          count: 1,
        }),
      inSeconds,
    );
    account.client.end(true);
  });

  it('who may decide about a request is told of it, and nobody else, with the names in every language', async () => {
    const [admin, member] = [await connect('robotAdmin', ''), await connect('member', '')];
    await answer('stranger', calls.ask, { robotToAsk: A.serialNumber });
    await vi.waitFor(
      () =>
        expect(admin.heard.map((text) => JSON.parse(text) as unknown)).toContainEqual({
          type: 'accessRequested',
          serialNumber: A.serialNumber,
          names: {
            robot: { enUS: 'Porter', zhCN: '跑堂' },
            by: { enUS: 'stranger by name', zhCN: 'stranger' },
          },
        }),
      inSeconds,
    );
    expect(member.heard.join()).not.toContain('accessRequested');
    for (const { client } of [admin, member]) client.end(true);
  });

  it('takes back who asks for control, and leaves the one who has it', async () => {
    await test.db.insert(leases).values({
      serialNumber: A.serialNumber,
      number: 3,
      holderId: 'superAdmin',
      expiresAt: new Date(Date.now() + 15_000),
      askedById: 'member',
      askedByClientId: 'tab',
    });
    await answer('robotAdmin', calls.remove, { ...one, ...of('member') });
    expect((await test.db.select().from(leases))[0]).toMatchObject({ holderId: 'superAdmin', askedById: null });
  });
});

describe('two at once', () => {
  const both = async (...doing: Promise<string>[]): Promise<string[]> => (await Promise.all(doing)).sort();

  it('one robot, handed over to two: one of them has it', async () => {
    const found = await both(
      outcome('superAdmin', calls.handOver, { ...one, ...of('member') }),
      outcome('superAdmin', calls.handOver, { ...one, ...of('robotAdmin') }),
    );
    expect(found).toEqual(['notAllowed', 'ok']);
    expect(await owners()).toHaveLength(1);
  });

  it('handed over to one who is removed, or leaves, in the same moment: never without a super administrator', async () => {
    for (let n = 0; n < 6; n += 1) {
      await test.db.delete(relations);
      await test.db.insert(relations).values(everybody.filter(({ userId }) => userId !== 'viewingSuperAdmin'));
      const rival =
        n % 2 === 0
          ? outcome('robotAdmin', calls.remove, { ...one, ...of('member') })
          : outcome('member', calls.leave, one);
      await Promise.all([outcome('superAdmin', calls.handOver, { ...one, ...of('member') }), rival]);
      expect(await owners()).toHaveLength(1);
    }
  });

  it('unbound twice, one code counts, and it binds', async () => {
    const replies = await Promise.all(
      [1, 2].map(() => test.as('superAdmin', calls.unbind.path, { robotId: A.serialNumber })),
    );
    const code = replies.flatMap(({ data }) => (data as { claimCode?: string }).claimCode ?? []).join();
    expect(replies.map((reply) => errorNameOf(reply.code) ?? 'ok').sort()).toEqual(['ok', 'robotForeign']);
    expect(await outcome('stranger', robotCalls.bind, { code })).toBe('ok');
  });

  it('made an administrator and put out: both are done, in one order or the other', async () => {
    await both(
      outcome('superAdmin', calls.setRobotAdmin, { ...of('member'), isRobotAdmin: true }),
      outcome('robotAdmin', calls.setAuth, { ...of('member'), isAuth: false }),
    );
    // If removed first, the member cannot become an administrator. If promoted first, the administrator cannot remove
    // the member.
    expect([
      { isAuth: false, isRobotAdmin: false, isSuperAdmin: false },
      { isAuth: true, isRobotAdmin: true, isSuperAdmin: false },
    ]).toContainEqual(await standing('member'));
  });
});
