/** Still pictures of the timed refresh: at once, at the interval, and none without a camera or while it is off. */
import { expect, it } from 'vitest';
import { StillTimer } from '../../../simulator/robot/stillTimer.ts';
import { idle, setUp } from './stage.ts';

it('is due at once when the interval is set or changed, then once in an interval', () => {
  const timer = new StillTimer();
  const due = (interval: number, ...times: number[]) => times.map((now) => timer.isDue(interval, now));
  expect(due(0, 0, 100_000)).toEqual([false, false]);
  expect(due(60, 100_000, 130_000, 159_999, 160_000, 161_000)).toEqual([true, false, false, true, false]);
  expect(due(30, 161_000, 190_999, 191_000)).toEqual([true, false, true]);
  expect(due(0, 500_000)).toEqual([false]);
});

it('is taken by a robot that has it switched on, in the direction of its head', () => {
  const { robot } = setUp(idle('S2-2402-0056'));
  expect(robot.takeStill(0)).toBeNull();
  robot.handleInstantActions({
    headerId: 1,
    timestamp: '2026-11-21T08:00:00.000Z',
    version: '2.1.0',
    manufacturer: 'Roundhouse',
    serialNumber: robot.spec.serialNumber,
    actions: [
      {
        actionType: 'applySettings',
        actionId: 'settings-1',
        blockingType: 'NONE',
        actionParameters: [
          { key: 'version', value: 1 },
          { key: 'values', value: { timedRefresh: 30, headHorizontal: 120 } },
        ],
      },
    ],
  });
  const { motion, mapId } = robot.body;
  expect(robot.takeStill(1_000)?.view).toEqual({
    mapId,
    x: motion.x,
    y: motion.y,
    theta: expect.closeTo(motion.theta + Math.PI / 6, 9),
  });
  robot.setFault('cameraUnplugged', true);
  expect(robot.takeStill(40_000)).toBeNull();
});
