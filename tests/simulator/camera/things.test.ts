/** What alarms are about, in camera pictures: visible where it is, and framed in the pictures of alarms. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ALARM_TYPES, type AlarmType } from '../../../contract/entities/robotConstants.ts';
import { mapOf } from '../../../demo/sites.ts';
import { pictureBox } from '../../../contract/entities/pictureBox.ts';
import { createFrame, planesOf } from '../../../simulator/camera/frame.ts';
import type { I420Buffer } from '../../../simulator/camera/frame.ts';
import { aim, lensFor } from '../../../simulator/camera/lens.ts';
import { frameOf } from '../../../simulator/camera/marks.ts';
import type { Rect } from '../../../simulator/camera/marks.ts';
import { createCamera, FIELD_OF_VIEW } from '../../../simulator/camera/render.ts';
import type { CameraView } from '../../../simulator/camera/render.ts';
import { rgbOf } from '../../../simulator/camera/rgb.ts';
import { idle, setUp } from '../robot/stage.ts';

const PATROL = 'S2-2402-0057';
const [WIDTH, HEIGHT] = [640, 360];

/** The picture that the robot takes of an alarm on demand. */
function alarmOf(alarm: AlarmType) {
  const { robot } = setUp(idle(PATROL));
  robot.setFault(alarm, true);
  const picture = robot.takePictures().find(({ moment }) => moment === 'at');
  const { view, incident } = picture ?? {};
  if (!picture || !view || !incident) throw new Error('no picture');
  const camera = createCamera({ plan: mapOf(view.mapId).plan });
  const shot = (changes: Partial<CameraView>): I420Buffer => {
    const frame = createFrame(WIDTH, HEIGHT);
    camera.draw(frame, { ...view, time: '', name: '', others: [], ...changes });
    return frame;
  };
  const lens = lensFor(WIDTH, HEIGHT, 1.05);
  aim(lens, view.x, view.y, view.theta, FIELD_OF_VIEW);
  const region = frameOf(lens, incident);
  if (!region) throw new Error('behind the camera');
  return { incident, shot, region, view, robot, picture };
}

const isIn = ({ left, top, right, bottom }: Rect, column: number, row: number) =>
  column >= left && column < right && row >= top && row < bottom;

/** Pixels whose luma differs by more than a little, inside and outside of the region; and the region's size. */
function differing(a: I420Buffer, b: I420Buffer, region: Rect) {
  const [first, second] = [planesOf(a).y, planesOf(b).y];
  const found = { inside: 0, outside: 0, size: 0 };
  for (let row = 0, i = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++, i++) {
      const inside = isIn(region, column, row);
      if (inside) found.size++;
      if (Math.abs((first[i] ?? 0) - (second[i] ?? 0)) > 6) found[inside ? 'inside' : 'outside']++;
    }
  return found;
}

describe('what an alarm is about', () => {
  it.each(ALARM_TYPES.filter((alarm) => alarm !== 'noise'))('%s is visible where it is', (alarm) => {
    const { incident, shot, region } = alarmOf(alarm);
    const { inside, size } = differing(shot({}), shot({ things: [incident] }), region);
    expect(size).toBeGreaterThan(600);
    expect(inside / size).toBeGreaterThan(0.15);
  });

  it('a noise is not visible, and marked in its picture only', () => {
    const { incident, shot, region } = alarmOf('noise');
    const before = shot({});
    const live = differing(before, shot({ things: [incident] }), region);
    expect(live.inside + live.outside).toBe(0);
    expect(differing(before, shot({ things: [incident], marked: incident }), region).inside).toBeGreaterThan(500);
  });

  it.each(ALARM_TYPES)('%s is framed in its picture', (alarm) => {
    const { incident, shot, region } = alarmOf(alarm);
    const plain = shot({ things: [incident] });
    const marked = shot({ things: [incident], marked: incident });
    const { inside, outside } = differing(plain, marked, region);
    expect(inside + outside).toBeGreaterThan(100);
  });

  it.each(ALARM_TYPES)(
    '%s is reported with the box in which it is seen, and its picture has no frame then',
    (alarm) => {
      const { incident, shot, region, robot, picture } = alarmOf(alarm);
      robot.reportPicture(picture, 'f'.repeat(32));
      const { event } = robot.takeEvents().at(-1) ?? {};
      if (event?.type !== 'alarmPicture' || !event.box) throw new Error('no box');
      const { x, y, width, height } = v.parse(pictureBox, event.box);
      const box = { left: x * WIDTH, top: y * HEIGHT, right: (x + width) * WIDTH, bottom: (y + height) * HEIGHT };
      // What can be seen of the thing, with little around it.
      const around = HEIGHT / 60 + 1;
      const near = [
        Math.max(0, region.left) - box.left,
        box.right - Math.min(WIDTH, region.right),
        Math.max(0, region.top) - box.top,
        box.bottom - Math.min(HEIGHT, region.bottom),
      ];
      for (const beyond of near) {
        expect(beyond).toBeGreaterThanOrEqual(-1);
        expect(beyond).toBeLessThanOrEqual(around);
      }
      const plain = shot({ things: [incident] });
      const framed = differing(plain, shot({ things: [incident], marked: incident }), region);
      const unframed = differing(plain, shot({ things: [incident], marked: incident, isUnframed: true }), region);
      expect(unframed.inside + unframed.outside).toBeLessThan(framed.inside + framed.outside);
    },
  );

  it('is hidden behind a wall', () => {
    const { incident, shot, region, view } = alarmOf('humanBody');
    const standing = (bearing: number) => {
      const direction = view.theta + bearing;
      const [x, y] = [view.x + 6 * Math.cos(direction), view.y + 6 * Math.sin(direction)];
      const { inside, outside } = differing(shot({}), shot({ things: [{ ...incident, x, y }] }), region);
      return inside + outside;
    };
    expect(standing(0)).toBeGreaterThan(500);
    // In a room beside the corridor.
    expect(standing(0.55)).toBe(0);
    expect(standing(-0.55)).toBe(0);
  });

  it('an extinguisher is red, until it is missing', () => {
    const { incident, shot, region } = alarmOf('missingExtinguisher');
    const redIn = (frame: I420Buffer): number => {
      const rgb = rgbOf(frame);
      let count = 0;
      for (let row = 0, i = 0; row < HEIGHT; row++)
        for (let column = 0; column < WIDTH; column++, i += 3)
          if (isIn(region, column, row) && (rgb[i] ?? 0) > 130 && (rgb[i + 1] ?? 0) < 90) count++;
      return count;
    };
    // The sign above it stays.
    expect(redIn(shot({}))).toBeGreaterThan(1.4 * redIn(shot({ things: [incident] })));
  });
});
