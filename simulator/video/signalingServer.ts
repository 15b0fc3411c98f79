/**
 * Signalling of robot video: handles browser messages (rtc topics), assigns calls to video processes, forwards
 * signalling between the two, sends the processes the robots' poses, and enforces the grants for picture, sound and
 * voice.
 */
import * as v from 'valibot';
import { MEDIA_KINDS } from '../../contract/entities/robotConstants.ts';
import type { VideoQuality } from '../../contract/entities/robotConstants.ts';
import { VIDEO_VIEWERS_PER_ROBOT } from '../../contract/rules/limits.ts';
import { rtcUp } from '../../contract/wire/rtc.ts';
import type { RtcDown, RtcUp } from '../../contract/wire/rtc.ts';
import type { MediaGrants as GrantsMessage } from '../../contract/wire/privateCommands.ts';
import { mayTalk } from '../../contract/wire/topics.ts';
import type { AlarmPicture } from '../alarms/alarmWatch.ts';
import type { World } from '../fleet/world.ts';
import { wayOf } from '../robot/report.ts';
import type { Robot } from '../robot/robot.ts';
import { CallAccess } from './callAccess.ts';
import { VideoWorkerPool } from './videoWorkerPool.ts';
import type { PoolOptions, Member } from './videoWorkerPool.ts';
import { MediaGrants, NO_ACCESS } from './mediaGrants.ts';
import type { MediaAccess } from './mediaGrants.ts';
import type { SceneRobot, ToVideo } from './messages.ts';
import { PictureRequests } from './pictureRequests.ts';
import { sceneRobot } from './sceneRobot.ts';
import { StillPictures } from './stillPictures.ts';

export interface SignalingOptions extends Pick<PoolOptions, 'iceServers' | 'calls' | 'memoryMb'> {
  world: World;
  /** Sends to one browser's connection. */
  say: (serialNumber: string, clientId: string, message: RtcDown) => void;
  warn: (fields: object, message: string) => void;
  /** ms of a monotonic clock. */
  ticks?: () => number;
}

interface Viewer {
  id: string;
  serialNumber: string;
  clientId: string;
  call: string;
  member: Member;
  grant: CallAccess;
  /** Access last sent to the video process. */
  access: MediaAccess;
}

/** Limit of other robots sent per watched robot; the nearest are kept. */
const MOST_OTHERS = 30;

export class SignalingServer {
  private readonly options: SignalingOptions;
  private readonly pool: VideoWorkerPool;
  private readonly pictures = new PictureRequests(() => this.pool.borrow());
  private readonly ticks: () => number;
  private readonly grants: MediaGrants;
  /** By robot and client id: each browser connection has one viewing per robot. */
  private readonly viewers = new Map<string, Viewer>();
  private readonly stills: StillPictures;
  private counted = 0;

  constructor(options: SignalingOptions) {
    this.options = options;
    const { iceServers, calls, memoryMb } = options;
    this.ticks = options.ticks ?? (() => performance.now());
    this.grants = new MediaGrants(this.ticks);
    this.stills = new StillPictures({
      ticks: this.ticks,
      access: (serialNumber, clientId) => this.grants.of(serialNumber, clientId),
      hasCamera: (serialNumber) => options.world.robot(serialNumber)?.hasCamera === true,
      render: async (serialNumber, quality) => {
        const robot = options.world.robot(serialNumber);
        if (!robot) throw new Error('no such robot');
        return this.takePhoto(robot, options.world.now(), quality);
      },
      say: options.say,
      onChange: (serialNumber) => this.showWatching(serialNumber),
    });
    this.pool = new VideoWorkerPool({
      iceServers,
      ...(calls !== undefined && { calls }),
      ...(memoryMb !== undefined && { memoryMb }),
      onMessage: (message) => {
        if (message.type === 'picture') return this.pictures.hear(message);
        const viewer = [...this.viewers.values()].find(({ id }) => id === message.viewer);
        if (!viewer) return;
        if (message.type === 'seen') return options.world.robot(viewer.serialNumber)?.showFrames(message.frames);
        if (message.type === 'down') this.say(viewer, message.message);
        else this.forget(viewer);
      },
      onCrash: (member, code) => {
        options.warn({ pid: member.pid, code }, 'a video process exited unexpectedly');
        for (const viewer of this.of((one) => one.member === member)) this.end(viewer);
      },
    });
  }

  get pids(): number[] {
    return this.pool.pids;
  }

  warmUp(): void {
    this.pool.warmUp();
  }

