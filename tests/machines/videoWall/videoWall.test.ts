/** The video wall: which tiles run and are live, bit rates, alarms, phones, layouts that fail to load. */
import { describe, expect, it } from 'vitest';
import { WALL_KILOBITS_MAX } from '../../../contract/rules/videoWall.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { selectCounts, selectTotal } from '../../../src/machines/videoWall/videoWall.selectors.ts';
import { OVER_MS, RETURN_MS } from '../../../src/machines/videoWall/videoWall.setup.ts';
import { settle } from '../../fakes/settle.ts';
import { layoutOf, startVideoWall } from '../../fakes/startVideoWall.ts';

const tile = (slot: number, serialNumber: string | null, live = false) => ({ slot, serialNumber, quality: null, live });
const SIX = ['A', 'B', 'C', 'D', 'E', 'F'];
const six = layoutOf({ grid: 9, tiles: SIX.map((robot, index) => tile(index + 1, robot, index < 2)) });
type Wall = Awaited<ReturnType<typeof startVideoWall>>;
const liveOnes = ({ tile: of }: Wall): string[] =>
  SIX.filter((robot) => of(robot)?.getSnapshot().context.isLive === true);

describe('the first wall', () => {
  it('is the one that was left, else the first own layout, else robots with a camera', async () => {
    const kept = { layoutId: '', wall: { grid: 1, quality: '360p', stillSeconds: 30, tiles: [] } } as const;
    expect((await startVideoWall({ layouts: [six], kept })).wall().wall).toEqual(kept.wall);
    const shared = layoutOf({ id: 'other', isOwn: false });
    const own = await startVideoWall({ layouts: [shared, six], serialNumber: 'Z' });
    expect(own.places()).toMatchObject({ 1: 'A', 6: 'F' });
    expect(own.wall().layoutId).toBe(six.id);
    // The current robot comes first if it has a camera; one without is not shown by itself.
    const cameras = ['A', 'B', 'C', 'Z', 'D'];
    const first = await startVideoWall({ serialNumber: 'Z', cameras });
    expect(first.cloud.firsts).toEqual(['Z']);
    expect(first.places()).toEqual({ 1: 'Z', 2: 'A', 3: 'B', 4: 'C' });
    expect(first.wall().wall.tiles.map(({ live }) => live)).toEqual([true, true, true, false]);
    expect((await startVideoWall({ serialNumber: 'blind', cameras: ['A'] })).places()).toEqual({ 1: 'A' });
    expect((await startVideoWall({ serialNumber: 'blind' })).places()).toEqual({});
  });

  it('on the page of one robot is that robot, large, and another one follows the robot panel', async () => {
    const {
      actor,
      wall,
      places,
      cloud,
      tile: of,
    } = await startVideoWall({
      page: 'videoControl',
      query: { serialNumber: 'A' },
      layouts: [six],
    });
    expect(wall()).toMatchObject({ isLarge: true, picked: 1, layouts: [] });
    actor.send({ type: 'page.robotChanged', serialNumber: 'B' });
    actor.send({ type: 'escape.press' });
    expect([places(), wall().isLarge, cloud.kept]).toEqual([{ 1: 'B' }, true, null]);
    expect([of('A'), of('B')?.getSnapshot().context.isLive]).toEqual([undefined, true]);
  });

  it('says why the layouts are missing, and loads them on request; in another language the wall stays', async () => {
    const { actor, cloud, places, wall } = await startVideoWall({ layouts: [six], refusal: 'networkFailed' });
    expect([wall().layoutsFailure?.code, places()]).toEqual([ERRORS.networkFailed, {}]);
    cloud.no = null;
    actor.send({ type: 'layouts.retry' });
    await settle();
    expect([wall().layoutsFailure, places()[1]]).toEqual([null, 'A']);
    actor.send({ type: 'tile.clear', slot: 1 });
    cloud.layouts = [layoutOf({ ...six, owner: '林伟' })];
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect([wall().layouts[0]?.owner, places()[1]]).toEqual(['林伟', undefined]);
  });
});

