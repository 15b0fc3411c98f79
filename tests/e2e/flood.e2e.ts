/**
 * Stop while unauthenticated clients, viewers and faulty robots flood the server (tests/flood): none is lost, none
 * refused. Its latencies are measured by `npm run flood`.
 */
import { expect, it } from 'vitest';
import { flood } from '../flood/flood.ts';

/** Far above the goal: only a hanging server is slower, even on a busy machine. */
const SLOWEST_MS = 5_000;
const STALL_MS = 1_000;

it('no Stop is lost or refused under any flood, and what a flood took is given back', async () => {
  const figures = await flood({ seconds: 2, robots: 40, say: () => undefined });
  expect(figures.length).toBeGreaterThan(10);
  const rest = figures[0]?.memoryAfter ?? 0;
  for (const { name, asked, refused, lost, slowest, lagMax, memoryAfter } of figures) {
    expect({ name, refused, lost }).toEqual({ name, refused: 0, lost: 0 });
    expect(asked, name).toBeGreaterThan(0);
    expect(slowest, name).toBeLessThan(SLOWEST_MS);
    expect(lagMax, name).toBeLessThan(STALL_MS);
    // Compiled code and pools remain; a flood that stays in memory is many times larger.
    expect(memoryAfter, name).toBeLessThan(2 * rest + 64);
  }
});
