/**
 * Settings that count on a patrol also count on an order: a user's route lights the warning light and takes photos at the
 * interval, but the way to a charger does not. And a robot that welcomes nobody does not announce a welcome word.
 */
import { expect, it } from 'vitest';
import { idle, HOST, PORTER, setUp, type Stage } from './stage.ts';

/** A security robot whose lamp board answers. */
const WEST = 'S2-2402-0057';
const set = (stage: Stage, values: Record<string, number | boolean>): void => {
  stage.act('applySettings', { version: 1, values });
  stage.world.step(0.1);
};
/** An order to a place some metres away. */
const order = (stage: Stage, actions: Parameters<Stage['goTo']>[2] = []): void => {
  const { mapId, motion } = stage.robot.body;
  stage.goTo({ x: motion.x + 3, y: motion.y, mapId }, 'order-1', actions);
};
const arrived = (stage: Stage) => (): boolean => stage.state().nodeStates.length === 0;

it('the warning light flashes on an order of a security robot, until it has arrived', () => {
  const stage = setUp(idle(WEST));
  set(stage, { patrolWarningLight: true });
  expect(stage.robot.device.warningLight).toBe(false);
  order(stage);
  stage.world.step(0.5);
  expect(stage.robot.device.warningLight).toBe(true);
  stage.until(arrived(stage), 60);
  stage.world.step(0.5);
  expect(stage.robot.device.warningLight).toBe(false);
});

it('it stays off on the way to a charger', () => {
  const stage = setUp(idle(WEST));
  set(stage, { patrolWarningLight: true });
  order(stage, [{ actionType: 'startCharging', actionId: 'charge', blockingType: 'HARD' }]);
  stage.world.step(0.5);
  expect(stage.state().nodeStates).not.toEqual([]);
  expect(stage.robot.device.warningLight).toBe(false);
});

it('photos are taken at the interval on an order, and belong to it', () => {
  const stage = setUp(idle(WEST));
  set(stage, { photoInterval: 5 });
  order(stage, [
    {
      actionType: 'say',
      actionId: 'long',
      blockingType: 'HARD',
      actionParameters: [{ key: 'text', value: 'Please leave the building. '.repeat(10) }],
    },
  ]);
  stage.until(() => stage.status('long') === 'FINISHED', 90);
  const own = stage.robot.takePhotoRequests().map((request) => request.own);
  expect(own.length).toBeGreaterThanOrEqual(2);
  for (const photo of own) expect(photo).toMatchObject({ cause: 'interval', orderId: 'order-1' });
});

it('only robots that welcome guests announce a welcome word', () => {
  const names = (serialNumber: string) => setUp(idle(serialNumber)).robot.profile.settings;
  expect(names(HOST)).toContain('welcomeWord');
  for (const other of [WEST, PORTER]) expect(names(other)).not.toContain('welcomeWord');
  // It still says its broadcast on its round.
  expect(names(WEST)).toContain('speechChinese');
});