describe('tiles', () => {
  it('run for the robots that are shown, and end with them', async () => {
    const wall = await startVideoWall({ layouts: [six] });
    expect(wall.wall().running).toEqual(SIX);
    expect(wall.world.watching.size).toBe(6);
    wall.actor.send({ type: 'grid.choose', grid: 4 });
    expect(wall.wall().running).toEqual(['A', 'B', 'C', 'D']);
    expect([wall.tile('E'), wall.world.watching.has('E')]).toEqual([undefined, false]);
    wall.actor.send({ type: 'tile.clear', slot: 1 });
    expect(wall.tile('A')).toBeUndefined();
    wall.actor.send({ type: 'undo.press' });
    expect(wall.tile('A')).toBeDefined();
    wall.stop();
    expect(wall.world.watching.size).toBe(0);
  });

  it('are all live below four, else those that are chosen, and the large one', async () => {
    const wall = await startVideoWall({ layouts: [six] });
    expect(liveOnes(wall)).toEqual(['A', 'B']);
    wall.actor.send({ type: 'tile.live', slot: 4, live: true });
    expect(liveOnes(wall)).toEqual(['A', 'B', 'D']);
    wall.actor.send({ type: 'tile.pick', slot: 6 });
    wall.actor.send({ type: 'large.toggle' });
    expect(liveOnes(wall)).toEqual(['A', 'B', 'D', 'F']);
    wall.actor.send({ type: 'large.toggle' });
    for (const slot of [4, 5, 6]) wall.actor.send({ type: 'tile.clear', slot });
    expect(liveOnes(wall)).toEqual(['A', 'B', 'C']);
  });

  it('take the quality of the wall, or their own', async () => {
    const { actor, tile: of } = await startVideoWall({ layouts: [six] });
    const qualityOf = (robot: string) => of(robot)?.getSnapshot().context.quality;
    actor.send({ type: 'tile.quality', slot: 2, quality: '720p' });
    actor.send({ type: 'quality.choose', quality: '360p' });
    expect([qualityOf('A'), qualityOf('B')]).toEqual(['360p', '720p']);
    actor.send({ type: 'tile.quality', slot: 2, quality: null });
    expect(qualityOf('B')).toBe('360p');
  });

  it('swap by keys and by dropping, and keep running', async () => {
    const { actor, places, world, wall } = await startVideoWall({ layouts: [six] });
    const before = world.viewings;
    actor.send({ type: 'tile.pick', slot: 1 });
    actor.send({ type: 'tile.step', step: 'right', swaps: true });
    actor.send({ type: 'tile.place', slot: 9, serialNumber: 'C' });
    expect(places()).toMatchObject({ 1: 'B', 2: 'A', 9: 'C' });
    expect([world.viewings, wall().picked]).toEqual([before, 9]);
    actor.send({ type: 'undo.press' });
    actor.send({ type: 'undo.press' });
    expect(places()).toMatchObject({ 1: 'A', 2: 'B', 3: 'C' });
    actor.send({ type: 'undo.press' });
    expect(places()).toMatchObject({ 1: 'A' });
  });
});

