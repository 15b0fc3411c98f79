/**
 * The video process: renders what watched robots see and sends it by WebRTC. It is a separate process because a media
 * stack that has served many calls leaks memory; videoWorkerPool.ts replaces it from time to time.
 */
import wrtc from '@roamhq/wrtc';
import { MAPS } from '../../demo/sites.ts';
import { FIGURE_KINDS, figureOf } from '../camera/figures.ts';
import { prepareCamera } from '../camera/render.ts';
import type { FromVideo, ToVideo, Watch } from './messages.ts';
import { Scene } from './scene.ts';
import { drawPortrait, takePicture } from './takePicture.ts';
import { RobotStream } from './robotStream.ts';
import { Viewing } from './viewing.ts';

const LOAD_INTERVAL_MS = 5_000;
/** Set by the bench that measures the time from the camera to the screen. */
const HAS_CLOCK = process.env['ROUNDHOUSE_VIDEO_CLOCK'] === 'on';
/** Off in tests, which start many servers: warming up takes 4 s of a core, and few of them show a picture. */
const WARMS_UP = process.env['ROUNDHOUSE_VIDEO_WARM_UP'] !== 'off';

const scene = new Scene();
const shots = new Map<string, RobotStream>();
const viewings = new Map<string, Viewing>();
let iceServers: RTCIceServer[] = [];

const say = (message: FromVideo): void => void process.send?.(message);

function leave(viewer: string): void {
  const viewing = viewings.get(viewer);
  if (!viewing) return;
  viewings.delete(viewer);
  viewing.close();
  const shot = shots.get(viewing.serialNumber);
  shot?.remove(viewing);
  if (shot?.isIdle) shots.delete(viewing.serialNumber);
}

function watch(message: Watch): void {
  leave(message.viewer);
  const onEnded = (): void => {
    leave(message.viewer);
    say({ type: 'ended', viewer: message.viewer });
  };
  const onConnected = (): void => shots.get(message.serialNumber)?.drawNow();
  const viewing = new Viewing({ watch: message, iceServers, say, onConnected, onEnded });
  viewings.set(message.viewer, viewing);
  const shot = shots.get(message.serialNumber) ?? new RobotStream(message.serialNumber, scene, HAS_CLOCK);
  shots.set(message.serialNumber, shot);
  // The offer first: the first picture is rendered while the offer is being made.
  void viewing.offer();
  shot.add(viewing);
}

process.on('message', (message: ToVideo) => {
  switch (message.type) {
    case 'settings':
      iceServers = message.iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      }));
      return;
    case 'watch':
      return watch(message);
    case 'up':
      return void viewings.get(message.viewer)?.hear(message.message);
    case 'access':
      return viewings.get(message.viewer)?.setAccess(message.access);
    case 'leave':
      return leave(message.viewer);
    case 'scene':
      return scene.take(message.at, message.robots, message.incidents);
    case 'picture':
      return void ('look' in message.request ? drawPortrait(message.request.look) : takePicture(message.request)).then(
        (jpeg) => say({ type: 'picture', id: message.id, jpeg: jpeg.toString('base64') }),
        () => say({ type: 'picture', id: message.id, jpeg: null }),
      );
  }
});
// Exit with the simulator.
process.on('disconnect', () => process.exit(0));
// Ctrl+C reaches the whole process group; the simulator decides when this process ends.
process.on('SIGINT', () => {});

/** Warms up what is slow the first time: the media stack, each floor's walls and light, and the figures. */
async function warmUp(): Promise<void> {
  const rehearsal = new wrtc.RTCPeerConnection();
  rehearsal.addTrack(new wrtc.nonstandard.RTCVideoSource().createTrack());
  await rehearsal.setLocalDescription(await rehearsal.createOffer());
  rehearsal.close();
  for (const { plan } of MAPS) {
    prepareCamera(plan);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const kind of FIGURE_KINDS) {
    figureOf(kind);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

if (WARMS_UP) await warmUp();
say({ type: 'warm' });
setInterval(() => say({ type: 'load', memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576) }), LOAD_INTERVAL_MS);
