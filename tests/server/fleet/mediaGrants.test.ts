/**
 * The grants to watch and hear a robot, as the robot receives them: over a real broker and a real database (safety 9).
 */
import { eq, gt } from 'drizzle-orm';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MediaKind } from '../../../contract/entities/robotConstants.ts';
import {
  MEDIA_GRANTS_INTERVAL_MS,
  MEDIA_READINGS_PER_PERSON,
  MEDIA_VIEWING_TTL_MS,
  MEDIA_VIEWINGS_PER_PERSON,
} from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { MediaGrants } from '../../../contract/wire/privateCommands.ts';
import { baseOf, privateCommandsTopic, watchTopic } from '../../../contract/wire/topics.ts';
import { readingClientIdOf } from '../../../server/broker/credentials.ts';
import { noteViewing } from '../../../server/db/repositories/mediaViewings.ts';
import { accounts, audit, mediaViewings, relations, sessions } from '../../../server/db/schema.ts';
import { createRelationNotifications } from '../../../server/features/relationNotifications.ts';
import { tellEnded } from '../../../server/features/sessionsEnded.ts';
import { createFleet } from '../../../server/fleet/createFleet.ts';
import { createMediaGrants } from '../../../server/fleet/mediaGrants.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';
import { FACTSHEET, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
let robot: ScriptedRobot;
beforeEach(async () => {
  world = await fleetWorld();
  robot = await world.robot();
  await robot.say('factsheet', FACTSHEET, { retain: true });
  await robot.state();
  await soon(() => expect(world.fleet.fleetCache.abilitiesOf('A-1').video).toBe(true));
});
afterEach(() => world.close());

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const lists = (): MediaGrants[] =>
  robot.received
    .filter(({ name }) => name === 'private/commands')
    .map(({ message }) => message as unknown as MediaGrants);
/** The media kinds of the newest list, by user id. */
const granted = () =>
  Object.fromEntries(
    (lists().at(-1)?.grants ?? []).map(({ viewer, what }) => [viewer.slice(0, viewer.indexOf('~')), what.join(' ')]),
  );
const view = (who: string, what: MediaKind[] = ['picture', 'sound'], tab = 'tab') =>
  world.media.view({ serialNumber: 'A-1', clientId: world.clientIdOf(who, tab), what }, world.as(who));
const refusal = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error: { code: number; detail: { field?: string } }) => [error.code, error.detail.field],
  );

describe('a viewing', () => {
  it('is granted as soon as the browser calls, and told again and again', async () => {
    await view('lin', ['picture', 'sound', 'voice']);
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound voice' }));
    const [first] = lists();
    expect(first?.grants[0]?.viewer).toBe(world.clientIdOf('lin'));
    expect((first?.grants[0]?.until ?? 0) - (first?.sentAt ?? 0)).toBeGreaterThan(MEDIA_VIEWING_TTL_MS - 10_000);
    world.later(MEDIA_GRANTS_INTERVAL_MS);
    await soon(() => expect(lists().length).toBeGreaterThan(1));
    expect(granted()).toEqual({ lin: 'picture sound voice' });
  });

  it('is in the audit log, without the connection', async () => {
    await view('lin');
    await world.settled();
    const seen = await world.db.select().from(audit).where(eq(audit.act, 'robot.watch'));
    expect(seen).toMatchObject([{ userId: 'lin', subject: 'A-1', after: { picture: true, sound: true } }]);
    expect(JSON.stringify(seen)).not.toContain(world.clientIdOf('lin'));
  });

  it('that is not repeated is over, and leaves no row behind', async () => {
    await view('lin');
    await view('chen');
    world.later(MEDIA_VIEWING_TTL_MS - 5_000);
    await view('chen');
    await soon(() => expect(granted()).toMatchObject({ lin: 'picture sound' }));
    world.later(5_001);
    await soon(() => expect(granted()).toEqual({ chen: 'picture sound' }));
    await soon(async () => expect(await world.db.select().from(mediaViewings)).toHaveLength(1));
  });

  it("is for a connection of one's own to this robot", async () => {
    const asked = (clientId: string) =>
      refusal(world.media.view({ serialNumber: 'A-1', clientId, what: ['picture'] }, world.as('lin')));
    for (const clientId of [world.clientIdOf('chen'), 'lin~B-2~tab-q', 'lin~account~tab-q', 'lin'])
      expect(await asked(clientId), clientId).toEqual([ERRORS.fieldInvalid, 'clientId']);
  });

  it('has no voice without the right to operate', async () => {
    await world.db
      .update(accounts)
      .set({ roles: ['viewer'] })
      .where(eq(accounts.id, 'lin'));
    const viewer = { ...world.as('lin'), roles: ['viewer' as const] };
    const asked = (what: MediaKind[]) =>
      refusal(world.media.view({ serialNumber: 'A-1', clientId: world.clientIdOf('lin'), what }, viewer));
    expect(await asked(['picture', 'voice'])).toEqual([ERRORS.notAllowed, 'what']);
    expect(await asked(['picture', 'sound'])).toBeNull();
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound' }));
  });

  it('is one of eight at most that an account has of a robot', async () => {
    for (let n = 0; n < MEDIA_VIEWINGS_PER_PERSON + 3; n += 1) {
      world.later(10);
      await view('lin', ['picture'], `tab${n}`);
    }
    await soon(() =>
      expect(
        lists()
          .at(-1)
          ?.grants.map(({ viewer }) => viewer)
          .sort(),
      ).toEqual(
        Array.from({ length: MEDIA_VIEWINGS_PER_PERSON }, (_, n) => world.clientIdOf('lin', `tab${n + 3}`)).sort(),
      ),
    );
  });
});

