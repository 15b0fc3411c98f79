/** Boxes that block the way are an obstacle for the robot; other things are only visible. */
import { describe, expect, it } from 'vitest';
import type { AlarmType } from '../../../contract/entities/robotConstants.ts';
import { PORTER, idle, setUp } from '../robot/stage.ts';

const [MAP, FROM, TO] = ['harbour-1f', 15, 8];

/** A robot in corridor W, facing west, and an alarm in front of it. */
function inCorridor(alarm: AlarmType) {
  const stage = setUp(idle(PORTER, { mapId: MAP, pose: { x: FROM, y: 23, theta: Math.PI } }));
  stage.robot.setFault(alarm, true);
  const [incident] = stage.world.incidentsOn(MAP);
  if (!incident) throw new Error('no incident');
  return { ...stage, incident };
}

/** Drives past the place of the alarm. @returns the smallest distance to it, metres */
function nearestPassing(alarm: AlarmType): number {
  const { robot, world, incident, goTo } = inCorridor(alarm);
  goTo({ mapId: MAP, x: TO, y: 23 });
  let nearest = Infinity;
  for (let i = 0; i < 60 * 20; i++) {
    world.step(0.05);
    const { x, y } = robot.body.motion;
    nearest = Math.min(nearest, Math.hypot(x - incident.x, y - incident.y));
  }
  expect(robot.body.motion.x).toBeCloseTo(TO, 0);
  return nearest;
}

describe('things on the floor', () => {
  it('that only lie there are not in the way', () => {
    expect(nearestPassing('waterAccumulation')).toBeLessThan(0.3);
  });

  it('that block the way are driven around', () => {
    expect(nearestPassing('navigationException')).toBeGreaterThan(0.7);
  });

  it('that are on the target are the reason why the robot waits, until they are gone', () => {
    const { robot, incident, goTo, until, errors } = inCorridor('navigationException');
    const description = () => errors().find(({ errorType }) => errorType === 'targetBlocked')?.errorDescription;
    goTo({ mapId: MAP, x: incident.x, y: incident.y });
    until(() => description() === 'Boxes stand on the target.', 60);
    robot.setFault('navigationException', false);
    until(() => Math.hypot(robot.body.motion.x - incident.x, robot.body.motion.y - incident.y) < 0.1, 60);
    expect(description()).toBeUndefined();
  });
});