  /**
   * A picture of a robot's camera from that view. Where other robots were earlier is not known.
   * @returns a JPEG file. @throws Error if it could not be rendered
   */
  takePicture(robot: Robot, { view, at, moment, incident, isFramed = false }: AlarmPicture): Promise<Uint8Array> {
    const { world } = this.options;
    const others =
      moment === 'before'
        ? []
        : world.robots.filter((other) => other !== robot && other.body.mapId === view.mapId).slice(0, MOST_OTHERS);
    return this.pictures.take({
      view,
      at,
      name: robot.spec.name.enUS,
      serialNumber: robot.spec.serialNumber,
      others: others.map(sceneRobot),
      things: incident ? [incident] : [],
      marked: incident,
      isUnframed: !isFramed,
    });
  }

  /** A drawn face. */
  drawFace(look: number): Promise<Uint8Array> {
    return this.pictures.take({ look });
  }

  /**
   * What the robot's camera sees now: head and lights as they are.
   * @param at simulated time, ms since 1970
   * @param still for a message of signalling
   */
  takePhoto(robot: Robot, at: number, still?: VideoQuality): Promise<Uint8Array> {
    const { world } = this.options;
    const { mapId, x, y, theta, head, tilt, frontLight, chassisLight, warningLight } = sceneRobot(robot);
    const others = world.robots.filter((other) => other !== robot && other.body.mapId === mapId).slice(0, MOST_OTHERS);
    return this.pictures.take({
      view: { mapId, x, y, theta: theta + head },
      at,
      name: robot.spec.name.enUS,
      serialNumber: robot.spec.serialNumber,
      others: others.map(sceneRobot),
      things: world.incidentsOn(mapId),
      marked: null,
      tilt,
      lights: { front: frontLight, chassis: chassisLight, warning: warningLight },
      ...(still && { still }),
    });
  }

  /** Handles a browser's message; malformed messages are ignored. */
  hear(robot: Robot, clientId: string, message: unknown): void {
    const parsed = v.safeParse(rtcUp, message);
    if (!parsed.success) return;
    const { serialNumber } = robot.spec;
    const viewer = this.viewers.get(`${serialNumber} ${clientId}`) ?? null;
    const said = parsed.output;
    if (said.type === 'watch') return this.watch(robot, clientId, said, viewer);
    if (said.type === 'still') return this.sendStill(robot, clientId, said);
    if (said.type === 'bye') this.stills.leave(serialNumber, clientId, said.call ?? null);
    if (!viewer || (said.call !== undefined && said.call !== viewer.call)) return;
    if (said.type === 'bye') {
      viewer.member.tell({ type: 'leave', viewer: viewer.id });
      this.forget(viewer);
    } else viewer.member.tell({ type: 'up', viewer: viewer.id, message: said });
  }

  private watch(
    robot: Robot,
    clientId: string,
    { call, quality, camera = false }: Extract<RtcUp, { type: 'watch' }>,
    before: Viewer | null,
  ): void {
    const { serialNumber, capabilities } = robot.spec;
    // Repeated request of the same call: the first response is on its way.
    if (before?.call === call) return;
    if (before) {
      before.member.tell({ type: 'leave', viewer: before.id });
      this.forget(before);
    }
    const refuse = (reason: 'noCamera' | 'tooManyViewers'): void =>
      this.options.say(serialNumber, clientId, { type: 'refused', call, reason });
    if (!robot.hasCamera) return refuse('noCamera');
    if (this.isFull(serialNumber, clientId)) return refuse('tooManyViewers');
    const viewer: Viewer = {
      id: String(++this.counted),
      serialNumber,
      clientId,
      call,
      member: this.pool.take(),
      grant: new CallAccess(),
      access: NO_ACCESS,
    };
    this.viewers.set(`${serialNumber} ${clientId}`, viewer);
    // The scene comes first, so that the first frame can be rendered at once.
    viewer.member.tell(this.sceneFor(viewer.member));
    viewer.member.tell({
      type: 'watch',
      viewer: viewer.id,
      call,
      serialNumber,
      quality,
      sound: capabilities.microphone,
      talk: mayTalk(clientId),
      camera,
    });
    this.follow(viewer);
  }

  private sendStill(robot: Robot, clientId: string, { call, quality }: Extract<RtcUp, { type: 'still' }>): void {
    const { serialNumber } = robot.spec;
    const refuse = (reason: 'noCamera' | 'tooManyViewers'): void =>
      this.options.say(serialNumber, clientId, { type: 'refused', call, reason });
    if (!robot.hasCamera) return refuse('noCamera');
    if (this.isFull(serialNumber, clientId)) return refuse('tooManyViewers');
    this.stills.ask(serialNumber, clientId, call, quality);
  }

  /** Whether others watch the robot or wait for its picture, as many as it accepts. */
  private isFull(serialNumber: string, clientId: string): boolean {
    // Muted viewers can resume but do not count towards the limit.
    const watching = this.of((viewer) => viewer.serialNumber === serialNumber && viewer.grant.state !== 'muted');
    const others = new Set([...watching.map((viewer) => viewer.clientId), ...this.stills.waiting(serialNumber)]);
    others.delete(clientId);
    return others.size >= VIDEO_VIEWERS_PER_ROBOT;
  }

