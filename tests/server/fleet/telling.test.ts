/** Robots and clients that cannot be reached delay no other work. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { robotTopic } from '../../../contract/wire/topics.ts';
import type { Broker } from '../../../server/broker/broker.ts';
import { mediaViewings, robots } from '../../../server/db/schema.ts';
import type { RobotRow } from '../../../server/fleet/fleetCache.ts';
import { createMediaGrants } from '../../../server/fleet/mediaGrants.ts';
import { action, createToRobot, type ToRobot } from '../../../server/fleet/messages.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';
import { FACTSHEET } from '../../fakes/scriptedRobot.ts';

const never = new Promise<void>(() => undefined);

it('a robot that the broker does not take a message for is not told after a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const toRobot = createToRobot({ publish: () => never } as Partial<Broker> as Broker, () => 0);
  const told = expect(
    toRobot.act({ ...ROBOT, dialect: '2.x' } as RobotRow, [action('startPause', 'a')]),
  ).rejects.toMatchObject({ code: ERRORS.brokerAway });
  await vi.advanceTimersByTimeAsync(1_000);
  await told;
});

describe('with a fleet', () => {
  let world: Awaited<ReturnType<typeof fleetWorld>>;
  beforeEach(async () => void (world = await fleetWorld()));
  afterEach(() => world.close());
  const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

  it('a lease and a command go on though those who watch cannot be told', async () => {
    const { publish } = world.broker;
    let tellAll = (): void => {};
    const untold = new Promise<void>((resolve) => (tellAll = resolve));
    onTestFinished(tellAll);
    world.broker.publish = (topic, ...rest) =>
      topic === robotTopic(ROBOT, 'lease') || topic === robotTopic(ROBOT, 'ledger') ? untold : publish(topic, ...rest);
    const robot = await world.robot();
    await robot.say('factsheet', FACTSHEET);
    await robot.state();
    await soon(() =>
      expect([world.fleet.live('A-1', 'enUS').connection, world.fleet.fleetCache.abilitiesOf('A-1').teleop]).toEqual([
        'online',
        true,
      ]),
    );
    await world.commands.stop({ userId: 'lin', serialNumber: 'A-1' }, world.as('lin'));
    const { id } = await world.commands.resume({ userId: 'lin', serialNumber: 'A-1' }, world.as('lin'));
    await world.control.take({ serialNumber: 'A-1', clientId: world.clientIdOf('lin') }, world.as('lin'));
    let isSettled = false;
    void world.settled().then(() => (isSettled = true));
    await soon(() => expect(isSettled).toBe(true));
    await soon(() => expect(robot.actions().map(({ actionId }) => actionId)).toContain(id));
    tellAll();
    world.broker.publish = publish;
  });

  it('a robot that cannot be told who may watch it keeps nothing from the others, and is told again', async () => {
    await world.fleet.close();
    await world.db.insert(robots).values({
      serialNumber: 'B-2',
      manufacturer: 'Acme',
      interfaceName: 'uagv',
      model: 'W1',
      kind: 'delivery',
      name: 'Robot B',
      siteId: 'site',
      dialect: '2.x',
      passwordHash: '',
    });
    await world.fleet.refresh();
    const expiresAt = new Date(world.deps.now() + 60_000);
    const viewing = { userId: 'lin', sessionId: 's-lin', what: ['picture' as const], expiresAt, isChannel: false };
    await world.db.insert(mediaViewings).values([
      { ...viewing, viewer: 'a', serialNumber: 'A-1' },
      { ...viewing, viewer: 'over', serialNumber: 'B-2', isChannel: true, expiresAt: new Date(0) },
    ]);
    const told: string[] = [];
    let isAway = true;
    const toRobot: Partial<ToRobot> = {
      privately: async ({ serialNumber }, { type }) => {
        if (isAway && serialNumber === 'A-1') throw new Error('away');
        told.push(`${serialNumber} ${type}`);
      },
    };
    const { db, now } = world.deps;
    const fleetCache = {
      ...world.fleet.fleetCache,
      abilitiesOf: () => ({ ...world.fleet.fleetCache.abilitiesOf('A-1'), video: true }),
    };
    const grants = createMediaGrants({
      db,
      log: pino({ level: 'silent' }),
      now,
      broker: world.broker,
      fleetCache,
      toRobot: toRobot as ToRobot,
      leadership: { isLeader: () => true, renew: async () => {}, resign: async () => {} },
    });
    await grants.recheck();
    expect(told).toEqual(['B-2 leaveMediaChannel']);
    isAway = false;
    await grants.recheck();
    await grants.close();
    expect(told).toContain('A-1 mediaGrants');
    expect((await world.db.select().from(mediaViewings)).map(({ viewer }) => viewer)).toEqual(['a']);
  });
});
