/** The topic ACL. Expectations come from the text of the design, not from the code. */
import { describe, expect, it } from 'vitest';
import type { AccountRole, Relation } from '../../../contract/entities/constants.ts';
import { viewerIdOf } from '../../../contract/wire/topics.ts';
import { isAllowed, type AuthFacts } from '../../../server/broker/acl.ts';
import {
  clientIdOf,
  personOf,
  readingClientIdOf,
  screenClientIdOf,
  screenOf,
  screenUserName,
  userNameOf,
  type BrokerClient,
} from '../../../server/broker/credentials.ts';

const A = 'uagv/v2/Roundhouse/A';
const B = 'uagv/v2/Roundhouse/B';
const holder = clientIdOf('u1', 'A', 'tab1', true);

interface World {
  roles: AccountRole[];
  relation: Relation | null;
  lives: boolean;
  lease: { number: number; clientId: string } | null;
}
const world = (change: Partial<World> = {}): AuthFacts => {
  const { roles, relation, lives, lease } = {
    roles: ['operator'] as AccountRole[],
    relation: 'member' as Relation | null,
    lives: true,
    lease: { number: 4, clientId: holder },
    ...change,
  };
  return {
    sessionLives: async () => lives,
    rolesAndRelation: async (_userId, serialNumber) => ({ roles, relation: serialNumber === 'A' ? relation : null }),
    screenLives: async (_keyId, serialNumber) => lives && serialNumber === 'A',
    address: async (serialNumber) => ({ interfaceName: 'uagv', manufacturer: 'Roundhouse', serialNumber }),
    lease: async () => lease,
  };
};
const person = (key: string | null, talks = true, tab = 'tab1'): BrokerClient => {
  const found = personOf(userNameOf('u1', 's1'), clientIdOf('u1', key, tab, talks));
  if (!found) throw new Error('no person');
  return found;
};
const robot: BrokerClient = { kind: 'robot', serialNumber: 'A' };
const account = person(null);
const onA = person('A');

