/**
 * A tile of the video wall whose access ends without a word of the fleet feed, which can be late or absent: the server
 * refuses the robot's data, or the robot refuses the picture.
 */
import { expect, it } from 'vitest';
import { selectTileLook } from '../../../src/machines/videoWall/videoTile.selectors.ts';
import { REFUSED_MS } from '../../../src/machines/robotData/video.setup.ts';
import { CAPTURE_MS } from '../../../src/machines/videoWall/videoTile.setup.ts';
import { STILL_PICTURES } from '../../../contract/wire/actions.ts';
import { settle } from '../../fakes/settle.ts';
import { startVideoTile } from '../../fakes/startVideoWall.ts';

type Tile = Awaited<ReturnType<typeof startVideoTile>>;
const lookOf = ({ actor }: Tile) => selectTileLook(actor.getSnapshot());
const isOpen = ({ world }: Tile) => world.watching.size + world.links.size;
const recordingOf = ({ actor }: Tile) => actor.getSnapshot().children.videoRecording;

const withStills: NonNullable<Parameters<typeof startVideoTile>[1]> = ({ facts }) => {
  facts.abilities = { ...facts.abilities, actions: [...facts.abilities.actions, STILL_PICTURES] };
};

it.each([true, false])('refused data closes camera and connection, also after a retry; live: %s', async (isLive) => {
  const tile = await startVideoTile({ isLive }, (world) => void (world.refusal = 'robotForeign'));
  const { actor, world } = tile;
  expect([lookOf(tile), isOpen(tile)]).toEqual(['forbidden', 0]);
  // The fleet has the robot all the same: only a person asks again.
  tile.seen();
  await tile.after(600_000);
  expect([lookOf(tile), isOpen(tile), world.stills.length]).toEqual(['forbidden', 0, 0]);
  actor.send({ type: 'tile.retry' });
  await settle();
  expect([lookOf(tile), isOpen(tile)]).toEqual(['forbidden', 0]);
  world.refusal = null;
  actor.send({ type: 'tile.retry' });
  await settle();
  expect(lookOf(tile)).toBe('opening');
  expect(isOpen(tile)).toBe(2);
});

it('a retry after the robot was lost does not leave the camera open', async () => {
  const tile = await startVideoTile();
  tile.seen();
  tile.camera({ type: 'picture.flowing', at: 5_000 });
  recordingOf(tile)?.send({ type: 'recording.start' });
  await settle();
  tile.world.recording?.({ type: 'part.captured' });
  tile.world.refusal = 'robotForeign';
  tile.world.robot('SN', { type: 'robot.lost' });
  await settle();
  expect(recordingOf(tile)?.getSnapshot().matches('saved')).toBe(true);
  tile.actor.send({ type: 'tile.retry' });
  await settle();
  expect([lookOf(tile), isOpen(tile)]).toEqual(['forbidden', 0]);
});

it('a kept picture is dropped when the robot refuses, and does not come back when it goes offline', async () => {
  const tile = await startVideoTile();
  tile.seen();
  tile.camera({ type: 'picture.flowing', at: 5_000 });
  await settle();
  expect(tile.actor.getSnapshot().context.stillAt).not.toBeNull();
  tile.camera({ type: 'viewing.refused', reason: 'notAllowed' });
  await settle();
  expect([lookOf(tile), tile.world.dropped]).toEqual(['forbidden', ['SN']]);
  tile.seen(false);
  await tile.after(REFUSED_MS);
  expect([lookOf(tile), tile.actor.getSnapshot().context.stillAt]).toEqual(['offline', null]);
});

it('a picture that was about to be kept is not, of live and of still tiles', async () => {
  for (const isLive of [true, false]) {
    const tile = await startVideoTile({ isLive });
    tile.seen();
    // Both in one turn: keeping has begun, and cannot have ended.
    tile.camera({ type: 'picture.flowing', at: 5_000 });
    tile.camera({ type: 'viewing.refused', reason: 'notAllowed' });
    await settle();
    expect([lookOf(tile), tile.actor.getSnapshot().context.stillAt]).toEqual(['forbidden', null]);
    expect(tile.world.dropped).toContain('SN');
  }
});

it('an older still picture is not shown again when the next attempt fails for another reason', async () => {
  const tile = await startVideoTile({ isLive: false, stillSeconds: 30 }, withStills);
  tile.seen();
  tile.world.still({ at: 4_000 });
  await settle();
  expect(lookOf(tile)).toBe('still');
  await tile.after(30_000);
  tile.world.still({ refusal: 'notAllowed' });
  await settle();
  expect([lookOf(tile), tile.world.dropped]).toEqual(['forbidden', ['SN']]);
  await tile.after(30_000);
  await tile.after(CAPTURE_MS);
  expect(lookOf(tile)).toBe('failed');
});

it('a still picture that the server refuses is not asked for, and the older one is dropped', async () => {
  const tile = await startVideoTile({ isLive: false, stillSeconds: 30 }, withStills);
  tile.seen();
  tile.world.still({ at: 4_000 });
  await settle();
  tile.world.announcement = async () => ({ refusal: 'notAllowed' });
  await tile.after(30_000);
  expect([lookOf(tile), tile.world.announced, tile.world.stills.length, tile.world.dropped]).toEqual([
    'forbidden',
    2,
    1,
    ['SN'],
  ]);
});

it('a still picture is announced before its turn comes, and asked for again soon when the server is not reached', async () => {
  const tile = await startVideoTile({ isLive: false, stillSeconds: 600 }, (world) => {
    withStills(world);
    world.hasTurns = false;
    world.announcement = async () => Promise.reject(new Error('no network'));
  });
  expect([lookOf(tile), tile.world.announced]).toEqual(['failed', 1]);
  tile.world.announcement = async () => ({ refusal: null });
  await tile.after(10_000);
  expect([lookOf(tile), tile.world.announced, tile.world.stills.length]).toEqual(['opening', 2, 0]);
  tile.world.giveTurn();
  await settle();
  expect(tile.world.stills).toHaveLength(1);
});
