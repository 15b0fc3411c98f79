/** The operator's camera in a call: real WebRTC into the video process, shown only under its grant. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaKind } from '../../../contract/entities/robotConstants.ts';
import { withVoice } from '../../../contract/wire/topics.ts';
import { createFrame } from '../../../simulator/camera/frame.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { SignalingServer } from '../../../simulator/video/signalingServer.ts';
import { HOST, idle, START } from '../robot/stage.ts';
import { TestViewer } from './viewer.ts';

const world = new World({ robots: [idle(HOST)], seed: 1, startAt: START });
const [robot] = world.robots;
const CLIENT = withVoice('operator');
let viewer: TestViewer | null = null;
let desk: SignalingServer;
const timers: NodeJS.Timeout[] = [];

beforeAll(() => {
  desk = new SignalingServer({
    world,
    iceServers: [],
    warn: () => undefined,
    say: (_serialNumber, _clientId, message) => void viewer?.hear(message),
  });
  timers.push(
    setInterval(() => {
      world.step(0.05);
      robot?.handleCall({
        type: 'call',
        sentAt: 0,
        call: { callId: 'c1', origin: 'operator', state: 'connected', name: 'Lin Wei', ringMs: 0 },
      });
      desk.pulse();
    }, 50),
  );
});
afterAll(async () => {
  for (const timer of timers) clearInterval(timer);
  viewer?.close();
  await desk.close();
});

const grant = (what: MediaKind[]): void =>
  desk.grant(HOST, {
    type: 'mediaGrants',
    sentAt: 1_000,
    grants: [{ viewer: CLIENT, what, until: 61_000 }],
  });
/** What the robot's screen last said. */
let last: { shows: string; frames: number } = { shows: 'none', frames: 0 };
const screen = () => {
  for (const { event } of robot?.takeEvents() ?? []) if (event.type === 'callScreen') last = event;
  return last;
};

it('is seen on the robot while it is granted, beside the picture of the robot, and vanishes with the grant', async () => {
  if (!robot) throw new Error('no robot');
  const shown = (viewer = new TestViewer('v1', (message) => desk.hear(robot, CLIENT, message)));
  grant(['picture', 'sound', 'voice']);
  desk.hear(robot, CLIENT, { type: 'watch', call: 'v1', quality: '360p', camera: true });
  const frame = createFrame(320, 180);
  timers.push(setInterval(() => shown.camera.onFrame({ ...frame, data: frame.data as Uint8Array }), 66));
  await expect.poll(() => shown.frames.length, { timeout: 30_000 }).toBeGreaterThan(5);
  expect(screen()).toMatchObject({ shows: 'talking', frames: 0 });

  grant(['picture', 'sound', 'voice', 'camera']);
  await expect.poll(() => screen().shows, { timeout: 20_000 }).toBe('operator');
  await expect.poll(() => screen().frames, { timeout: 20_000 }).toBeGreaterThan(5);

  grant(['picture', 'sound', 'voice']);
  await expect.poll(() => screen().shows, { timeout: 20_000 }).toBe('talking');
}, 90_000);