describe('a person', () => {
  it("follows the own feed and notices, and nobody else's", async () => {
    expect(await isAllowed(account, 'subscribe', 'users/u1/fleet', world())).toBe(true);
    expect(await isAllowed(account, 'subscribe', 'users/u1/notices', world())).toBe(true);
    expect(await isAllowed(account, 'subscribe', 'users/u2/fleet', world())).toBe(false);
    expect(await isAllowed(account, 'subscribe', 'users/+/fleet', world())).toBe(false);
    expect(await isAllowed(account, 'publish', 'users/u1/notices', world())).toBe(false);
  });
  it('watches the robot of the connection and no other', async () => {
    expect(await isAllowed(onA, 'subscribe', `${A}/+`, world())).toBe(true);
    expect(await isAllowed(onA, 'subscribe', `${A}/state`, world())).toBe(true);
    expect(await isAllowed(onA, 'subscribe', `${B}/+`, world())).toBe(false);
    expect(await isAllowed(person('B'), 'subscribe', `${B}/+`, world())).toBe(false);
    expect(await isAllowed(account, 'subscribe', `${A}/+`, world())).toBe(false);
  });
  it.each([
    '#',
    '+/+/+/+/+',
    'uagv/v2/+/A/+',
    'uagv/v2/Roundhouse/+/+',
    'uagv/v2/Roundhouse/+/state',
    `${A}/#`,
    `${A}/teleop/+`,
    'rtc/+/+/down',
    '$SYS/#',
  ])("gets no wildcard but the own robot's: %s", async (filter) => {
    expect(await isAllowed(onA, 'subscribe', filter, world())).toBe(false);
  });
  it('never speaks as a robot or as the server', async () => {
    for (const name of ['order', 'instantActions', 'state', 'connection', 'ledger', 'lease', 'teleopEcho', 'events'])
      expect(await isAllowed(onA, 'publish', `${A}/${name}`, world())).toBe(false);
  });
  it('reads nothing that a robot says of people, whatever the role', async () => {
    for (const authFacts of [world(), world({ roles: ['admin', 'operator'], relation: 'superAdmin' })]) {
      for (const topic of [`${A}/private/events`, `${A}/private/+`, `${A}/+/events`, `${A}/+/+`, `${A}/private/#`])
        expect(await isAllowed(onA, 'subscribe', topic, authFacts)).toBe(false);
      expect(await isAllowed(onA, 'publish', `${A}/private/events`, authFacts)).toBe(false);
    }
  });
  it('reads and writes nothing of what the server tells a robot in private, whatever the role', async () => {
    for (const authFacts of [
      world(),
      world({ roles: ['viewer'] }),
      world({ roles: ['admin', 'operator'], relation: 'superAdmin' }),
    ]) {
      for (const topic of [`${A}/private/commands`, `${A}/+/commands`, `${A}/private/+`])
        expect(await isAllowed(onA, 'subscribe', topic, authFacts)).toBe(false);
      expect(await isAllowed(onA, 'publish', `${A}/private/commands`, authFacts)).toBe(false);
    }
  });
  it('drives only with the very lease that this tab holds', async () => {
    expect(await isAllowed(onA, 'publish', `${A}/teleop/4`, world())).toBe(true);
    expect(await isAllowed(onA, 'publish', `${A}/teleop/3`, world())).toBe(false);
    expect(await isAllowed(person('A', true, 'tab2'), 'publish', `${A}/teleop/4`, world())).toBe(false);
    expect(await isAllowed(onA, 'publish', `${A}/teleop/4`, world({ lease: null }))).toBe(false);
    expect(await isAllowed(onA, 'publish', `${A}/teleop/4`, world({ roles: ['viewer'] }))).toBe(false);
    expect(await isAllowed(onA, 'subscribe', `${A}/teleop/4`, world())).toBe(false);
  });
  it('signals for video under the own client id only', async () => {
    expect(await isAllowed(onA, 'publish', `rtc/A/${holder}/up`, world())).toBe(true);
    expect(await isAllowed(onA, 'subscribe', `rtc/A/${holder}/down`, world())).toBe(true);
    expect(await isAllowed(onA, 'publish', `rtc/A/${holder}/down`, world())).toBe(false);
    expect(await isAllowed(onA, 'subscribe', 'rtc/A/u2~A~tab1-t/down', world())).toBe(false);
  });
  it("signals over the account's own connection to the robots that its user may see, without a voice", async () => {
    const quiet = person(null, false);
    const viewer = clientIdOf('u1', 'A', 'tab1', false);
    const reader = world({ roles: ['viewer'] });
    expect(await isAllowed(quiet, 'publish', `rtc/A/${viewer}/up`, reader)).toBe(true);
    expect(await isAllowed(quiet, 'subscribe', `rtc/A/${viewer}/down`, reader)).toBe(true);
    const others = [
      clientIdOf('u2', 'A', 'tab1', false),
      clientIdOf('u1', 'A', 'tab2', false),
      clientIdOf('u1', 'B', 'tab1', false),
      holder,
      quiet.kind === 'person' ? quiet.clientId : '',
      '+',
    ];
    for (const id of others)
      for (const [act, way] of [
        ['publish', 'up'],
        ['subscribe', 'down'],
      ] as const)
        expect([id, await isAllowed(quiet, act, `rtc/A/${id}/${way}`, world())]).toEqual([id, false]);
    expect(await isAllowed(quiet, 'subscribe', `rtc/A/${viewer}/up`, world())).toBe(false);
    expect(await isAllowed(quiet, 'publish', `rtc/A/${viewer}/down`, world())).toBe(false);
    expect(await isAllowed(quiet, 'publish', `rtc/B/${clientIdOf('u1', 'B', 'tab1', false)}/up`, world())).toBe(false);
    const everywhere = { ...world(), rolesAndRelation: async () => ({ roles: [], relation: 'superAdmin' as const }) };
    for (const sn of ['+', 'A~x'])
      expect(await isAllowed(quiet, 'subscribe', `rtc/${sn}/u1~+~tab1-q/down`, everywhere)).toBe(false);
    for (const authFacts of [world({ lives: false }), world({ relation: null })])
      expect(await isAllowed(quiet, 'publish', `rtc/A/${viewer}/up`, authFacts)).toBe(false);
    for (const topic of [`${A}/state`, `${A}/+`, `${A}/teleop/4`])
      expect(await isAllowed(quiet, 'subscribe', topic, world())).toBe(false);
    const reads = personOf(userNameOf('u1', 's1'), readingClientIdOf('u1', 'account', 1_800_000_000_000));
    const read = reads && viewerIdOf(reads.clientId, 'A');
    expect(read).not.toBeNull();
    expect(reads && (await isAllowed(reads, 'publish', `rtc/A/${read}/up`, world()))).toBe(false);
    // A connection to one robot does not reach another, and one with a voice is not the account's.
    expect(await isAllowed(person('B', false), 'publish', `rtc/A/${viewer}/up`, everywhere)).toBe(false);
    expect(await isAllowed(account, 'publish', `rtc/A/${holder}/up`, world())).toBe(false);
  });
  it("may talk through a robot only with the operator's right", async () => {
    expect(await isAllowed(onA, 'publish', `rtc/A/${holder}/up`, world({ roles: ['viewer'] }))).toBe(false);
    const quiet = person('A', false);
    expect(
      quiet.kind === 'person' &&
        (await isAllowed(quiet, 'publish', `rtc/A/${quiet.clientId}/up`, world({ roles: ['viewer'] }))),
    ).toBe(true);
  });
  it('who lost the session or the relation has nothing left', async () => {
    for (const authFacts of [world({ lives: false }), world({ relation: null })]) {
      expect(await isAllowed(onA, 'subscribe', `${A}/+`, authFacts)).toBe(false);
      expect(await isAllowed(onA, 'publish', `${A}/teleop/4`, authFacts)).toBe(false);
    }
    expect(await isAllowed(account, 'subscribe', 'users/u1/fleet', world({ lives: false }))).toBe(false);
  });
});

