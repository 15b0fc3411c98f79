/** Pictures of past alarms: what the alarm was about is in sight, and where it was in every picture of it. */
import { expect, it } from 'vitest';
import { ALARM_TYPES } from '../../../contract/entities/robotConstants.ts';
import { MAPS } from '../../../demo/sites.ts';
import { pastPicture } from '../../../simulator/alarms/pastPicture.ts';

const [{ id: mapId, points }] = MAPS as [(typeof MAPS)[number]]; // the demo has floors
const wishAt = (index: number) => {
  const { x = 0, y = 0 } = points[index] ?? {};
  return { serialNumber: 'RH-1', mapId, x, y, theta: 0.5, at: 1_000 };
};

it('without an alarm it is the view alone, and so on an unknown floor', () => {
  const { serialNumber: _, at, ...view } = wishAt(0);
  expect(pastPicture(wishAt(0))).toEqual({ alarmId: '', moment: 'before', at, view, incident: null });
  const elsewhere = pastPicture({ ...wishAt(0), mapId: 'nowhere', alarm: { event: 'carton', isThere: true } });
  expect(elsewhere).toMatchObject({ view: { mapId: 'nowhere' }, incident: null });
});

it('shows each kind of alarm before the robot, the same each time, and the same view without it', () => {
  for (const [index, event] of ALARM_TYPES.entries()) {
    const wish = { ...wishAt(index), alarm: { event, value: 80, isThere: true } };
    const shown = pastPicture(wish);
    expect(pastPicture(wish)).toEqual(shown);
    const { view, incident } = shown;
    expect(incident).toMatchObject({ alarm: event, mapId, value: 80 });
    const direction = Math.atan2((incident?.y ?? 0) - view.y, (incident?.x ?? 0) - view.x);
    expect(Math.cos(direction - view.theta)).toBeGreaterThan(0.99);
    expect(Math.hypot((incident?.x ?? 0) - view.x, (incident?.y ?? 0) - view.y)).toBeLessThan(7);
    expect(pastPicture({ ...wish, alarm: { ...wish.alarm, isThere: false } })).toEqual({ ...shown, incident: null });
  }
});