  /** Applies the server's grants: who can see, hear and speak through this robot. */
  grant(serialNumber: string, message: GrantsMessage): void {
    this.grants.take(serialNumber, message);
    for (const viewer of this.of((one) => one.serialNumber === serialNumber)) this.follow(viewer);
    this.stills.follow(serialNumber);
  }

  private follow(viewer: Viewer): void {
    const { serialNumber, clientId, call, member, grant } = viewer;
    const access = this.grants.of(serialNumber, clientId);
    const { state: before } = grant;
    const state = grant.next(access, this.ticks());
    if (MEDIA_KINDS.some((kind) => access[kind] !== viewer.access[kind])) {
      viewer.access = access;
      member.tell({ type: 'access', viewer: viewer.id, access });
      this.showWatching(serialNumber);
    }
    if (before === 'granted' && state === 'muted')
      this.say(viewer, {
        type: 'muted',
        call,
        reason: this.grants.isCurrent(serialNumber) ? 'revoked' : 'unconfirmed',
      });
    if (state === 'refused') this.end(viewer, { type: 'refused', call, reason: 'notAllowed' });
    else if (state === 'over') this.end(viewer);
  }

  /** The robot shows that it is watched; called when that changes only. */
  private showWatching(serialNumber: string): void {
    const robot = this.options.world.robot(serialNumber);
    if (!robot) return;
    const viewers = this.of((viewer) => viewer.serialNumber === serialNumber);
    robot.showWatching({
      viewers: new Set([
        ...viewers.filter(({ access }) => access.picture).map(({ clientId }) => clientId),
        ...this.stills.watching(serialNumber),
      ]).size,
      listening: robot.spec.capabilities.microphone ? viewers.filter(({ access }) => access.sound).length : 0,
    });
  }

  /** Ends all viewings of a robot, because its camera or network is gone. */
  drop(serialNumber: string): void {
    for (const viewer of this.of((one) => one.serialNumber === serialNumber)) this.end(viewer);
    this.stills.drop(serialNumber);
  }

  /** Called after every tick of the world. */
  pulse(): void {
    this.stills.pulse();
    if (this.viewers.size === 0) return;
    for (const viewer of this.viewers.values()) this.follow(viewer);
    for (const viewer of this.viewers.values())
      if (this.options.world.robot(viewer.serialNumber)?.hasCamera === false) this.end(viewer);
    for (const member of new Set([...this.viewers.values()].map((viewer) => viewer.member)))
      member.tell(this.sceneFor(member));
  }

  private sceneFor(member: Member): Extract<ToVideo, { type: 'scene' }> {
    const { world } = this.options;
    const told = new Map<string, SceneRobot>();
    for (const { serialNumber } of this.of((viewer) => viewer.member === member)) {
      const robot = world.robot(serialNumber);
      if (!robot) continue;
      const { x, y } = robot.body.motion;
      const near = world.robots
        .filter((other) => other !== robot && other.body.mapId === robot.body.mapId)
        .map((other) => ({ other, distance: Math.hypot(other.body.motion.x - x, other.body.motion.y - y) }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, MOST_OTHERS);
      for (const { other } of near)
        if (!told.has(other.spec.serialNumber)) told.set(other.spec.serialNumber, sceneRobot(other));
      told.set(serialNumber, { ...sceneRobot(robot), path: wayOf(robot.body) });
    }
    const floors = new Set([...told.values()].map(({ mapId }) => mapId));
    return {
      type: 'scene',
      at: Math.round(world.now()),
      robots: [...told.values()],
      incidents: [...floors].flatMap((mapId) => world.incidentsOn(mapId)),
    };
  }

  private of(fits: (viewer: Viewer) => boolean): Viewer[] {
    return [...this.viewers.values()].filter(fits);
  }

  private say({ serialNumber, clientId }: Viewer, message: RtcDown): void {
    this.options.say(serialNumber, clientId, message);
  }

  private end(viewer: Viewer, last: RtcDown = { type: 'bye', call: viewer.call }): void {
    this.say(viewer, last);
    viewer.member.tell({ type: 'leave', viewer: viewer.id });
    this.forget(viewer);
  }

  private forget(viewer: Viewer): void {
    this.viewers.delete(`${viewer.serialNumber} ${viewer.clientId}`);
    this.showWatching(viewer.serialNumber);
    this.pool.release(viewer.member);
  }

  async close(): Promise<void> {
    for (const viewer of this.viewers.values()) this.end(viewer);
    this.pictures.close();
    await this.pool.close();
  }
}
