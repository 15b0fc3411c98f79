/** Watching a robot: real WebRTC from the video process to a peer in this one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RtcDown } from '../../../contract/wire/rtc.ts';
import type { MediaKind } from '../../../contract/entities/robotConstants.ts';
import { withVoice } from '../../../contract/wire/topics.ts';
import {
  MEDIA_FIRST_GRANT_MS,
  MEDIA_GRANT_MS,
  MEDIA_MUTED_MS,
  VIDEO_VIEWERS_PER_ROBOT,
} from '../../../contract/rules/limits.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { SignalingServer } from '../../../simulator/video/signalingServer.ts';
import { HOST, PORTER, START, idle } from '../robot/stage.ts';
import { TestViewer } from './viewer.ts';

const PATROL = 'S2-2402-0056';
const MIST = 'D2-2401-0021';
const world = new World({
  robots: [PORTER, HOST, PATROL, MIST].map((serialNumber) => idle(serialNumber)),
  seed: 1,
  startAt: START,
});
const viewers = new Map<string, TestViewer>();
const warnings: string[] = [];
let desk: SignalingServer;
let clock: NodeJS.Timeout;
let behind = 0;
/** Offset of the clock that times grants, ms. */
let ahead = 0;

const robotOf = (serialNumber: string) => {
  const robot = world.robot(serialNumber);
  if (!robot) throw new Error(`no robot ${serialNumber}`);
  return robot;
};
const ALL: MediaKind[] = ['picture', 'sound', 'voice'];
/** Grants each viewer its media kinds for a minute, as the server's list does. */
const grant = (serialNumber: string, what: Record<string, MediaKind[]>): void =>
  desk.grant(serialNumber, {
    type: 'mediaGrants',
    sentAt: 1_000,
    grants: Object.entries(what).map(([viewer, kinds]) => ({ viewer, what: kinds, until: 61_000 })),
  });
const granted = new Map<string, Set<string>>();
let counted = 0;
const watch = (
  serialNumber: string,
  clientId: string,
  quality: '360p' | '720p' = '360p',
  isGranted = true,
): TestViewer => {
  const viewer = new TestViewer(`call-${++counted}`, (message) => desk.hear(robotOf(serialNumber), clientId, message));
  viewers.set(`${serialNumber} ${clientId}`, viewer);
  if (isGranted) {
    const all = granted.get(serialNumber) ?? new Set();
    granted.set(serialNumber, all.add(clientId));
    grant(serialNumber, Object.fromEntries([...all].map((one) => [one, ALL])));
  }
  desk.hear(robotOf(serialNumber), clientId, { type: 'watch', call: viewer.call, quality });
  return viewer;
};
const bye = (serialNumber: string, clientId: string): void => {
  desk.hear(robotOf(serialNumber), clientId, { type: 'bye' });
  viewers.get(`${serialNumber} ${clientId}`)?.close();
};
const turn = (serialNumber: string): void =>
  robotOf(serialNumber).handleInstantActions({
    headerId: 0,
    timestamp: '',
    version: '',
    manufacturer: '',
    serialNumber,
    actions: [
      {
        actionType: 'controlLease',
        actionId: `lease-${serialNumber}`,
        blockingType: 'HARD',
        actionParameters: [{ key: 'lease', value: 1 }],
      },
    ],
  });

beforeAll(() => {
  desk = new SignalingServer({
    world,
    iceServers: [],
    calls: 100,
    ticks: () => performance.now() + ahead,
    warn: (_fields, message) => void warnings.push(message),
    say: (serialNumber, clientId, message) => void viewers.get(`${serialNumber} ${clientId}`)?.hear(message),
  });
  desk.warmUp();
  // The world follows the machine's clock, so that it agrees with the video process, which reads its own clock.
  world.skip(Date.now() - START);
  let sequence = 0;
  turn(PORTER);
  clock = setInterval(() => {
    robotOf(PORTER).handleTeleop({
      lease: 1,
      sequence: sequence++,
      stamp: robotOf(PORTER).echo()?.stamp,
      vx: 0,
      wz: 0.6,
    });
    behind = Date.now() - world.now();
    if (behind > 0) world.step(behind / 1000);
    desk.pulse();
  }, 50);
});
afterAll(async () => {
  clearInterval(clock);
  for (const viewer of viewers.values()) viewer.close();
  await desk.close();
});

const frames = (viewer: TestViewer, height: number) => viewer.frames.filter((frame) => frame.height === height);

