/** What a robot publishes and when, on a manually stepped clock, over a real broker. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventMessage } from '../../../contract/wire/actions.ts';
import { baseOf } from '../../../contract/wire/topics.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { MANUFACTURER } from '../../../demo/roster.ts';
import { RobotLink } from '../../../simulator/fleet/robotLink.ts';
import { TICK } from '../../../simulator/fleet/world.ts';
import { PORTER, idle, orderTo, setUp } from '../robot/stage.ts';
import type { Stage } from '../robot/stage.ts';
import { startBroker } from './loopbackBroker.ts';
import type { LoopbackBroker } from './loopbackBroker.ts';

const address = { interfaceName: 'uagv', manufacturer: MANUFACTURER, serialNumber: PORTER };
const topic = (name: string): string => `${baseOf(address)}/${name}`;

/** Time elapsed since the world's last tick, ms. */
const LATER_MS = 21;

let broker: LoopbackBroker;
let stage: Stage;
let link: RobotLink;
let inPrivate: unknown[];
const linkOf = (): RobotLink =>
  new RobotLink({
    robot: stage.robot,
    credentials: { ...address, username: PORTER, password: `secret of ${PORTER}` },
    url: broker.url,
    now: () => stage.world.now(),
    clock: () => stage.world.now() + LATER_MS,
    phase: 0,
    onPrivate: (message) => void inPrivate.push(message),
    onSignal: () => {},
    onDown: () => {},
    onTrouble: () => {},
    onSaid: () => {},
  });
beforeEach(async () => {
  broker = await startBroker();
  stage = setUp();
  inPrivate = [];
  link = linkOf();
  link.pulse();
  await broker.waitFor(topic('state'));
});
afterEach(async () => {
  await link.close();
  await broker.close();
});

const tick = (): void => {
  stage.world.step(TICK);
  link.pulse();
};
const saidAt = async (fits: (state: StateMessage) => boolean): Promise<number> =>
  Date.parse(((await broker.waitFor(topic('state'), fits)).message as StateMessage).timestamp) - LATER_MS;
const isCancel =
  (status: string) =>
  ({ actionStates }: StateMessage): boolean =>
    actionStates.some((action) => action.actionId === 'c-1' && action.actionStatus === status);

it('an order, its cancellation and the end of that are each answered at once, with no wait for the next beat', async () => {
  for (let n = 0; n < 30; n++) tick();
  const asked = stage.world.now();
  await broker.publish(topic('order'), orderTo(PORTER, 'harbour-1f.reception', 'go-1'));
  expect(await saidAt(({ orderId }) => orderId === 'go-1')).toBe(asked);
  await broker.publish(topic('instantActions'), {
    ...orderTo(PORTER, 'harbour-1f.reception', ''),
    actions: [{ actionType: 'cancelOrder', actionId: 'c-1', blockingType: 'HARD', actionParameters: [] }],
  });
  expect(await saidAt(isCancel('RUNNING'))).toBe(asked);
  // The robot has not moved: the cancellation takes one tick.
  tick();
  tick();
  tick();
  expect(await saidAt(isCancel('FINISHED'))).toBe(asked + TICK * 1000);
});

it('tells of people where the server alone reads it, and of all else where anybody does who watches', async () => {
  const [id, at] = ['e-1', stage.world.now()];
  const told: EventMessage[] = [
    { id, at, event: { type: 'delivery', deliveryId: 'd-1', status: 'created', phoneNumber: '+8613800000001' } },
    { id: 'e-2', at, event: { type: 'alarm', alarm: 'smoke', pose: null } },
  ];
  stage.robot.takeEvents = () => told.splice(0);
  link.pulse();
  expect((await broker.waitFor(topic('private/events'))).message).toMatchObject({ id });
  // The first message on this topic.
  expect((await broker.waitFor(topic('events'))).message).toMatchObject({ id: 'e-2' });
});

it('hears what the server tells it in private', async () => {
  const command = { type: 'leaveMediaChannel', channel: 'one' };
  await broker.publish(topic('private/commands'), command);
  await expect.poll(() => inPrivate).toEqual([command]);
});

it('a light robot publishes an alarm that is switched on, and its end, and no other events', async () => {
  await link.close();
  stage = setUp(idle(PORTER, { light: true }));
  link = linkOf();
  link.pulse();
  await vi.waitFor(() => expect(link.isUp).toBe(true));
  const typeOf = async (type: string) =>
    ((await broker.waitFor(topic('events'), ({ event }: EventMessage) => event.type === type)).message as EventMessage)
      .event;
  stage.robot.setFault('smoke', true);
  tick();
  expect(await typeOf('alarm')).toMatchObject({ alarm: 'smoke' });
  stage.act('say', { text: 'Hello' });
  tick();
  stage.robot.setFault('smoke', false);
  tick();
  await typeOf('alarmOver');
  expect(stage.robot.takeEvents()).toEqual([]);
});

it('dates its messages by a clock that is off, and then by the right one again', async () => {
  const aheadMs = async (isAhead: boolean): Promise<number> => {
    stage.robot.setFault('clockOff', isAhead);
    for (let n = 0; n < 30; n++) tick();
    const now = stage.world.now();
    return (await saidAt(({ timestamp }) => Math.abs(Date.parse(timestamp) - now) > 60_000 === isAhead)) - now;
  };
  expect(await aheadMs(true)).toBeGreaterThan(110_000);
  expect(await aheadMs(false)).toBeLessThanOrEqual(0);
});