describe('bit rates', () => {
  const rate = ({ actor }: Wall, serialNumber: string, kilobits: number): void =>
    actor.send({ type: 'tile.rate', serialNumber, kilobits });
  const rateAll = (wall: Wall, kilobits: number): void => {
    for (const robot of SIX) wall.world.camera(robot, { type: 'picture.flowing', at: 5_000 });
    for (const robot of SIX) rate(wall, robot, kilobits);
  };

  it('above the limit turn live tiles into still pictures, the picked one last', async () => {
    const all = layoutOf({ grid: 9, tiles: SIX.map((robot, index) => tile(index + 1, robot, true)) });
    const wall = await startVideoWall({ layouts: [all] });
    wall.actor.send({ type: 'tile.pick', slot: 6 });
    rateAll(wall, WALL_KILOBITS_MAX / 5);
    await wall.after(OVER_MS - 1);
    expect(liveOnes(wall)).toEqual(SIX);
    await wall.after(1);
    expect(liveOnes(wall)).toEqual(['A', 'B', 'C', 'D', 'F']);
    expect(wall.tile('E')?.getSnapshot().context.isLimited).toBe(true);
    expect(selectTotal(wall.actor.getSnapshot())).toBe(WALL_KILOBITS_MAX);
    // One that does not fit is not tried.
    await wall.after(10 * RETURN_MS);
    expect(liveOnes(wall)).toHaveLength(5);
    // Opened large, it is live as long as it is large.
    wall.actor.send({ type: 'tile.pick', slot: 5 });
    wall.actor.send({ type: 'large.toggle' });
    expect(liveOnes(wall)).toEqual(SIX);
    wall.actor.send({ type: 'large.toggle' });
    expect(liveOnes(wall)).toEqual(['A', 'B', 'C', 'D', 'F']);
    // A lower quality may leave enough for all.
    wall.actor.send({ type: 'quality.choose', quality: '360p' });
    expect(liveOnes(wall)).toEqual(SIX);
  });

  it('that leave enough for a limited tile make it live again after a pause, which grows while this is in vain', async () => {
    const all = layoutOf({ grid: 9, tiles: SIX.map((robot, index) => tile(index + 1, robot, true)) });
    const wall = await startVideoWall({ layouts: [all] });
    const share = WALL_KILOBITS_MAX / 5;
    rateAll(wall, share);
    await wall.after(OVER_MS);
    expect(liveOnes(wall)).toEqual(['A', 'B', 'C', 'D', 'E']);
    rate(wall, 'A', 0);
    await wall.after(RETURN_MS);
    expect(liveOnes(wall)).toEqual(['A', 'B', 'C', 'D', 'E']);
    rate(wall, 'B', 0);
    await wall.after(RETURN_MS - 1);
    expect(liveOnes(wall)).toHaveLength(5);
    await wall.after(1);
    expect(liveOnes(wall)).toEqual(SIX);
    expect(wall.tile('F')?.getSnapshot().context.isLimited).toBe(false);
    // In vain: the other tiles need their share again.
    rateAll(wall, share);
    await wall.after(OVER_MS);
    for (const robot of ['A', 'B']) rate(wall, robot, 0);
    await wall.after(2 * RETURN_MS - 1);
    expect(liveOnes(wall)).toHaveLength(5);
    await wall.after(1);
    expect(liveOnes(wall)).toEqual(SIX);
    // Another wall forgets how often it was in vain.
    wall.actor.send({ type: 'quality.choose', quality: '360p' });
    expect(wall.wall()).toMatchObject({ limited: [], limitedRates: {}, relapses: 0 });
  });

  it('are forgotten with their tile, and a short peak changes nothing', async () => {
    const wall = await startVideoWall({ layouts: [six] });
    rate(wall, 'A', WALL_KILOBITS_MAX + 1);
    await wall.after(OVER_MS - 1);
    rate(wall, 'A', 900);
    await wall.after(OVER_MS);
    expect(liveOnes(wall)).toEqual(['A', 'B']);
    rate(wall, 'nobody', 5_000);
    expect(selectTotal(wall.actor.getSnapshot())).toBe(900);
    wall.actor.send({ type: 'tile.clear', slot: 1 });
    expect(selectTotal(wall.actor.getSnapshot())).toBe(0);
  });
});

it('a robot with an alarm takes the first empty place, or waits for one on a full wall', async () => {
  const { actor, places, wall } = await startVideoWall({ layouts: [six] });
  actor.send({ type: 'robot.place', serialNumber: 'G' });
  expect([places()[7], wall().picked]).toEqual(['G', 7]);
  actor.send({ type: 'grid.choose', grid: 4 });
  actor.send({ type: 'robot.place', serialNumber: 'H' });
  expect(wall().placing).toBe('H');
  actor.send({ type: 'tile.pick', slot: 3 });
  expect([places()[3], wall().placing]).toEqual(['H', '']);
  actor.send({ type: 'robot.place', serialNumber: 'A' });
  expect([wall().picked, wall().placing]).toEqual([1, '']);
});

