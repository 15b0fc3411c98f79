/**
 * Still pictures of a tile whose robot sends them: they need neither a media connection nor a connection to the robot,
 * and the tile says why there is none.
 */
import { expect, it } from 'vitest';
import { STILL_PICTURES } from '../../../contract/wire/actions.ts';
import { selectTileLook } from '../../../src/machines/videoWall/videoTile.selectors.ts';
import { CAPTURE_MS } from '../../../src/machines/videoWall/videoTile.setup.ts';
import { REFUSED_MS } from '../../../src/machines/robotData/video.setup.ts';
import { settle } from '../../fakes/settle.ts';
import { startVideoTile, TILE } from '../../fakes/startVideoWall.ts';

const startStill = (
  change: Partial<typeof TILE> = {},
  prepare: NonNullable<Parameters<typeof startVideoTile>[1]> = () => {},
) =>
  startVideoTile({ isLive: false, ...change }, (world) => {
    prepare(world);
    world.facts = { ...world.facts, abilities: { ...world.facts.abilities, actions: [STILL_PICTURES] } };
  });
type Tile = Awaited<ReturnType<typeof startStill>>;
const lookOf = ({ actor }: Tile) => selectTileLook(actor.getSnapshot());
const answer = async ({ world }: Tile, result: Parameters<typeof world.still>[0]): Promise<void> => {
  world.still(result);
  await settle();
};

it('come over the connection of the account, in the quality of the tile, and again at the interval', async () => {
  const tile = await startStill({ quality: '360p' });
  const { actor, world, after } = tile;
  expect(lookOf(tile)).toBe('opening');
  await answer(tile, { at: 4_000 });
  expect(lookOf(tile)).toBe('still');
  expect(actor.getSnapshot().context.stillAt).toBe(4_000);
  await after(60_000);
  expect(world.stills).toEqual([
    { serialNumber: 'SN', quality: '360p' },
    { serialNumber: 'SN', quality: '360p' },
  ]);
  expect([world.viewings, world.links.size]).toEqual([0, 0]);
  expect(tile.toldTo('connection')).toEqual([]);
});

it.each([
  ['noCamera', 'unplugged'],
  ['tooManyViewers', 'full'],
  ['notAllowed', 'forbidden'],
  ['failed', 'failed'],
] as const)('that the robot refuses with %s are shown as %s', async (refusal, look) => {
  const tile = await startStill();
  await answer(tile, { refusal });
  expect(lookOf(tile)).toBe(look);
  if (refusal === 'tooManyViewers') expect(tile.actor.getSnapshot().context.viewers).toEqual(['Chen Yu', 'Zhao Min']);
  await tile.after(60_000);
  expect(tile.world.stills).toHaveLength(2);
});

it('of a robot with too many viewers are asked for again every 15 s, however long their interval is', async () => {
  const tile = await startStill({ stillSeconds: 1_800 });
  for (const count of [1, 2, 3]) {
    expect(tile.world.stills).toHaveLength(count);
    await answer(tile, { refusal: 'tooManyViewers' });
    await tile.after(REFUSED_MS);
  }
  await answer(tile, { at: 4_000 });
  expect(lookOf(tile)).toBe('still');
  await tile.after(10 * REFUSED_MS);
  expect(tile.world.stills).toHaveLength(4);
});

it('that never come are asked for again soon, and an answer that is too late changes nothing', async () => {
  const tile = await startStill();
  const late = tile.world.still;
  await tile.after(CAPTURE_MS);
  expect(lookOf(tile)).toBe('failed');
  late({ at: 1_000 });
  await settle();
  expect(tile.actor.getSnapshot().context.stillAt).toBeNull();
  await tile.after(10_000);
  expect(tile.world.stills).toHaveLength(2);
});

