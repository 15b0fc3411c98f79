/** Places on the video wall, for the robot panel. */
import { expect, it } from 'vitest';
import { areSameNumbers, selectTileNumbers } from '../../../src/machines/videoWall/tileNumbers.selectors.ts';
import { layoutOf, startVideoWall } from '../../fakes/startVideoWall.ts';

const tiles = ['A', 'B', 'C', 'D', 'E'].map((serialNumber, index) => ({
  slot: index + 1,
  serialNumber,
  quality: null,
  live: false,
}));

it('are those of the tiles that are shown, and change only with them', async () => {
  const { actor, stop } = await startVideoWall({ layouts: [layoutOf({ tiles })] });
  const numbers = () => selectTileNumbers(actor.getSnapshot());
  const before = numbers();
  expect([...before]).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 3],
    ['D', 4],
  ]);
  actor.send({ type: 'tile.rate', serialNumber: 'A', kilobits: 900 });
  expect(areSameNumbers(before, numbers())).toBe(true);
  actor.send({ type: 'tile.place', slot: 2, serialNumber: 'A' });
  expect([numbers().get('A'), numbers().get('B'), areSameNumbers(before, numbers())]).toEqual([2, 1, false]);
  stop();
});

it('are none on the page of one robot, on another page, and while no page is shown', async () => {
  const { actor, stop } = await startVideoWall({ page: 'videoControl', query: { serialNumber: 'A' } });
  expect(actor.getSnapshot().context.wall.tiles).toHaveLength(1);
  const other = { machine: { id: 'floorDrawing' }, context: {} };
  for (const page of [actor.getSnapshot(), other, undefined]) expect(selectTileNumbers(page).size).toBe(0);
  stop();
});