describe('a reading token', () => {
  const reads = personOf(userNameOf('u1', 's1'), readingClientIdOf('u1', 'A', 1_800_000_000_000));
  if (!reads) throw new Error('no person');
  it('watches and signals, and drives with no lease at all', async () => {
    expect(await isAllowed(reads, 'subscribe', `${A}/+`, world())).toBe(true);
    expect(await isAllowed(reads, 'publish', `rtc/A/${reads.clientId}/up`, world({ roles: ['viewer'] }))).toBe(true);
    const lease = { number: 4, clientId: reads.clientId };
    expect(await isAllowed(reads, 'publish', `${A}/teleop/4`, world({ lease }))).toBe(false);
  });
});

describe("a robot's screen", () => {
  const screen = screenOf(screenUserName('k1'), screenClientIdOf('A', 1_800_000_000_000));
  if (!screen) throw new Error('no screen');
  it('reads the captions and the connection of its robot alone', async () => {
    for (const topic of ['screens/A/captions', `${A}/connection`]) {
      expect(await isAllowed(screen, 'subscribe', topic, world())).toBe(true);
      expect(await isAllowed(screen, 'publish', topic, world())).toBe(false);
      expect(await isAllowed(screen, 'subscribe', topic, world({ lives: false }))).toBe(false);
    }
    for (const topic of ['screens/B/captions', 'screens/+/captions', `${B}/connection`, `${A}/+`, `${A}/state`])
      expect(await isAllowed(screen, 'subscribe', topic, world())).toBe(false);
  });
  it('has captions that neither people nor robots read', async () => {
    expect(await isAllowed(onA, 'subscribe', 'screens/A/captions', world({ relation: 'superAdmin' }))).toBe(false);
    for (const act of ['publish', 'subscribe'] as const)
      expect(await isAllowed(robot, act, 'screens/A/captions', world())).toBe(false);
  });
});

describe('a robot', () => {
  it('speaks for itself', async () => {
    for (const name of ['connection', 'state', 'visualization', 'factsheet', 'events', 'teleopEcho'])
      expect(await isAllowed(robot, 'publish', `${A}/${name}`, world())).toBe(true);
    for (const name of ['order', 'instantActions', 'teleop/4'])
      expect(await isAllowed(robot, 'subscribe', `${A}/${name}`, world())).toBe(true);
    expect(await isAllowed(robot, 'subscribe', 'rtc/A/+/up', world())).toBe(true);
    expect(await isAllowed(robot, 'publish', 'rtc/A/anybody/down', world())).toBe(true);
  });
  it('tells of people to the server alone', async () => {
    expect(await isAllowed(robot, 'publish', `${A}/private/events`, world())).toBe(true);
    expect(await isAllowed(robot, 'subscribe', `${A}/private/events`, world())).toBe(false);
    expect(await isAllowed(robot, 'publish', `${B}/private/events`, world())).toBe(false);
  });
  it("hears its own private commands, gives itself none, and hears no other robot's", async () => {
    expect(await isAllowed(robot, 'subscribe', `${A}/private/commands`, world())).toBe(true);
    expect(await isAllowed(robot, 'publish', `${A}/private/commands`, world())).toBe(false);
    expect(await isAllowed(robot, 'subscribe', `${B}/private/commands`, world())).toBe(false);
    expect(await isAllowed(robot, 'subscribe', `${A}/private/+`, world())).toBe(false);
    expect(await isAllowed({ kind: 'server' }, 'publish', `${A}/private/commands`, world())).toBe(true);
  });
  it('cannot speak as another, give itself orders, a lease or a ledger entry, or listen to others', async () => {
    for (const name of ['state', 'connection', 'events'])
      expect(await isAllowed(robot, 'publish', `${B}/${name}`, world())).toBe(false);
    for (const name of ['order', 'instantActions', 'lease', 'ledger', 'teleop/4', '+'])
      expect(await isAllowed(robot, 'publish', `${A}/${name}`, world())).toBe(false);
    expect(await isAllowed(robot, 'publish', 'uagv/v2/Someone/A/state', world())).toBe(false);
    expect(await isAllowed(robot, 'subscribe', `${B}/order`, world())).toBe(false);
    expect(await isAllowed(robot, 'subscribe', `${A}/+`, world())).toBe(false);
    expect(await isAllowed(robot, 'subscribe', 'rtc/B/+/up', world())).toBe(false);
    expect(await isAllowed(robot, 'subscribe', 'users/u1/fleet', world())).toBe(false);
  });
});
