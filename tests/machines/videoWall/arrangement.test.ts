/** Changes of what the video wall shows. */
import { describe, expect, it } from 'vitest';
import {
  type Arrangement,
  arrangementOf,
  clear,
  EMPTY_WALL,
  foreignSlots,
  freeSlot,
  isSameWall,
  place,
  shownTiles,
  slotBeside,
  swap,
} from '../../../src/machines/videoWall/arrangement.ts';
import { layoutOf } from '../../fakes/startVideoWall.ts';

const wallOf = (...robots: string[]): Arrangement =>
  robots.reduce<Arrangement>((wall, robot, index) => place(wall, index + 1, robot), { ...EMPTY_WALL, grid: 9 });
const places = ({ tiles }: Arrangement) => tiles.map(({ slot, serialNumber }) => `${slot}${serialNumber}`).join(' ');

describe('placing a robot', () => {
  it('fills an empty place, replaces a robot, and swaps with one that is on the wall', () => {
    const wall = wallOf('A', 'B');
    expect(places(place(wall, 5, 'C'))).toBe('1A 2B 5C');
    expect(places(place(wall, 1, 'C'))).toBe('1C 2B');
    expect(places(place(wall, 1, 'B'))).toBe('1B 2A');
    expect(places(place(wall, 7, 'B'))).toBe('1A 7B');
    expect(place(wall, 10, 'C')).toBe(wall);
  });

  it('keeps three live, and shows still pictures of those that come later', () => {
    expect(wallOf('A', 'B', 'C', 'D', 'E').tiles.map(({ live }) => live)).toEqual([true, true, true, false, false]);
  });

  it('brings a robot back that is beyond a smaller grid', () => {
    const wall: Arrangement = { ...wallOf('A', 'B', 'C', 'D', 'E'), grid: 4 };
    expect(shownTiles(wall)).toHaveLength(4);
    expect(places(place(wall, 1, 'E'))).toBe('1E 2B 3C 4D');
  });
});

it('a swap needs a robot, and stays on the wall', () => {
  const wall = wallOf('A', 'B');
  expect(places(swap(wall, 1, 2))).toBe('1B 2A');
  expect(swap(wall, 3, 1)).toBe(wall);
  expect(swap(wall, 1, 10)).toBe(wall);
  expect(places(clear(wall, 1))).toBe('2B');
  expect(clear(wall, 4)).toBe(wall);
  expect([freeSlot(wall), freeSlot({ ...wall, grid: 1 })]).toEqual([3, 0]);
});

it.each([
  [4, 1, 'right', 2],
  [4, 2, 'right', 2],
  [4, 2, 'down', 4],
  [9, 5, 'up', 2],
  [9, 5, 'left', 4],
  [9, 7, 'down', 7],
  [1, 1, 'left', 1],
] as const)('on a wall of %i, from %i to the %s is %i', (grid, slot, step, found) =>
  expect(slotBeside(grid, slot, step)).toBe(found),
);

it('leaves out robots of a layout that the reader may not see, and compares without regard to order', () => {
  const tile = { quality: null, live: true };
  const layout = layoutOf({
    tiles: [
      { ...tile, slot: 2, serialNumber: 'B' },
      { ...tile, slot: 3, serialNumber: null },
      { ...tile, slot: 1, serialNumber: 'A' },
    ],
  });
  const wall = arrangementOf(layout);
  expect([places(wall), foreignSlots(layout)]).toEqual(['1A 2B', [3]]);
  expect(isSameWall(wall, { ...wall, tiles: [...wall.tiles].reverse() })).toBe(true);
  expect(isSameWall(wall, { ...wall, quality: '360p' })).toBe(false);
  expect(isSameWall(wall, clear(wall, 2))).toBe(false);
});
