import { describe, expect, it } from 'vitest';
import { hasRobotPanel, isAskedFor } from '../../../src/ui/shell/robotPanelRules.ts';

describe('the robot panel', () => {
  it.each([
    '/home',
    '/home/robot-data',
    '/home/user-setting',
    '/activity/cruise-record',
    '/activity/event-record',
    '/activity/delivery-record',
    '/activity/disinfect-record',
    '/qa/industrydb',
  ])('is hidden on %s', (path) => {
    expect(hasRobotPanel(path)).toBe(false);
  });
  it.each(['/setting/map-edit', '/setting/basic', '/video-control'])('stands on %s', (path) => {
    expect(hasRobotPanel(path)).toBe(true);
  });

  it('asks for navigation robots on maps and routes, and as super administrator on friends', () => {
    const still = { navigation: false, relation: 'member' } as const;
    const mine = { navigation: false, relation: 'superAdmin' } as const;
    expect([
      isAskedFor(still, '/setting/map-edit'),
      isAskedFor({ ...still, navigation: true }, '/setting/cruise-line'),
    ]).toEqual([false, true]);
    expect([isAskedFor(still, '/setting/friend-manage'), isAskedFor(mine, '/setting/friend-manage')]).toEqual([
      false,
      true,
    ]);
    expect(isAskedFor(still, '/setting/basic')).toBe(true);
  });
});
