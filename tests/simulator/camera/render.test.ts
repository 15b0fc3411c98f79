import { describe, expect, it } from 'vitest';
import { MAPS, mapOf } from '../../../demo/sites.ts';
import { planIn } from '../../../demo/plan.ts';
import { createFrame, i420Size, planesOf } from '../../../simulator/camera/frame.ts';
import type { I420Buffer } from '../../../simulator/camera/frame.ts';
import { createCamera } from '../../../simulator/camera/render.ts';
import type { CameraView, OtherRobot } from '../../../simulator/camera/render.ts';

const { plan } = mapOf('harbour-1f');
const camera = createCamera({ plan });
/** In the middle of corridor W, facing west along it. */
const WEST: CameraView = { x: 15, y: 23, theta: Math.PI, time: '14:32:08', name: 'Porter 1', others: [] };

function shot(view: Partial<CameraView> = {}, frame = createFrame(640, 360)): I420Buffer {
  camera.draw(frame, { ...WEST, ...view });
  return frame;
}
/** Pixels whose luma differs, as [column, row]. */
function differing(a: I420Buffer, b: I420Buffer): [number, number][] {
  const [first, second] = [planesOf(a).y, planesOf(b).y];
  const where: [number, number][] = [];
  for (let i = 0; i < first.length; i++) if (first[i] !== second[i]) where.push([i % a.width, Math.floor(i / a.width)]);
  return where;
}
const robot = (x: number, y: number, theta = 0): OtherRobot => ({ x, y, theta, kind: 'delivery', name: 'Porter 2' });

