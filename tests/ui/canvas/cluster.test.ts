// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import { cluster } from '../../../src/ui/canvas/cluster.ts';
import type { Clusterable } from '../../../src/ui/canvas/cluster.ts';

const at = (x: number, y: number, status: Clusterable['status'] = 'working', alone = false): Clusterable => ({
  x,
  y,
  status,
  alone,
});
const crowd = fc.array(
  fc.record({
    x: fc.integer({ min: -500, max: 500 }),
    y: fc.integer({ min: -500, max: 500 }),
    status: fc.constantFrom(...ROBOT_STATUSES),
    alone: fc.boolean(),
  }),
  { maxLength: 120 },
);

describe('rings of robots', () => {
  it('leaves robots alone that are 26 px apart', () => {
    expect(cluster([at(0, 0), at(26, 0)]).clusters).toEqual([]);
  });

  it('joins those that come nearer, in their middle, also across the cells of its grid', () => {
    const { singles, clusters } = cluster([at(30, 37), at(46, 39)]);
    expect(singles).toEqual([]);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]).toMatchObject({ x: 38, y: 38, members: [0, 1] });
  });

  it('splits the ring by status in the order of precedence', () => {
    const { clusters } = cluster([at(0, 0, 'standby'), at(1, 0, 'charging'), at(2, 0, 'standby'), at(3, 0, 'offline')]);
    expect(clusters[0]?.parts).toEqual([
      ['offline', 1],
      ['charging', 1],
      ['standby', 2],
    ]);
  });

  it('never takes in an alarm or the selected one, however close', () => {
    const { singles, clusters } = cluster([at(0, 0), at(1, 1, 'alarm', true), at(2, 2)]);
    expect(singles).toEqual([1]);
    expect(clusters[0]?.members).toEqual([0, 2]);
  });

  it('joins two rings that would overlap', () => {
    const { clusters } = cluster([at(0, 0), at(10, 0), at(40, 0), at(34, 0)]);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]?.members.toSorted()).toEqual([0, 1, 2, 3]);
  });

  it('loses nobody and counts nobody twice', () => {
    fc.assert(
      fc.property(crowd, (robots) => {
        const { singles, clusters } = cluster(robots);
        const all = [...singles, ...clusters.flatMap(({ members }) => members)];
        expect(all.toSorted((a, b) => a - b)).toEqual(robots.map((_, index) => index));
        for (const { members, parts } of clusters) {
          expect(members.length).toBeGreaterThan(1);
          expect(parts.reduce((sum, [, count]) => sum + count, 0)).toBe(members.length);
          expect(members.some((member) => robots[member]?.alone)).toBe(false);
        }
      }),
    );
  });

  it('is the same while one pans: only the distances count', () => {
    fc.assert(
      fc.property(crowd, (robots) => {
        // Shift by whole cells, so that the grid stays aligned; a real pan never shifts world pixels.
        const moved = robots.map((robot) => ({ ...robot, x: robot.x + 38 * 7, y: robot.y - 38 * 3 }));
        expect(cluster(moved).clusters.map(({ members }) => members)).toEqual(
          cluster(robots).clusters.map(({ members }) => members),
        );
      }),
    );
  });

  it('bears ten thousand within a frame', () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const robots = Array.from({ length: 10_000 }, () => at(random() * 1400, random() * 800));
    cluster(robots);
    const began = performance.now();
    cluster(robots);
    // The bound is about a hundred times the usual time, so that slow machines pass.
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