it('of an offline robot are not asked for until it is back', async () => {
  const tile = await startStill();
  tile.seen(false);
  expect(lookOf(tile)).toBe('offline');
  await tile.after(60_000);
  expect(tile.world.stills).toHaveLength(1);
  tile.seen(true);
  await settle();
  expect(tile.world.stills).toHaveLength(2);
});

it('the connection to the robot is open while the tile is live or picked', async () => {
  const tile = await startStill();
  const set = async (change: Partial<typeof TILE>): Promise<number> => {
    tile.actor.send({ type: 'tile.set', settings: { ...TILE, isLive: false, ...change } });
    await settle();
    return tile.world.links.size;
  };
  expect(await set({ isPicked: true })).toBe(1);
  expect(await set({})).toBe(0);
  expect(await set({ isLive: true })).toBe(1);
  tile.camera({ type: 'picture.flowing', at: 5_000 });
  await settle();
  // The live picture is kept, and its viewing ends before the connection does.
  expect(await set({})).toBe(0);
  expect([tile.world.watching.size, tile.world.kept, lookOf(tile)]).toEqual([0, 2, 'still']);
});

it('are not asked for while the tab is hidden, a request under way is withdrawn, and one that is due follows', async () => {
  const tile = await startStill({ stillSeconds: 600 });
  const { actor, world } = tile;
  const switchTo = async (type: 'tab.front' | 'tab.hidden', at: number): Promise<void> => {
    actor.send({ type, at });
    await settle();
  };
  const late = world.still;
  await switchTo('tab.hidden', 1_000);
  late({ at: 1_000 });
  await settle();
  expect(actor.getSnapshot().context.stillAt).toBeNull();
  await tile.after(600_000);
  expect(world.stills).toHaveLength(1);
  await switchTo('tab.front', 700_000);
  expect(world.stills).toHaveLength(2);
  await answer(tile, { at: 700_000 });
  await switchTo('tab.hidden', 701_000);
  await tile.after(600_000);
  await switchTo('tab.front', 702_000);
  expect(world.stills).toHaveLength(2);
});

it('wait for their turn without a time limit', async () => {
  const tile = await startStill({}, (world) => void (world.hasTurns = false));
  await tile.after(CAPTURE_MS * 3);
  expect([lookOf(tile), tile.world.stills]).toEqual(['opening', []]);
  tile.world.giveTurn();
  await settle();
  expect(tile.world.stills).toHaveLength(1);
  await tile.after(CAPTURE_MS);
  expect(lookOf(tile)).toBe('failed');
});

it('that fail are asked for again soon, and the older one stays', async () => {
  const tile = await startStill({ stillSeconds: 600 });
  await answer(tile, { at: 4_000 });
  await tile.after(600_000);
  tile.world.failStill(new Error('the grant came too late'));
  await settle();
  expect(lookOf(tile)).toBe('still');
  await tile.after(10_000);
  expect(tile.world.stills).toHaveLength(3);
});

it.each([true, false])(
  'go at once when access is withdrawn, also offline, live: %s; and come back with it',
  async (isLive) => {
    const tile = await startStill({ isLive });
    const { actor, world } = tile;
    tile.seen(isLive);
    if (isLive) tile.camera({ type: 'picture.flowing', at: 5_000 });
    else world.still({ at: 4_000 });
    await settle();
    world.robot('SN', { type: 'robot.lost' });
    await settle();
    const asked = world.stills.length;
    expect([lookOf(tile), actor.getSnapshot().context.stillAt, world.watching.size]).toEqual(['forbidden', null, 0]);
    // Nor is the connection to the robot kept.
    expect(world.links.size).toBe(0);
    await tile.after(120_000);
    expect([lookOf(tile), world.stills.length, world.watching.size]).toEqual(['forbidden', asked, 0]);
    tile.seen();
    await settle();
    expect(lookOf(tile)).toBe('opening');
    expect(isLive ? world.watching.size : world.stills.length - asked).toBe(1);
    expect(world.links.size).toBe(isLive ? 1 : 0);
  },
);
