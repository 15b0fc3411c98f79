/** Pending requests of all robots that an administrator has, and invitations to several robots in one call. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AccessRequest, OwnRelation } from '../../../contract/entities/friend.ts';
import { INVITE_ROBOTS_MAX } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { relations } from '../../../server/db/schema.ts';
import { createFriendHandlers } from '../../../server/features/friends.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { friends: calls, robots: robotCalls } = catalogue;
const of = (person: Person) => ({ friendRelationId: `relation-${person}` });
interface Requests {
  total: number;
  rows: AccessRequest[];
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
const requestsFor = (person: Person, more: object = {}) => answer<Requests>(person, calls.requests, more);
const askers = async (person: Person): Promise<string[]> =>
  (await requestsFor(person)).rows.map(({ userId }) => userId);
const relationsOf = (userId: string, serialNumber: string) =>
  test.db
    .select()
    .from(relations)
    .where(and(eq(relations.userId, userId), eq(relations.serialNumber, serialNumber)));

describe('the requests', () => {
  const countFor = async (person: Person): Promise<number> =>
    (await answer<{ accessRequests: number }>(person, robotCalls.list, {})).accessRequests;

  it.each(['stranger', 'unauthorised', 'viewer', 'member', 'accountAdmin'] as const)(
    'are not shown to a %s, who may authorise nobody',
    async (person) => {
      expect(await requestsFor(person)).toEqual({ total: 0, rows: [] });
      expect(await countFor(person)).toBe(0);
    },
  );

  it('are not shown to a super administrator whose account only looks', async () => {
    expect([await requestsFor('viewingSuperAdmin'), await countFor('viewingSuperAdmin')]).toEqual([
      { total: 0, rows: [] },
      0,
    ]);
  });

  it('of all robots that an administrator has are in one list, oldest first, without those of other robots', async () => {
    await test.db.insert(relations).values([
      { id: 'later', userId: 'stranger', serialNumber: B.serialNumber, isAuth: false, createdAt: new Date(9e12) },
      { id: 'invited', userId: 'accountAdmin', serialNumber: A.serialNumber, isAuth: false, invitedBy: 'superAdmin' },
    ]);
    const { total, rows } = await requestsFor('superAdmin');
    expect([total, rows.map(({ userId, robotNickName }) => [userId, robotNickName])]).toEqual([
      2,
      [
        ['unauthorised', 'Porter'],
        ['stranger', 'Mist'],
      ],
    ]);
    expect(rows[0]).toMatchObject({
      friendRelationId: 'relation-unauthorised',
      nickname: 'unauthorised by name',
      account: 'unauthorised@test',
      serialNumber: A.serialNumber,
    });
    expect(await countFor('superAdmin')).toBe(2);
    expect([await askers('robotAdmin'), await countFor('robotAdmin')]).toEqual([['unauthorised'], 1]);
    const second = await requestsFor('superAdmin', { page: 2, limit: 1 });
    expect([second.total, second.rows.map(({ userId }) => userId)]).toEqual([2, ['stranger']]);
  });

  it('are fewer when one is granted or declined', async () => {
    await answer('robotAdmin', calls.setAuth, { ...of('unauthorised'), isAuth: true });
    expect([await askers('superAdmin'), await countFor('superAdmin')]).toEqual([[], 0]);
  });
});

describe('an invitation', () => {
  it('goes to several robots at once, and says what happened at each of them', async () => {
    const robotsOfAll = [A, A2, B].map(({ serialNumber }) => serialNumber);
    const admin = (serialNumber: string) => ({
      id: `admin-${serialNumber}`,
      userId: 'robotAdmin',
      serialNumber,
      isAuth: true,
      isRobotAdmin: true,
    });
    await test.db
      .insert(relations)
      .values([
        admin(A2.serialNumber),
        admin(B.serialNumber),
        { id: 'asked', userId: 'member', serialNumber: A2.serialNumber, isAuth: false },
      ]);
    const inviteAll = (account: string) =>
      answer('robotAdmin', calls.inviteToRobots, { serialNumberStr: robotsOfAll.toReversed().join(), account });
    expect(await inviteAll('member@test')).toEqual([
      { serialNumber: A.serialNumber, outcome: 'alreadyMember' },
      { serialNumber: A2.serialNumber, outcome: 'authorised' },
      { serialNumber: B.serialNumber, outcome: 'invited' },
    ]);
    expect(await inviteAll('member@test')).toContainEqual({ serialNumber: B.serialNumber, outcome: 'alreadyInvited' });
    const [waiting] = (await answer<OwnRelation[]>('member', calls.own, {})).filter(({ state }) => state === 'invited');
    expect(waiting?.serialNumber).toBe(B.serialNumber);
    await answer('robotAdmin', calls.remove, {
      serialNumber: B.serialNumber,
      friendRelationId: waiting?.friendRelationId,
    });
    expect(await inviteAll('member@test')).toContainEqual({ serialNumber: B.serialNumber, outcome: 'invited' });
  });

  it('to several robots is refused as a whole when one of them is not the own, or nobody has the account', async () => {
    const inviteBoth = (account: string) =>
      outcome('robotAdmin', calls.inviteToRobots, { serialNumberStr: `${A.serialNumber},${B.serialNumber}`, account });
    expect(await inviteBoth('stranger@test')).toBe('robotForeign');
    expect(await relationsOf('stranger', A.serialNumber)).toEqual([]);
    expect(await outcome('member', calls.inviteToRobots, { serialNumberStr: A.serialNumber, account: 'x@test' })).toBe(
      'notAllowed',
    );
    expect(
      await outcome('robotAdmin', calls.inviteToRobots, { serialNumberStr: A.serialNumber, account: 'nobody@test' }),
    ).toBe('accountUnknown');
    expect(
      await outcome('robotAdmin', calls.inviteToRobots, {
        serialNumberStr: Array.from({ length: INVITE_ROBOTS_MAX + 1 }, () => A.serialNumber).join(),
        account: 'stranger@test',
      }),
    ).toBe('fieldInvalid');
  });

  it('leaves out a robot to which the right was lost in the same moment', async () => {
    const friends = createFriendHandlers({ ...test.server.deps, publicUrl: () => 'http://x' });
    const context = {
      userId: 'robotAdmin',
      nickname: 'Ada',
      roles: ['operator' as const],
      sessionId: 'session',
      language: 'enUS' as const,
      address: '',
      requestId: 'request',
      onLastKnownRights: false,
      device: '',
      db: test.db,
      afterCommit: () => {},
    };
    const serialNumberStr = `${A.serialNumber},${B.serialNumber}`;
    expect(await friends.inviteToRobots({ serialNumberStr, account: 'stranger@test' }, context)).toEqual([
      { serialNumber: B.serialNumber, outcome: 'notAllowed' },
      { serialNumber: A.serialNumber, outcome: 'invited' },
    ]);
    expect(await relationsOf('stranger', B.serialNumber)).toEqual([]);
  });
});
