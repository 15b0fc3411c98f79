/**
 * Still pictures by signalling: one picture for a viewer who holds a grant for the robot's picture, without a media
 * connection. A request waits for its grant like a call, and is refused without one. The grant is checked again after
 * the picture was rendered, so that nobody receives a picture whose grant ended in the meantime.
 *
 * One rendering at a time and one a second for each robot, shared by everybody who waits for that quality; each reaches a
 * few viewers only, so that no number of requests takes the robot above its message rate.
 */
import type { VideoQuality } from '../../contract/entities/robotConstants.ts';
import type { RtcDown } from '../../contract/wire/rtc.ts';
import { CallAccess } from './callAccess.ts';
import type { MediaAccess } from './mediaGrants.ts';

export interface StillPicturesOptions {
  /** ms of a monotonic clock */
  ticks: () => number;
  access: (serialNumber: string, clientId: string) => MediaAccess;
  hasCamera: (serialNumber: string) => boolean;
  /** @returns a JPEG file */
  render: (serialNumber: string, quality: VideoQuality) => Promise<Uint8Array>;
  say: (serialNumber: string, clientId: string, message: RtcDown) => void;
  /** The number of viewers of a robot may have changed. */
  onChange: (serialNumber: string) => void;
}

interface Request {
  clientId: string;
  call: string;
  quality: VideoQuality;
  grant: CallAccess;
}
interface OfRobot {
  /** Requests without an answer, the oldest first, by client id. */
  readonly waiting: Map<string, Request>;
  /** Viewers who got a picture a moment ago, and until when the robot shows that it was watched. */
  readonly shown: Map<string, number>;
  isRendering: boolean;
  /** When the next picture may be rendered. */
  dueAt: number;
}

/** Shortest time between two renderings of a robot, ms. */
const INTERVAL_MS = 1_000;
/** Viewers who get the same picture. */
const MOST_AT_ONCE = 4;
/** How long a robot shows that somebody saw a still picture, ms: people beside it must be able to notice. */
export const STILL_SHOWN_MS = 3_000;

export class StillPictures {
  private readonly options: StillPicturesOptions;
  private readonly robots = new Map<string, OfRobot>();

  constructor(options: StillPicturesOptions) {
    this.options = options;
  }

  /** Another request of the same viewer takes the place of the first, at the end of the queue. */
  ask(serialNumber: string, clientId: string, call: string, quality: VideoQuality): void {
    const robot = this.robots.get(serialNumber) ?? {
      waiting: new Map(),
      shown: new Map(),
      isRendering: false,
      dueAt: 0,
    };
    this.robots.set(serialNumber, robot);
    robot.waiting.delete(clientId);
    robot.waiting.set(clientId, { clientId, call, quality, grant: new CallAccess() });
    this.follow(serialNumber);
  }

  /** The viewer withdraws the request. @param call null for any */
  leave(serialNumber: string, clientId: string, call: string | null): void {
    const robot = this.robots.get(serialNumber);
    const request = robot?.waiting.get(clientId);
    if (!robot || !request || (call !== null && call !== request.call)) return;
    robot.waiting.delete(clientId);
    this.settle(serialNumber, robot);
  }

  /** Viewers who wait for a picture of the robot. */
  waiting(serialNumber: string): readonly string[] {
    return [...(this.robots.get(serialNumber)?.waiting.keys() ?? [])];
  }

  /** Viewers who are about to see a picture of the robot, or saw one a moment ago. */
  watching(serialNumber: string): readonly string[] {
    const robot = this.robots.get(serialNumber);
    if (!robot) return [];
    const granted = [...robot.waiting.values()].filter(({ grant }) => grant.state === 'granted');
    return [...new Set([...robot.shown.keys(), ...granted.map(({ clientId }) => clientId)])];
  }

  /** The camera or the network of the robot is gone. */
  drop(serialNumber: string): void {
    const robot = this.robots.get(serialNumber);
    if (!robot) return;
    for (const request of robot.waiting.values()) this.refuse(serialNumber, robot, request, 'failed');
    this.settle(serialNumber, robot);
  }

  /** Called after every tick of the world. */
  pulse(): void {
    for (const serialNumber of this.robots.keys()) this.follow(serialNumber);
  }

  /** Applies the grants, and renders if somebody may see a picture. */
  follow(serialNumber: string): void {
    const robot = this.robots.get(serialNumber);
    if (!robot) return;
    this.applyGrants(serialNumber, robot);
    const [next] = this.granted(robot);
    if (next && !robot.isRendering && this.options.ticks() >= robot.dueAt)
      void this.render(serialNumber, robot, next.quality);
    this.settle(serialNumber, robot);
  }

  private applyGrants(serialNumber: string, robot: OfRobot): void {
    const now = this.options.ticks();
    for (const [clientId, until] of robot.shown) if (now >= until) robot.shown.delete(clientId);
    for (const request of robot.waiting.values()) {
      const state = request.grant.next(this.access(serialNumber, request), now);
      if (!this.options.hasCamera(serialNumber)) this.refuse(serialNumber, robot, request, 'noCamera');
      else if (state !== 'waiting' && state !== 'granted') this.refuse(serialNumber, robot, request, 'notAllowed');
    }
  }

  private access(serialNumber: string, { clientId }: Request): MediaAccess {
    const { picture } = this.options.access(serialNumber, clientId);
    return { picture, sound: false, voice: false, camera: false };
  }

  private granted(robot: OfRobot): Request[] {
    return [...robot.waiting.values()].filter(({ grant }) => grant.state === 'granted');
  }

  private async render(serialNumber: string, robot: OfRobot, quality: VideoQuality): Promise<void> {
    robot.isRendering = true;
    robot.dueAt = this.options.ticks() + INTERVAL_MS;
    const jpeg = await this.options.render(serialNumber, quality).catch(() => null);
    // Grants and camera as they are now, not as they were when the rendering began.
    this.applyGrants(serialNumber, robot);
    const receivers = this.granted(robot)
      .filter((request) => request.quality === quality)
      .slice(0, MOST_AT_ONCE);
    const picture = jpeg && Buffer.from(jpeg).toString('base64');
    for (const request of receivers) {
      if (picture === null) this.refuse(serialNumber, robot, request, 'failed');
      else {
        robot.waiting.delete(request.clientId);
        robot.shown.set(request.clientId, this.options.ticks() + STILL_SHOWN_MS);
        this.options.say(serialNumber, request.clientId, { type: 'still', call: request.call, picture });
      }
    }
    robot.isRendering = false;
    this.settle(serialNumber, robot);
  }

  private refuse(
    serialNumber: string,
    robot: OfRobot,
    { clientId, call }: Request,
    reason: Extract<RtcDown, { type: 'refused' }>['reason'],
  ): void {
    robot.waiting.delete(clientId);
    this.options.say(serialNumber, clientId, { type: 'refused', call, reason });
  }

  private settle(serialNumber: string, robot: OfRobot): void {
    const isIdle = robot.waiting.size === 0 && robot.shown.size === 0 && !robot.isRendering;
    // Its due time is kept while it counts, so that leaving and asking again is not faster.
    if (isIdle && this.options.ticks() >= robot.dueAt) this.robots.delete(serialNumber);
    this.options.onChange(serialNumber);
  }
}
