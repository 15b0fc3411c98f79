/** Calls: from the answer until both pictures are there, the robot's at the operator and the operator's at the robot. */
import { withVoice } from '../../contract/wire/topics.ts';
import { createFrame } from '../../simulator/camera/frame.ts';
import { World } from '../../simulator/fleet/world.ts';
import { SignalingServer } from '../../simulator/video/signalingServer.ts';
import { HOST, idle, START } from '../simulator/robot/stage.ts';
import { TestViewer } from '../simulator/video/viewer.ts';
import { percentile, say, wait } from './figures.ts';

const CALLS = 25;
const world = new World({ robots: [idle(HOST)], seed: 1, startAt: START });
const [robot] = world.robots;
if (!robot) throw new Error('no robot');
let viewer: TestViewer | null = null;
const desk = new SignalingServer({
  world,
  iceServers: [],
  calls: 1_000,
  warn: () => undefined,
  say: (_serialNumber, _clientId, message) => void viewer?.hear(message),
});
desk.warmUp();
const ticking = setInterval(() => {
  world.step(0.05);
  desk.pulse();
}, 50);
const frame = createFrame(640, 360);
const took: number[] = [];
try {
  for (let n = 0; n < CALLS; n += 1) {
    const clientId = withVoice(`operator-${n}`);
    const own = (viewer = new TestViewer(`call-${n}`, (message) => desk.hear(robot, clientId, message)));
    const filming = setInterval(() => own.camera.onFrame({ ...frame, data: frame.data as Uint8Array }), 66);
    const began = performance.now();
    robot.handleCall({
      type: 'call',
      sentAt: 0,
      call: { callId: `c${n}`, origin: 'operator', state: 'connected', name: 'Bench', ringMs: 0 },
    });
    desk.grant(HOST, {
      type: 'mediaGrants',
      sentAt: 1_000,
      grants: [{ viewer: clientId, what: ['picture', 'sound', 'voice', 'camera'], until: 61_000 }],
    });
    desk.hear(robot, clientId, { type: 'watch', call: `call-${n}`, quality: '360p', camera: true });
    let isShown = false;
    while (!isShown || own.frames.length === 0) {
      for (const { event } of robot.takeEvents())
        if (event.type === 'callScreen' && event.callId === `c${n}` && event.shows === 'operator') isShown = true;
      await wait(10);
    }
    took.push(performance.now() - began);
    clearInterval(filming);
    desk.hear(robot, clientId, { type: 'bye' });
    own.close();
    robot.handleCall({ type: 'call', sentAt: 0, call: null });
  }
  // The first ones wait for the video process.
  say({
    figure: 'answer of a call to both pictures, p95',
    value: percentile(took.slice(3), 0.95),
    unit: 'ms',
    bound: 800,
  });
} finally {
  clearInterval(ticking);
  await desk.close();
}
// The library for WebRTC keeps threads of closed connections, which would hold the process.
process.exit();