describe('viewings of one account', () => {
  const until = Date.now() + 3_600_000;
  const readings = Array.from({ length: MEDIA_READINGS_PER_PERSON + 1 }, () => readingClientIdOf('lin', 'A-1', until));
  const note = (viewer: string, at: number, isChannel = false) =>
    noteViewing(
      world.db,
      {
        viewer,
        serialNumber: 'A-1',
        userId: 'lin',
        sessionId: 's-lin',
        what: ['picture'],
        isChannel,
        expiresAt: new Date(at),
      },
      new Date(),
      readings.includes(viewer),
    );
  const running = async () =>
    (await world.db.select().from(mediaViewings).where(gt(mediaViewings.expiresAt, new Date())))
      .map(({ viewer }) => viewer)
      .sort();

  it('by reading tokens end only one another, and never that of its console', async () => {
    const own = Array.from({ length: MEDIA_VIEWINGS_PER_PERSON }, (_, n) => world.clientIdOf('lin', `tab${n}`));
    for (const viewer of own) await note(viewer, until);
    for (const [n, viewer] of readings.entries()) await note(viewer, until + 1_000 + n);
    expect(await running()).toEqual([...own, ...readings.slice(1)].sort());
    await note(world.clientIdOf('lin', 'late'), until + 60_000);
    expect(await running()).toEqual(expect.arrayContaining(readings.slice(1)));
  });

  it('are as the newest report says, also when an older one comes after it', async () => {
    const report = (what: MediaKind[], sequence?: number) =>
      world.media.view(
        { serialNumber: 'A-1', clientId: world.clientIdOf('lin'), what, ...(sequence !== undefined && { sequence }) },
        world.as('lin'),
      );
    await report(['picture', 'sound', 'voice'], 7);
    await report(['picture', 'sound'], 9);
    // Overtaken on its way: the microphone has been switched off since.
    await report(['picture', 'sound', 'voice'], 8);
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound' }));
    await report(['picture', 'sound', 'voice'], 9);
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound voice' }));
    // A client that was restarted counts from the beginning: after its viewing has ended, nothing is older.
    world.later(MEDIA_VIEWING_TTL_MS);
    await report(['picture']);
    await soon(() => expect(granted()).toEqual({ lin: 'picture' }));
  });

  it('over an external media service, which last longer, end none in a console', async () => {
    // Names of channels are random: one may end like the client id of a reading token.
    const channels = Array.from({ length: MEDIA_VIEWINGS_PER_PERSON + 1 }, (_, n) => `channel${n}-r`);
    const tab = world.clientIdOf('lin');
    await note(tab, until);
    for (const [n, viewer] of channels.entries()) await note(viewer, until + 90_000 + n, true);
    await note(readings[0] ?? '', until);
    expect(await running()).toEqual([tab, readings[0], ...channels.slice(1)].sort());
  });
});

describe('the right to watch ends', () => {
  beforeEach(async () => {
    await view('lin', ['picture', 'sound', 'voice']);
    await view('chen');
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound voice', chen: 'picture sound' }));
  });
  const lin = eq(accounts.id, 'lin');

  it.each([
    [
      'a withdrawn relation',
      async () => {
        await world.db.delete(relations).where(eq(relations.userId, 'lin'));
        await createRelationNotifications(world.deps)(['lin']);
      },
    ],
    [
      'an ended session',
      async () => {
        await world.db.update(sessions).set({ endedCode: ERRORS.sessionInvalid }).where(eq(sessions.userId, 'lin'));
        await tellEnded(world.deps, 'lin', ['s-lin']);
      },
    ],
    [
      'a locked account',
      async () => {
        await world.db.update(accounts).set({ lockedAt: new Date() }).where(lin);
        await tellEnded(world.deps, 'lin', []);
      },
    ],
    // Done by another server: this one only sees the database.
    ['an account that is gone', () => world.db.delete(accounts).where(lin)],
    [
      'a session past its end',
      () =>
        world.db
          .update(sessions)
          .set({ expiresAt: new Date(Date.now() - 1) })
          .where(eq(sessions.userId, 'lin')),
    ],
  ])('%s is told at once, and only of whom it concerns', async (_, end) => {
    await end();
    await soon(() => expect(granted()).toEqual({ chen: 'picture sound' }));
  });

  it('a role that may only look loses the voice and keeps the picture', async () => {
    await world.db
      .update(accounts)
      .set({ roles: ['viewer'] })
      .where(lin);
    await tellEnded(world.deps, 'lin', []);
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound', chen: 'picture sound' }));
  });

  it('for the last viewer: the robot hears that nobody is left, and hears it again', async () => {
    await world.db.delete(relations);
    await createRelationNotifications(world.deps)([]);
    await soon(() => expect(granted()).toEqual({}));
    const told = lists().length;
    world.later(MEDIA_GRANTS_INTERVAL_MS);
    await soon(() => expect(lists().length).toBeGreaterThan(told));
    expect(granted()).toEqual({});
  });
});

