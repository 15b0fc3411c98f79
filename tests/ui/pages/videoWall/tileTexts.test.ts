/** What a tile says about a still picture that is older than it should be: why there is no newer one. */
import { expect, it } from 'vitest';
import type { Robot } from '../../../../contract/entities/robot.ts';
import type { TileContext } from '../../../../src/machines/videoWall/videoTile.setup.ts';
import type { Translate } from '../../../../src/ui/hooks/translate.ts';
import { robotOf } from '../../robotOf.ts';
import { tileTexts } from '../../../../src/ui/pages/videoWall/tileTexts.ts';

const t = ((key: string, words?: object) => `${key} ${JSON.stringify(words ?? {})}`) as unknown as Translate;
const lateTile = (tile: Partial<TileContext>, robot?: Robot) =>
  tileTexts({
    t,
    look: 'still',
    tile: { stillAt: 1_000, stillSeconds: 30, viewers: [], problem: null, ...tile } as TileContext,
    robot,
    quality: '360p',
    slow: false,
    late: true,
    now: 90_000,
    age: (ms) => `${ms} ms`,
    time: String,
    pictureAt: null,
  });

it.each<[Partial<TileContext>, RegExp]>([
  [{ problem: null }, /^videoWall\.tile\.lateText/u],
  [{ problem: 'tooManyViewers' }, /^videoWall\.tile\.fullText/u],
  [{ problem: 'tooManyViewers', viewers: ['Chen Yu'] }, /^videoWall\.tile\.fullBy .*Chen Yu/u],
  [{ problem: 'failed' }, /^shared\.videoBlocked/u],
])('%j', (tile, text) => {
  expect(lateTile(tile)).toMatchObject({ look: 'stale', picture: 'still', canRetry: true });
  expect(lateTile(tile).text).toMatch(text);
});

it('names nobody while the robot counts fewer viewers than there are names', () => {
  const tile = { problem: 'tooManyViewers', viewers: ['Chen Yu', 'Zhao Min'] } as const;
  const watchedBy = (viewers: number) => robotOf({ live: { watching: { viewers, listening: 0 } } });
  expect(lateTile(tile, watchedBy(2)).text).toMatch(/^videoWall\.tile\.fullBy/u);
  expect(lateTile(tile, watchedBy(1)).text).toMatch(/^videoWall\.tile\.fullText/u);
});
