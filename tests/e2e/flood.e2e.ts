/** Stop under everything that strangers, viewers and mad robots can send (tests/flood): none lost, none refused. Its figures are a benchmark's: npm run flood. */
import { expect, it } from 'vitest';
import { flood } from '../flood/flood.ts';

/** Far beyond what is aimed at: only a server that hangs is slower, whatever the machine is busy with. */
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
    // Compiled code and warm pools stay; a flood that is kept is many times that.
    expect(memoryAfter, name).toBeLessThan(2 * rest + 64);
  }
});
