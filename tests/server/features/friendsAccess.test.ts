/**
 * Access to every call about a robot's members: no relation, requested, member, administrator, super administrator,
 * each with every role an account can have. The expected results are written manually from design 13, not derived from
 * the declarations.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { friends } from '../../../contract/endpoints/friends.ts';
import { ACCOUNT_ROLES, type AccountRole } from '../../../contract/entities/constants.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { accounts, relations, robots, sessions } from '../../../server/db/schema.ts';
import { tokenHash } from '../../../server/security/identity.ts';
import { A, startTestServer, tokenOf, type TestServer } from '../../fakes/testServer.ts';

const STANDINGS = ['stranger', 'asked', 'member', 'robotAdmin', 'superAdmin'] as const;
type Standing = (typeof STANDINGS)[number];
const SERIAL = 'F-1';

let test: TestServer;
const idOf = (standing: Standing, role: AccountRole): string => `${standing}-${role}`;
const rowOf = (userId: string, standing: Exclude<Standing, 'stranger'>) => ({
  id: `friend-${userId}`,
  userId,
  serialNumber: SERIAL,
  isAuth: standing !== 'asked',
  isRobotAdmin: standing === 'robotAdmin' || standing === 'superAdmin',
  isSuperAdmin: standing === 'superAdmin',
});
const account = async (id: string, roles: AccountRole[]): Promise<void> => {
  await test.db.insert(accounts).values({ id, nickname: id, roles, email: `${id}@friends`, passwordHash: '' });
  await test.db.insert(sessions).values({
    id: `session-${id}`,
    tokenHash: tokenHash(tokenOf(id)),
    userId: id,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
};

beforeAll(async () => {
  test = await startTestServer();
  await test.db.insert(robots).values({
    serialNumber: SERIAL,
    manufacturer: 'Acme',
    interfaceName: 'uagv',
    dialect: '2.x',
    passwordHash: '',
    model: 'W1',
    kind: 'delivery',
    name: 'Friendly',
    siteId: A.siteId,
  });
  for (const standing of STANDINGS) for (const role of ACCOUNT_ROLES) await account(idOf(standing, role), [role]);
  await account('target', ['operator']);
  await account('other', ['operator']);
});
afterAll(() => test.close());

/**
 * Resets the robot's relations before each attempt: the caller's own, a member (`target`), a pending request (`other`),
 * and an invitation for the caller where it is needed.
 */
async function gather(standing: Standing, role: AccountRole, invitation: boolean): Promise<void> {
  await test.db.delete(relations);
  const userId = idOf(standing, role);
  if (standing !== 'stranger') await test.db.insert(relations).values(rowOf(userId, standing));
  await test.db.insert(relations).values(rowOf('target', 'member'));
  await test.db.insert(relations).values(rowOf('other', 'asked'));
  if (invitation)
    await test.db
      .insert(relations)
      .values({ id: 'invitation', userId, serialNumber: A.serialNumber, isAuth: false, invitedBy: 'target' });
}

const one = { serialNumber: SERIAL };
const target = { friendRelationId: 'friend-target' };
const ALL: readonly AccountRole[] = ACCOUNT_ROLES;
const WORKING: readonly AccountRole[] = ['operator'];
type Due = Partial<Record<Standing, readonly AccountRole[]>>;
const WHOEVER_IS_ONE: Due = { member: ALL, robotAdmin: ALL, superAdmin: ALL };
const ADMINISTRATORS: Due = { robotAdmin: WORKING, superAdmin: WORKING };
const OWNER: Due = { superAdmin: WORKING };
const EVERYBODY: Due = { stranger: ALL, asked: ALL, ...WHOEVER_IS_ONE };