describe('the camera', () => {
  it.each([
    [640, 360],
    [1280, 720],
    [321, 181],
  ])('fills a picture of %i x %i to its last pixel', (width, height) => {
    const frame = createFrame(width, height);
    expect(frame.data).toHaveLength(i420Size(width, height));
    shot({}, frame);
    const { y, u, v } = planesOf(frame);
    expect(y.every((luma) => luma > 8 && luma <= 235)).toBe(true);
    for (const plane of [u, v]) expect(plane.every((chroma) => chroma > 16 && chroma < 240)).toBe(true);
  });

  it('draws the same picture for the same view, into whatever frame', () => {
    const first = shot();
    shot({ theta: 1 });
    const plain: I420Buffer = { width: 640, height: 360, data: new Uint8Array(i420Size(640, 360)) };
    expect(Buffer.from(shot({}, plain).data).equals(Buffer.from(first.data))).toBe(true);
    expect(Buffer.from(shot().data).equals(Buffer.from(first.data))).toBe(true);
  });

  it('draws another picture when the robot turns or moves', () => {
    const still = shot();
    expect(differing(still, shot({ theta: Math.PI + 0.05 })).length).toBeGreaterThan(20_000);
    expect(differing(still, shot({ x: 14.9 })).length).toBeGreaterThan(5_000);
  });

  it('shows a robot in sight, larger when it is nearer', () => {
    const empty = shot();
    const near = differing(empty, shot({ others: [robot(12.5, 23)] }));
    const far = differing(empty, shot({ others: [robot(5, 23)] }));
    expect(far.length).toBeGreaterThan(200);
    expect(near.length).toBeGreaterThan(6 * far.length);
  });

  it('shows no robot that stands behind a wall or behind the camera', () => {
    const empty = shot();
    // In room 102, in the plant room, and behind the camera.
    expect(differing(empty, shot({ others: [robot(9, 27), robot(22, 31), robot(18, 23)] }))).toEqual([]);
  });

  it('hides half of a robot behind the wall of a doorway', () => {
    const view = { x: 33.9, y: 22, theta: Math.PI / 2 };
    const inside = (x: number) => differing(shot(view), shot({ ...view, others: [robot(x, 25.4)] }));
    // The doorway of Meeting 1 ends at 34.7.
    const whole = inside(33.9);
    const half = inside(34.8);
    expect(half.length).toBeGreaterThan(whole.length * 0.1);
    expect(half.length).toBeLessThan(whole.length * 0.7);
  });

  it('shows the face of a robot that looks into the camera, not of one that looks away', () => {
    const darkest = (theta: number) => {
      const { y } = planesOf(shot({ others: [robot(12.5, 23, theta)] }));
      return [...y.keys()].filter(
        (i) =>
          i % 640 > 280 && i % 640 < 360 && Math.floor(i / 640) > 100 && Math.floor(i / 640) < 200 && (y[i] ?? 0) < 70,
      ).length;
    };
    expect(darkest(0)).toBeGreaterThan(500);
    expect(darkest(Math.PI)).toBe(0);
  });

  it('keeps the nearest of a crowd', () => {
    const crowd = Array.from({ length: 60 }, (_, i) => robot(1 + (i % 12), 22 + Math.floor(i / 12) * 0.5));
    const alone = shot({ others: [robot(12, 22.5)] });
    const among = shot({ others: [...crowd, robot(12, 22.5)] });
    const empty = shot();
    // What the nearest robot covers stays covered, whatever the number of robots behind it.
    const covered = differing(empty, alone).filter(([x, y]) => x > 230 && x < 280 && y > 150 && y < 250);
    const changed = new Set(differing(alone, among).map(([x, y]) => y * 640 + x));
    expect(covered.length).toBeGreaterThan(500);
    expect(covered.filter(([x, y]) => changed.has(y * 640 + x)).length).toBeLessThan(covered.length * 0.02);
  });

  it('paints the planned path on the floor in blue, as far as the floor is seen', () => {
    const painted = shot({
      path: [
        [15, 23],
        [3, 23],
      ],
    });
    const where = differing(shot(), painted);
    expect(where.length).toBeGreaterThan(2_000);
    // Below the horizon only.
    expect(Math.min(...where.map(([, row]) => row))).toBeGreaterThan(158);
    const bluer = (frame: I420Buffer) => {
      const { u, chromaWidth } = planesOf(frame);
      return u.subarray(chromaWidth * 130, chromaWidth * 165).reduce((sum, chroma) => sum + chroma, 0);
    };
    expect(bluer(painted)).toBeGreaterThan(bluer(shot()));
    // A path behind a wall is not visible: from within a guest room, a path in the corridor.
    const room = { x: 3.9, y: 27, theta: Math.PI / 2 };
    expect(
      differing(
        shot(room),
        shot({
          ...room,
          path: [
            [4, 23],
            [15, 23],
          ],
        }),
      ),
    ).toEqual([]);
  });

  it('lets the dashes lie still while the robot drives over them', () => {
    const inFront = (x: number) => {
      const { u, chromaWidth } = planesOf(
        shot({
          x,
          path: [
            [x, 23],
            [3, 23],
          ],
        }),
      );
      // The middle of the dash whose far end is 8.8 m before the goal; the path is 12 m long.
      const row = Math.round(0.44 * 360 + (1.05 * 640) / 2 / Math.tan(1.357 / 2) / (x - (3 + 8.8 + 0.275)));
      return u[(row >> 1) * chromaWidth + 160] ?? 0;
    };
    const plain = planesOf(shot()).u[140 * 320 + 160] ?? 0;
    for (const x of [15, 14.8, 14.63, 14.41]) expect(inFront(x)).toBeGreaterThan(plain + 8);
  });

  it('writes name and time at the lower edge', () => {
    const where = differing(shot(), shot({ time: '14:32:09' }));
    expect(where.length).toBeGreaterThan(0);
    expect(Math.min(...where.map(([, row]) => row))).toBeGreaterThan(340);
  });

  it("writes the serial number where the font has not the name's letters", () => {
    const named = shot({ name: 'W1-2308-0417' });
    expect(differing(named, shot({ name: '一号跑堂', serialNumber: 'W1-2308-0417' }))).toEqual([]);
    expect(() => shot({ name: '一号跑堂' })).not.toThrow();
  });

  it("finds a guest room's door shut from the corridor and open within it", () => {
    // In front of 101's door the view ends at the door leaf; in the doorway it reaches the far wall.
    const shut = shot({ x: 3.9, y: 23.8, theta: Math.PI / 2 });
    const open = shot({ x: 3.9, y: 24.3, theta: Math.PI / 2 });
    const brown = (frame: I420Buffer) => {
      const { v, chromaWidth } = planesOf(frame);
      return v[60 * chromaWidth + 160] ?? 0;
    };
    expect(brown(shut)).toBeGreaterThan(134);
    expect(brown(open)).toBeLessThan(134);
  });

  it('takes plans whose names are already in one language', () => {
    const local = createCamera({ plan: planIn(plan, 'enUS') });
    const frame = createFrame(640, 360);
    local.draw(frame, WEST);
    expect(differing(frame, shot())).toEqual([]);
  });

  it.each(MAPS.map(({ id }) => id))('has something to show at every point of %s', (mapId) => {
    const map = mapOf(mapId);
    const eye = createCamera({ plan: map.plan });
    const frame = createFrame(160, 90);
    for (const { id, x, y, theta } of map.points) {
      eye.draw(frame, { x, y, theta, time: '', name: '', others: [] });
      const { y: luma } = planesOf(frame);
      const tones = new Set(luma);
      expect(tones.size, id).toBeGreaterThan(20);
    }
  });
});
