/**
 * Still pictures by signalling: only the holder of a grant for the robot's picture gets one, also when the grant ends while
 * the picture is rendered; requests are bounded, and the robot shows that it was seen.
 */
import { expect, it } from 'vitest';
import { MEDIA_FIRST_GRANT_MS, MEDIA_GRANT_MS, VIDEO_VIEWERS_PER_ROBOT } from '../../../contract/rules/limits.ts';
import type { MediaKind, VideoQuality } from '../../../contract/entities/robotConstants.ts';
import { jpegHead } from '../../../contract/rules/mapFiles/jpeg.ts';
import { STILL_MAX_BYTES } from '../../../contract/rules/videoWall.ts';
import { watchingIn } from '../../../contract/rules/watching.ts';
import type { RtcDown } from '../../../contract/wire/rtc.ts';
import { MediaGrants } from '../../../simulator/video/mediaGrants.ts';
import { SignalingServer } from '../../../simulator/video/signalingServer.ts';
import { STILL_SHOWN_MS, StillPictures } from '../../../simulator/video/stillPictures.ts';
import { takePicture } from '../../../simulator/video/takePicture.ts';
import { settle } from '../../fakes/settle.ts';
import { HOST, idle, setUp } from '../robot/stage.ts';

function robot() {
  let now = 0;
  const grants = new MediaGrants(() => now);
  const world = {
    hasCamera: true,
    renderings: [] as VideoQuality[],
    finish: (_: Uint8Array | null): void => {},
    said: [] as [clientId: string, RtcDown][],
  };
  const stills = new StillPictures({
    ticks: () => now,
    access: (serialNumber, clientId) => grants.of(serialNumber, clientId),
    hasCamera: () => world.hasCamera,
    render: (_, quality) => {
      world.renderings.push(quality);
      return new Promise((resolve, reject) => {
        world.finish = (jpeg) => (jpeg ? resolve(jpeg) : reject(new Error('no picture')));
      });
    },
    say: (_, clientId, message) => void world.said.push([clientId, message]),
    onChange: () => {},
  });
  return {
    world,
    stills,
    grant(viewers: Record<string, MediaKind[]>) {
      grants.take('R', {
        type: 'mediaGrants',
        sentAt: 0,
        grants: Object.entries(viewers).map(([viewer, what]) => ({ viewer, what, until: 60_000 })),
      });
      stills.follow('R');
    },
    ask: (clientId: string, quality: VideoQuality = '360p') => stills.ask('R', clientId, `call-${clientId}`, quality),
    later(ms: number) {
      now += ms;
      stills.pulse();
    },
    async finish(jpeg: Uint8Array | null = Uint8Array.of(1, 2, 3)) {
      world.finish(jpeg);
      await settle();
    },
    /** Who got a picture, or why not. */
    told: () =>
      world.said
        .splice(0)
        .map(([clientId, message]) => [clientId, message.type === 'refused' ? message.reason : message.type]),
  };
}

it('go to the holder of a grant alone, who may ask before it arrives', async () => {
  const { ask, grant, finish, told, world } = robot();
  ask('anna');
  ask('eve');
  expect(world.renderings).toEqual([]);
  grant({ anna: ['picture'], eve: ['sound', 'voice'] });
  expect(world.renderings).toEqual(['360p']);
  await finish();
  expect(world.said).toEqual([['anna', { type: 'still', call: 'call-anna', picture: 'AQID' }]]);
  told();
  await finish();
  expect(told()).toEqual([]);
});

it('are refused without a grant after some seconds', () => {
  const { ask, later, told, world } = robot();
  ask('eve');
  later(MEDIA_FIRST_GRANT_MS - 1);
  expect(told()).toEqual([]);
  later(1);
  expect(told()).toEqual([['eve', 'notAllowed']]);
  later(60_000);
  expect([world.renderings, told()]).toEqual([[], []]);
});

it.each([
  ['is taken off the list', (one: ReturnType<typeof robot>) => one.grant({})],
  ['is not confirmed for 30 s', (one: ReturnType<typeof robot>) => one.later(MEDIA_GRANT_MS)],
])('reach nobody whose grant %s while the picture is rendered', async (_, end) => {
  const one = robot();
  one.grant({ anna: ['picture'] });
  one.ask('anna');
  end(one);
  await one.finish();
  expect(one.told()).toEqual([['anna', 'notAllowed']]);
});