describe('a restart', () => {
  const restart = async () => {
    await world.fleet.close();
    robot.received.length = 0;
    return createFleet({
      ...world.deps,
      visitorEvents: { heard: async () => undefined, idle: async () => undefined },
      faceEvents: { heard: async () => undefined, handleReconnect: async () => undefined },
      alarmEvents: { heard: async () => undefined, photoEnded: async () => undefined },
      deliveryEvents: { heard: async () => undefined, handleReconnect: () => undefined },
      callEvents: {
        heard: async () => undefined,
        heardScreen: async () => undefined,
        handleReconnect: () => undefined,
      },
    });
  };

  it('knows who watched before, without whoever lost the right meanwhile', async () => {
    await view('lin');
    await view('chen');
    await world.fleet.close();
    await world.db.delete(relations).where(eq(relations.userId, 'lin'));
    const fleet = await restart();
    await soon(() => expect(granted()).toEqual({ chen: 'picture sound' }));
    await fleet.close();
  });

  it('that took longer than viewings last knows them again when the browser repeats', async () => {
    await view('lin');
    await world.fleet.close();
    world.later(MEDIA_VIEWING_TTL_MS + 1);
    const since = world.deps.now();
    const fleet = await restart();
    await soon(async () => expect(await world.db.select().from(mediaViewings)).toEqual([]));
    // A list from the previous server may still be in transit.
    const told = () => lists().filter(({ sentAt }) => sentAt >= since);
    expect(told()).toEqual([]);
    await view('lin');
    await soon(() => expect(told().at(-1)?.grants).toMatchObject([{ what: ['picture', 'sound'] }]));
    await fleet.close();
  });

  it('a server that does not lead tells nothing', async () => {
    await view('lin');
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound' }));
    await world.fleet.close();
    robot.received.length = 0;
    const { db, log, now } = world.deps;
    const { fleetCache, toRobot } = world.fleet;
    const idle = createMediaGrants({
      db,
      log,
      now,
      broker: world.broker,
      fleetCache,
      toRobot,
      leadership: { isLeader: () => false, renew: async () => {}, resign: async () => {} },
    });
    await idle.recheck();
    await idle.close();
    expect(lists()).toEqual([]);
  });
});

describe('the private topic', () => {
  const opened = (client: MqttClient) =>
    new Promise<boolean>((resolve) => client.once('connect', () => resolve(true)).once('close', () => resolve(false)));

  it('reaches no watcher: not by the wildcard, and not when asked for', async () => {
    const watcher = world.watcher('chen');
    expect(await opened(watcher)).toBe(true);
    const heard: string[] = [];
    watcher.on('message', (topic) => void heard.push(topic));
    await watcher.subscribeAsync(watchTopic(ROBOT));
    await view('lin');
    await soon(() => expect(granted()).toEqual({ lin: 'picture sound' }));
    await robot.state();
    await soon(() => expect(heard).toContain(`${baseOf(ROBOT)}/state`));
    expect(heard.filter((topic) => topic.includes('private'))).toEqual([]);

    const answers = await watcher.subscribeAsync(privateCommandsTopic(ROBOT)).catch(() => []);
    expect(answers.filter(({ qos }) => qos < 128)).toEqual([]);
  });
});

it('a robot that takes no private commands is not said to have a camera', async () => {
  const actions = FACTSHEET.protocolFeatures.agvActions.filter(({ actionType }) => actionType !== 'privateCommands');
  await robot.say('factsheet', { ...FACTSHEET, protocolFeatures: { agvActions: actions } }, { retain: true });
  await soon(() =>
    expect(world.fleet.fleetCache.abilitiesOf('A-1')).toMatchObject({ video: false, audio: false, teleop: true }),
  );
  await view('lin');
  await world.fleet.recheckMedia();
  expect(lists()).toEqual([]);
});
