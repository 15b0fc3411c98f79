/**
 * Settings that a simulated robot has applied are seen and heard: in its camera's picture, in its sound, in what it says
 * to a guest, and in the state from which the plan draws its lights.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lightsOnIn } from '../../../contract/rules/deviceReport.ts';
import { planesOf, type I420Buffer } from '../../../simulator/camera/frame.ts';
import type { Robot } from '../../../simulator/robot/robot.ts';
import { RobotStream } from '../../../simulator/video/robotStream.ts';
import { Scene } from '../../../simulator/video/scene.ts';
import { sceneRobot } from '../../../simulator/video/sceneRobot.ts';
import { HOST, idle, setUp, type Stage } from '../robot/stage.ts';

/** Its lamp board answers. */
const WEST = 'S2-2402-0057';
/** In the first half of a second, in which the warning light is on. */
const NOW = Date.UTC(2026, 10, 21, 8, 0, 0, 100);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

let version = 0;
/** As the server sends it. */
function set(stage: Stage, values: Record<string, unknown>): void {
  version += 1;
  stage.act('applySettings', { version, values });
  stage.world.step(0.1);
}

/** What the robot's camera shows now. */
function pictureOf(robot: Robot): I420Buffer {
  const scene = new Scene();
  scene.take(NOW, [sceneRobot(robot)]);
  const stream = new RobotStream(robot.spec.serialNumber, scene);
  let shown: I420Buffer | undefined;
  const watcher = {
    quality: '360p' as const,
    access: { picture: true, sound: false, voice: false, camera: false },
    isSpeaking: () => false,
    needsFrame: () => true,
    onFrame: ({ data, ...size }: I420Buffer) => void (shown = { ...size, data: Uint8Array.from(data) }),
    onSound: null,
  };
  stream.add(watcher);
  stream.remove(watcher);
  if (!shown) throw new Error('no picture');
  return shown;
}
/** Mean brightness of a part of the picture, in shares of its height and width. */
function brightness(picture: I420Buffer, [top, bottom]: [number, number], [left, right]: [number, number]): number {
  const { y } = planesOf(picture);
  let [sum, count] = [0, 0];
  for (let row = Math.floor(top * picture.height); row < bottom * picture.height; row++)
    for (let column = Math.floor(left * picture.width); column < right * picture.width; column++) {
      sum += y[row * picture.width + column] ?? 0;
      count += 1;
    }
  return sum / count;
}
const ahead = (picture: I420Buffer): number => brightness(picture, [0.4, 0.7], [0.4, 0.6]);
const floor = (picture: I420Buffer): number => brightness(picture, [0.85, 0.95], [0.1, 0.3]);
/** Share of the pixels that differ. */
function difference(one: I420Buffer, other: I420Buffer): number {
  const [a, b] = [planesOf(one).y, planesOf(other).y];
  return a.filter((luma, i) => Math.abs(luma - (b[i] ?? 0)) > 4).length / a.length;
}

describe('a setting of a simulated robot', () => {
  it('lights: the cone of the front light and the glow of the chassis light are in the picture, and both on the plan', () => {
    const stage = setUp(idle(WEST));
    set(stage, { frontLight: false, chassisLight: false, autoFrontLight: false });
    const dark = pictureOf(stage.robot);
    expect(lightsOnIn(stage.state())).toEqual([]);
    set(stage, { frontLight: true });
    const front = pictureOf(stage.robot);
    expect(ahead(front) - ahead(dark)).toBeGreaterThan(15);
    expect(lightsOnIn(stage.state())).toEqual(['front']);
    set(stage, { frontLight: false, chassisLight: true });
    const chassis = pictureOf(stage.robot);
    expect(floor(chassis) - floor(dark)).toBeGreaterThan(8);
    expect(Math.abs(ahead(chassis) - ahead(dark))).toBeLessThan(2);
    expect(lightsOnIn(stage.state())).toEqual(['chassis']);
    set(stage, { chassisLight: false });
    expect(difference(pictureOf(stage.robot), dark)).toBeLessThan(0.001);
  });

  it('warning light: flashes on patrol alone', () => {
    const { spec } = setUp(idle(WEST)).robot;
    const standing = setUp(idle(WEST));
    set(standing, { patrolWarningLight: true });
    expect(standing.robot.device.warningLight).toBe(false);
    const stage = setUp({ ...idle(WEST), round: ['harbour-1f.reception', spec.homePointId] });
    set(stage, { patrolWarningLight: true });
    stage.until(() => stage.robot.device.warningLight, 120);
    expect(lightsOnIn(stage.state())).toContain('warning');
    const flash = pictureOf(stage.robot);
    vi.setSystemTime(NOW + 500);
    expect(floor(flash) - floor(pictureOf(stage.robot))).toBeGreaterThan(10);
  });

  it('head: the picture turns with it, and is the same again straight ahead', () => {
    const stage = setUp(idle(WEST));
    const straight = pictureOf(stage.robot);
    set(stage, { headHorizontal: 150 });
    expect(difference(pictureOf(stage.robot), straight)).toBeGreaterThan(0.2);
    set(stage, { headHorizontal: 90, headVertical: 34 });
    expect(difference(pictureOf(stage.robot), straight)).toBeGreaterThan(0.1);
    set(stage, { headVertical: 22 });
    expect(difference(pictureOf(stage.robot), straight)).toBeLessThan(0.001);
  });

  it('volume: is that of its voice', () => {
    const stage = setUp(idle(WEST));
    set(stage, { volume: 15 });
    expect(sceneRobot(stage.robot).volume).toBe(15);
    expect(stage.state().information).toContainEqual(
      expect.objectContaining({
        infoReferences: expect.arrayContaining([{ referenceKey: 'volume', referenceValue: '15' }]) as unknown,
      }),
    );
  });

  it('welcome word: is what it says when it meets a guest', () => {
    const stage = setUp({ ...idle(HOST), round: ['harbour-1f.reception'] });
    set(stage, { welcomeWord: 'Welcome to the spring fair' });
    stage.until(() => stage.robot.saying === 'Welcome to the spring fair', 600);
  });
});