it('reach nobody after the camera was unplugged, or the viewer left, while the picture was rendered', async () => {
  const { ask, grant, finish, told, stills, later, world } = robot();
  grant({ anna: ['picture'], ben: ['picture'] });
  ask('anna');
  ask('ben');
  stills.leave('R', 'ben', 'call-of-another');
  stills.leave('R', 'ben', 'call-ben');
  world.hasCamera = false;
  await finish();
  expect(told()).toEqual([['anna', 'noCamera']]);
  world.hasCamera = true;
  later(1_000);
  ask('anna');
  await finish(null);
  expect(told()).toEqual([['anna', 'failed']]);
});

it('are rendered once for everybody who waits, once a second, for a few viewers at a time', async () => {
  const { ask, grant, finish, told, later, world } = robot();
  const names = Array.from({ length: 6 }, (_, index) => `viewer-${index}`);
  grant(Object.fromEntries(names.map((name) => [name, ['picture']])));
  for (const name of names) ask(name);
  later(0);
  expect(world.renderings).toHaveLength(1);
  await finish();
  expect(told()).toHaveLength(4);
  // Who asks again waits behind the others.
  ask('viewer-0');
  later(999);
  expect(world.renderings).toHaveLength(1);
  later(1);
  await finish();
  expect(told().map(([name]) => name)).toEqual(['viewer-4', 'viewer-5', 'viewer-0']);
  expect(world.renderings).toHaveLength(2);
  // Leaving and asking again is not faster.
  ask('viewer-0');
  ask('viewer-0');
  expect(world.renderings).toHaveLength(2);
});

it('a picture in another quality is another rendering', async () => {
  const { ask, grant, finish, told, later, world } = robot();
  grant({ anna: ['picture'], ben: ['picture'] });
  ask('anna');
  ask('ben', '720p');
  await finish();
  expect(told()).toEqual([['anna', 'still']]);
  later(1_000);
  await finish();
  expect([told(), world.renderings]).toEqual([[['ben', 'still']], ['360p', '720p']]);
});

it('let the robot show that it is seen, before the picture is sent and for some seconds after it', async () => {
  const { ask, grant, finish, stills, later } = robot();
  ask('anna');
  expect(stills.watching('R')).toEqual([]);
  grant({ anna: ['picture'] });
  expect(stills.watching('R')).toEqual(['anna']);
  await finish();
  later(STILL_SHOWN_MS - 1);
  expect([stills.watching('R'), stills.waiting('R')]).toEqual([['anna'], []]);
  later(1);
  expect(stills.watching('R')).toEqual([]);
});

it('of a robot are asked for and counted with its other viewers', async () => {
  const { robot: host, world, state } = setUp(idle(HOST));
  const said: [string, RtcDown][] = [];
  const desk = new SignalingServer({
    world,
    iceServers: [],
    ticks: () => 0,
    warn: () => undefined,
    say: (_, clientId, message) => void said.push([clientId, message]),
  });
  try {
    const ask = (clientId: string): void =>
      desk.hear(host, clientId, { type: 'still', call: `call-${clientId}`, quality: '360p' });
    for (let index = 0; index < VIDEO_VIEWERS_PER_ROBOT; index += 1) ask(`viewer-${index}`);
    ask('late');
    ask('viewer-0');
    desk.hear(host, 'later', { type: 'watch', call: 'call-later', quality: '360p' });
    expect(said.map(([clientId, message]) => [clientId, message.type === 'refused' && message.reason])).toEqual([
      ['late', 'tooManyViewers'],
      ['later', 'tooManyViewers'],
    ]);
    const grants = [{ viewer: 'viewer-0', what: ['picture' as const], until: 60_000 }];
    desk.grant(HOST, { type: 'mediaGrants', sentAt: 0, grants });
    expect(watchingIn(state())).toEqual({ viewers: 1, listening: 0 });
    // The last will of a connection names no call.
    desk.hear(host, 'viewer-0', { type: 'bye' });
    expect(watchingIn(state())).toBeNull();
  } finally {
    await desk.close();
  }
});

it('are JPEG files that fit into a message, in both qualities', async () => {
  const { robot: host } = setUp(idle(HOST));
  const { mapId, motion } = host.body;
  for (const [still, width] of [
    ['360p', 640],
    ['720p', 1280],
  ] as const) {
    const jpeg = await takePicture({
      view: { mapId, ...motion },
      at: 0,
      name: 'Host',
      serialNumber: HOST,
      others: [],
      things: [],
      marked: null,
      still,
    });
    expect(jpeg.length).toBeLessThanOrEqual(STILL_MAX_BYTES);
    expect(jpegHead(jpeg)).toMatchObject({ width, isWhole: true });
  }
});
