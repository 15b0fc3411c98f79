import { describe, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { displacedBy, displacingFault, DISPLACING_ACTS } from '../../../contract/rules/displacing.ts';
import { liveOf } from '../../ui/robotOf.ts';

const task = (kind: NonNullable<RobotLive['task']>['kind'], target = 'Gym'): RobotLive['task'] => ({
  kind,
  target,
  targetId: null,
  progress: null,
  stops: [],
  until: null,
  toGo: null,
});

describe('what a command takes the place of', () => {
  it.each(DISPLACING_ACTS)('%s names a delivery that the robot took up by itself', (act) => {
    const live = liveOf({ busy: false, task: task('delivery') });
    expect(displacedBy(act, live)).toEqual({ kind: 'delivery', target: 'Gym', awaited: true });
    expect(displacingFault(act, live, undefined)).toBe('taskDisplaced');
    expect(displacingFault(act, live, 'delivery')).toBeNull();
  });
  it.each(DISPLACING_ACTS)('%s asks nothing when nothing is displaced', (act) => {
    for (const kind of ['charge', 'dock', 'reception', 'manual'] as const)
      expect(displacedBy(act, liveOf({ busy: false, task: task(kind) }))).toBeNull();
    expect(displacedBy(act, liveOf({ busy: false, task: null }))).toBeNull();
  });
  it('refuses a command about a task that is another one by now', () => {
    expect(displacingFault('goTo', liveOf({ task: task('patrol') }), 'delivery')).toBe('taskDisplaced');
  });
  it('lets an integrator displace what nobody waits for without naming it', () => {
    expect(displacedBy('goTo', liveOf({ task: task('patrol') }))).toMatchObject({ kind: 'patrol', awaited: false });
    expect(displacingFault('goTo', liveOf({ task: task('patrol') }), undefined)).toBeNull();
  });
});