it('only the picked tile has sound, and loses it when another one is picked', async () => {
  const { actor, wall } = await startVideoWall({ layouts: [six] });
  actor.send({ type: 'sound.toggle' });
  expect(wall().hasSound).toBe(false);
  actor.send({ type: 'tile.pick', slot: 1 });
  actor.send({ type: 'sound.toggle' });
  expect(wall().hasSound).toBe(true);
  actor.send({ type: 'tile.pick', slot: 2 });
  expect(wall().hasSound).toBe(false);
});

it('a still picture has no sound, and a tile that becomes one loses it', async () => {
  const { actor, wall } = await startVideoWall({ layouts: [six] });
  actor.send({ type: 'tile.pick', slot: 5 });
  actor.send({ type: 'sound.toggle' });
  expect(wall().hasSound).toBe(false);
  actor.send({ type: 'large.toggle' });
  actor.send({ type: 'sound.toggle' });
  expect(wall().hasSound).toBe(true);
  actor.send({ type: 'large.toggle' });
  expect(wall().hasSound).toBe(false);
});

it('on a phone one tile runs, in the low quality; the others wait until they are swiped to', async () => {
  const { actor, wall, world, tile: of } = await startVideoWall({ layouts: [six] });
  actor.send({ type: 'phone.changed', isPhone: true });
  expect([wall().running, wall().picked]).toEqual([['A'], 1]);
  expect(of('A')?.getSnapshot().context).toMatchObject({ isLive: true, quality: '360p' });
  world.camera('A', { type: 'picture.flowing', at: 5_000 });
  // The others have no picture because nobody looks, which is nothing to count.
  expect(selectCounts(actor.getSnapshot())).toEqual({ live: 1, stills: 0, none: 0 });
  actor.send({ type: 'tile.pick', slot: 4 });
  expect([wall().running, [...world.watching.keys()]]).toEqual([['D'], ['D']]);
  actor.send({ type: 'phone.changed', isPhone: false });
  expect(wall().running).toEqual(SIX);
});

it('a phone that is known before the layouts shows the first tile, and so it does with another layout', async () => {
  const shared = layoutOf({ id: 'theirs', isOwn: false, tiles: [tile(1, null), tile(2, 'D')] });
  const { actor, wall } = await startVideoWall({ layouts: [six, shared], isPhone: true });
  expect([wall().running, wall().picked]).toEqual([['A'], 1]);
  actor.send({ type: 'layout.open', layoutId: 'theirs' });
  expect([wall().running, wall().picked]).toEqual([['D'], 2]);
  actor.send({ type: 'layout.empty' });
  expect([wall().running, wall().picked]).toEqual([[], 0]);
});

it('a layout of others is opened, and saved as an own one', async () => {
  const shared = layoutOf({ id: 'theirs', name: 'Lobby', isOwn: false, tiles: [tile(1, 'A'), tile(2, null)] });
  const { actor, cloud, places, wall } = await startVideoWall({ layouts: [shared] });
  actor.send({ type: 'layout.open', layoutId: 'theirs' });
  expect(places()).toEqual({ 1: 'A' });
  actor.send({ type: 'layout.delete' });
  expect(actor.getSnapshot().children.confirm).toBeUndefined();
  actor.send({ type: 'layout.save' });
  actor.send({ type: 'layout.name', name: 'Mine' });
  actor.send({ type: 'layout.share', isShared: true });
  actor.send({ type: 'layout.submit' });
  await settle();
  expect(cloud.saves).toMatchObject([{ layoutId: '', name: 'Mine', isShared: true }]);
  expect(wall().layouts.map(({ name, isOwn }) => [name, isOwn])).toEqual([
    ['Mine', true],
    ['Lobby', false],
  ]);
  actor.send({ type: 'tile.place', slot: 3, serialNumber: 'B' });
  actor.send({ type: 'layout.save' });
  await settle();
  expect(cloud.saves.at(-1)).toMatchObject({ layoutId: 'saved-1', name: 'Mine', isShared: true });
});