describe('a viewer', { timeout: 60_000 }, () => {
  it('sees moving pictures and hears the robot; another quality comes without another offer', async () => {
    const viewer = watch(PORTER, 'anna');
    await expect.poll(() => frames(viewer, 360).length, { timeout: 30_000 }).toBeGreaterThan(15);
    const seen = frames(viewer, 360);
    expect(seen[0]).toMatchObject({ width: 640, height: 360 });
    // The robot turns on the spot, so every part of the picture changes. On a busy machine its driver can be late, and it
    // stands for a moment.
    const change = (): number => {
      const parts = frames(viewer, 360)
        .slice(-12)
        .map(({ luma }) => luma);
      return Math.max(
        ...(parts[0] ?? []).map(
          (_, part) =>
            Math.max(...parts.map((luma) => luma[part] ?? 0)) - Math.min(...parts.map((luma) => luma[part] ?? 0)),
        ),
      );
    };
    await expect.poll(change, { timeout: 20_000 }).toBeGreaterThan(3);
    await expect.poll(() => viewer.sound.filter((loud) => loud > 20).length, { timeout: 5_000 }).toBeGreaterThan(20);

    desk.hear(robotOf(PORTER), 'anna', { type: 'quality', call: viewer.call, quality: '720p' });
    await expect.poll(() => frames(viewer, 720).length, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(frames(viewer, 720)[0]).toMatchObject({ width: 1280 });
    expect(viewer.heard.filter(({ type }) => type === 'offer')).toHaveLength(1);
    bye(PORTER, 'anna');
  });

  it('who speaks to the robot sees that it hears', async () => {
    const viewer = watch(HOST, withVoice('vera'));
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(20);
    const quiet = viewer.frames.at(-1)?.caption ?? [];
    const change = (): number =>
      Math.max(...(viewer.frames.at(-1)?.caption ?? []).map((luma, i) => Math.abs(luma - (quiet[i] ?? 0))));
    expect(change()).toBeLessThan(4);
    viewer.speak(true);
    await expect.poll(change, { timeout: 10_000 }).toBeGreaterThan(8);
    viewer.speak(false);
    await expect.poll(change, { timeout: 10_000 }).toBeLessThan(6);
    bye(HOST, withVoice('vera'));
  });

  it('without the right to speak is not heard', async () => {
    const viewer = watch(HOST, 'otto');
    await expect.poll(() => viewer.heard.find(({ type }) => type === 'offer'), { timeout: 10_000 }).toBeTruthy();
    const offer = viewer.heard.find(
      (message): message is Extract<RtcDown, { type: 'offer' }> => message.type === 'offer',
    );
    expect(offer?.sdp.slice(offer.sdp.indexOf('m=audio'))).toContain('a=sendonly');
    bye(HOST, 'otto');
  });

  it('gets no more after saying bye', async () => {
    const viewer = watch(PORTER, 'ben');
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(3);
    desk.hear(robotOf(PORTER), 'ben', { type: 'bye', call: viewer.call });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = viewer.frames.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(viewer.frames.length).toBe(before);
    viewer.close();
  });

  it('is one more than a robot serves, and refused; a place that is given up is free again', async () => {
    const all = Array.from({ length: VIDEO_VIEWERS_PER_ROBOT }, (_, index) => `full-${index}`);
    const seated = all.map((clientId) => watch(HOST, clientId));
    const oneMore = watch(HOST, 'one-more');
    expect(oneMore.heard).toEqual([{ type: 'refused', call: oneMore.call, reason: 'tooManyViewers' }]);
    bye(HOST, 'full-0');
    const again = watch(HOST, 'again');
    await expect.poll(() => again.heard.some(({ type }) => type === 'offer'), { timeout: 10_000 }).toBe(true);
    for (const clientId of [...all.slice(1), 'again']) bye(HOST, clientId);
    expect(seated.every((viewer) => viewer.heard.every(({ type }) => type !== 'refused'))).toBe(true);
  });

  it('is one of six, and all of them see moving pictures from one rendering', async () => {
    const six = Array.from({ length: 6 }, (_, index) => `six-${index}`).map((clientId) => watch(MIST, clientId));
    for (const viewer of six)
      await expect.poll(() => frames(viewer, 360).length, { timeout: 30_000 }).toBeGreaterThan(5);
    for (let index = 0; index < six.length; index++) bye(MIST, `six-${index}`);
  });

  it("loses the picture with the camera's plug, and is refused until it is back", async () => {
    const viewer = watch(PATROL, 'cleo');
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(0);
    robotOf(PATROL).setFault('cameraUnplugged', true);
    await expect.poll(() => viewer.heard.at(-1), { timeout: 3_000 }).toEqual({ type: 'bye', call: viewer.call });
    const refused = watch(PATROL, 'dora');
    expect(refused.heard).toEqual([{ type: 'refused', call: refused.call, reason: 'noCamera' }]);
    robotOf(PATROL).setFault('cameraUnplugged', false);
    const back = watch(PATROL, 'cleo');
    await expect.poll(() => back.heard.some(({ type }) => type === 'offer'), { timeout: 10_000 }).toBe(true);
    bye(PATROL, 'cleo');
  });

  it('of a robot without a microphone gets no sound', async () => {
    const viewer = watch(MIST, 'emil');
    await expect.poll(() => viewer.heard.find(({ type }) => type === 'offer'), { timeout: 10_000 }).toBeTruthy();
    const offer = viewer.heard.find(
      (message): message is Extract<RtcDown, { type: 'offer' }> => message.type === 'offer',
    );
    expect(offer?.sdp).toContain('m=video');
    expect(offer?.sdp).not.toContain('m=audio');
    bye(MIST, 'emil');
  });

  it('who asks anew on the same connection has one call, the new one', async () => {
    const first = watch(HOST, 'finn');
    await expect.poll(() => first.heard.some(({ type }) => type === 'offer'), { timeout: 10_000 }).toBe(true);
    const second = watch(HOST, 'finn');
    await expect.poll(() => second.frames.length, { timeout: 20_000 }).toBeGreaterThan(0);
    first.close();
    bye(HOST, 'finn');
  });

  it('that nobody grants anything sees nothing, and is refused after some seconds', async () => {
    const viewer = watch(MIST, 'gina', '360p', false);
    await expect.poll(() => viewer.state, { timeout: 10_000 }).toMatch(/connected|completed/u);
    expect(viewer.frames).toEqual([]);
    ahead += MEDIA_FIRST_GRANT_MS;
    await expect
      .poll(() => viewer.heard.at(-1), { timeout: 3_000 })
      .toEqual({ type: 'refused', call: viewer.call, reason: 'notAllowed' });
    expect(viewer.frames).toEqual([]);
    viewer.close();
  });

  it('whose grant comes a moment late sees the robot all the same', async () => {
    const viewer = watch(MIST, 'hugo', '360p', false);
    ahead += MEDIA_FIRST_GRANT_MS - 2_000;
    grant(MIST, { hugo: ['picture'] });
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(0);
    bye(MIST, 'hugo');
  });

  it('that is taken off the list is muted at once, black in between, and goes on with the same call when it is granted again', async () => {
    const viewer = watch(HOST, withVoice('ida'));
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(3);
    await expect.poll(() => viewer.sound.filter((loud) => loud > 20).length, { timeout: 5_000 }).toBeGreaterThan(5);
    grant(HOST, {});
    expect(viewer.heard.at(-1)).toEqual({ type: 'muted', call: viewer.call, reason: 'revoked' });
    await expect.poll(() => Math.max(...(viewer.frames.at(-1)?.luma ?? [255])), { timeout: 5_000 }).toBeLessThan(24);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const [frames, sounds] = [viewer.frames.length, viewer.sound.length];
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(viewer.frames.length).toBe(frames);
    expect(viewer.sound.slice(sounds).every((loud) => loud <= 20)).toBe(true);

    grant(HOST, { [withVoice('ida')]: ['picture', 'sound'] });
    await expect.poll(() => viewer.frames.length, { timeout: 5_000 }).toBeGreaterThan(frames + 3);
    expect(viewer.heard.filter(({ type }) => type === 'offer')).toHaveLength(1);

    // Without the voice grant, the viewer's speech is not played.
    const quiet = viewer.frames.at(-1)?.caption ?? [];
    viewer.speak(true);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(
      Math.max(...(viewer.frames.at(-1)?.caption ?? []).map((luma, i) => Math.abs(luma - (quiet[i] ?? 0)))),
    ).toBeLessThan(6);
    bye(HOST, withVoice('ida'));
  });

  it('is muted when no list came for 30 s, and its call ends a minute later', async () => {
    const viewer = watch(HOST, 'jan');
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(3);
    ahead += MEDIA_GRANT_MS - 2_000;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(viewer.heard.some(({ type }) => type === 'muted')).toBe(false);
    ahead += 2_000;
    await expect
      .poll(() => viewer.heard.at(-1), { timeout: 3_000 })
      .toEqual({ type: 'muted', call: viewer.call, reason: 'unconfirmed' });
    ahead += MEDIA_MUTED_MS;
    await expect.poll(() => viewer.heard.at(-1), { timeout: 3_000 }).toEqual({ type: 'bye', call: viewer.call });
    viewer.close();
  });

  it('is not disturbed by what nobody can read', () => {
    for (const message of [null, 'x', { type: 'watch' }, { type: 'answer', call: 'unknown', sdp: 'v=0' }])
      expect(() => desk.hear(robotOf(HOST), 'gus', message)).not.toThrow();
    expect(warnings).toEqual([]);
  });
});
