import { describe, expect, it } from 'vitest';
import { mapOf } from '../../../demo/sites.ts';
import { floorOf } from '../../../simulator/building/floor.ts';
import { raycast, castsFor, hitsOf, setDoors } from '../../../simulator/camera/raycast.ts';
import { sceneOf } from '../../../simulator/camera/scene.ts';

const { plan } = mapOf('harbour-1f');
const scene = sceneOf(plan);

function look(x: number, y: number, theta: number) {
  const casts = castsFor(scene, 1);
  setDoors(scene, casts, x, y);
  raycast(scene, casts, 0, x, y, Math.cos(theta), Math.sin(theta));
  const from = hitsOf(0);
  const hits = Array.from({ length: casts.count[0] ?? 0 }, (_, i) => ({
    at: casts.enter[from + i] ?? 0,
    material: scene.solids[casts.solid[from + i] ?? 0]?.material,
  }));
  return { wallAt: casts.wallAt[0] ?? 0, material: scene.solids[casts.wall[0] ?? -1]?.material, hits };
}

describe('a ray of the camera', () => {
  it('ends at walls, doors and glass where they are', () => {
    expect(look(12, 23, Math.PI / 2)).toMatchObject({ wallAt: expect.closeTo(1.43, 6), material: 'wall' });
    expect(look(3.9, 23, Math.PI / 2)).toMatchObject({ wallAt: expect.closeTo(1.47, 6), material: 'door' });
    expect(look(10, 23, Math.PI)).toMatchObject({ wallAt: expect.closeTo(9.95, 6), material: 'glass' });
    expect(look(21.3, 21, Math.PI / 2)).toMatchObject({ wallAt: expect.closeTo(3.47, 6), material: 'liftDoor' });
  });

  it('goes through a door that stands open, under its lintel', () => {
    const { wallAt, hits } = look(33.9, 23, Math.PI / 2);
    expect(wallAt).toBeGreaterThan(8);
    expect(hits[0]).toMatchObject({ at: expect.closeTo(1.41, 6) });
    expect(hits.map(({ material }) => material)).toContain('lintel');
  });

  it('meets furniture on the way, nearest first, and nothing beyond the wall', () => {
    const { wallAt, hits } = look(33, 18, -Math.PI / 2);
    const depths = hits.map(({ at }) => at);
    expect(depths).toEqual([...depths].sort((a, b) => a - b));
    expect(look(47.5, 29, 0).hits.length).toBeGreaterThan(4);
    expect(depths.every((at) => at < wallAt)).toBe(true);
  });

  it("agrees with the robot's own measure where no door or furniture is between", () => {
    const floor = floorOf(plan);
    let compared = 0;
    for (const [x, y] of [
      [10, 23],
      [18, 23],
      [50, 23],
      [63, 23],
    ] as const) {
      for (let i = 0; i < 32; i++) {
        const theta = (i / 32) * 2 * Math.PI + 0.02;
        const { wallAt, material, hits } = look(x, y, theta);
        if (material !== 'wall' || hits.length) continue;
        compared++;
        // A ray that grazes a corner can miss it by up to one cell.
        const off = [-0.03, 0, 0.03].map((turn) => Math.abs(floor.raycast(x, y, theta + turn, 100) - wallAt));
        expect(Math.min(...off), `${x},${y} ${theta}`).toBeLessThan(0.2);
      }
    }
    expect(compared).toBeGreaterThan(40);
  });
});