const CALLS: Record<keyof typeof friends, { may: Due; data: Record<string, unknown>; stays?: true }> = {
  list: { may: WHOEVER_IS_ONE, data: one },
  own: { may: EVERYBODY, data: {} },
  requests: { may: EVERYBODY, data: {} },
  ask: { may: EVERYBODY, data: { robotToAsk: SERIAL } },
  answerInvitation: { may: EVERYBODY, data: { invitationId: 'invitation', accept: true } },
  invite: { may: ADMINISTRATORS, data: { ...one, account: 'stranger@test' } },
  inviteToRobots: { may: ADMINISTRATORS, data: { serialNumberStr: SERIAL, account: 'stranger@test' } },
  setAuth: { may: ADMINISTRATORS, data: { ...target, isAuth: false } },
  remove: { may: ADMINISTRATORS, data: { ...one, ...target } },
  setRobotAdmin: { may: OWNER, data: { ...target, isRobotAdmin: true } },
  handOver: { may: OWNER, data: { ...one, ...target } },
  unbind: { may: OWNER, data: { robotId: SERIAL } },
  leave: { may: WHOEVER_IS_ONE, data: one, stays: true },
};
const names = Object.keys(CALLS) as (keyof typeof friends)[];

describe.each(names)('friends.%s', (name) => {
  const { may, data, stays } = CALLS[name];
  const { path } = friends[name];

  it("is nobody's without a session", async () => {
    await gather('stranger', 'viewer', false);
    expect(errorNameOf((await test.call(path, data)).code)).toBe('notLoggedIn');
  });

  it.each(STANDINGS)('from a %s, by the role of the account', async (standing) => {
    for (const role of ACCOUNT_ROLES) {
      await gather(standing, role, name === 'answerInvitation');
      const before = await test.db.select().from(relations);
      const { code } = await test.call(path, data, { token: tokenOf(idOf(standing, role)) });
      const isMay = may[standing]?.includes(role) ?? false;
      // The super administrator transfers or unbinds the robot and cannot leave it.
      const due = isMay
        ? stays && standing === 'superAdmin'
          ? 'superAdminStays'
          : 'ok'
        : standing === 'stranger' || standing === 'asked'
          ? 'robotForeign'
          : 'notAllowed';
      expect({ role, got: code === 0 ? 'ok' : errorNameOf(code) }).toEqual({ role, got: due });
      if (!isMay) expect(await test.db.select().from(relations)).toEqual(before);
    }
  });
});

it("a robot with several roles' person has what each role gives", async () => {
  await account('both', ['admin', 'operator']);
  await gather('stranger', 'viewer', false);
  await test.db.insert(relations).values(rowOf('both', 'superAdmin'));
  expect(
    (await test.call(friends.setRobotAdmin.path, { ...target, isRobotAdmin: true }, { token: tokenOf('both') })).code,
  ).toBe(0);
});

it.each([
  [
    "a relation to another robot with one's own robot",
    friends.remove.path,
    { serialNumber: SERIAL, friendRelationId: 'friend-elsewhere' },
    'robotForeign',
  ],
  ['a relation that is not there', friends.setAuth.path, { friendRelationId: 'no-relation', isAuth: true }, 'notFound'],
  ['somebody else as the caller', friends.leave.path, { serialNumber: SERIAL, userId: 'target' }, 'notYourself'],
  [
    "somebody else's invitation",
    friends.answerInvitation.path,
    { invitationId: 'friend-elsewhere', accept: true },
    'notFound',
  ],
])('refuses %s', async (_, path, data, error) => {
  await gather('superAdmin', 'operator', false);
  await test.db.insert(relations).values({
    id: 'friend-elsewhere',
    userId: 'target',
    serialNumber: A.serialNumber,
    isAuth: false,
    invitedBy: 'other',
  });
  expect(errorNameOf((await test.call(path, data, { token: tokenOf(idOf('superAdmin', 'operator')) })).code)).toBe(
    error,
  );
});

it("refuses ids of two robots that are both one's own", async () => {
  await gather('superAdmin', 'operator', false);
  const userId = idOf('superAdmin', 'operator');
  await test.db.insert(relations).values([
    { id: 'mine-too', userId, serialNumber: A.serialNumber, isAuth: true, isRobotAdmin: true, isSuperAdmin: true },
    { id: 'friend-elsewhere', userId: 'target', serialNumber: A.serialNumber, isAuth: true },
  ]);
  for (const { path } of [friends.remove, friends.handOver])
    expect(
      errorNameOf(
        (
          await test.call(
            path,
            { serialNumber: SERIAL, friendRelationId: 'friend-elsewhere' },
            { token: tokenOf(userId) },
          )
        ).code,
      ),
    ).toBe('idsDisagree');
});
