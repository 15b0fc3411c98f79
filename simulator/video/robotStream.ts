/**
 * One robot's camera and microphone: a rendering for each quality in use, at 15 frames per second, and the robot's own
 * sound. Runs only while the robot has viewers.
 */
import { VIDEO_FRAMES_PER_SECOND, VIDEO_SIZE } from '../../contract/entities/robotConstants.ts';
import type { VideoQuality } from '../../contract/entities/robotConstants.ts';
import { MAPS } from '../../demo/sites.ts';
import { drawClockStrip } from '../camera/clockStrip.ts';
import { createFrame } from '../camera/frame.ts';
import type { I420Buffer } from '../camera/frame.ts';
import { createCamera } from '../camera/render.ts';
import type { Camera } from '../camera/render.ts';
import { BLOCK_SAMPLES, SAMPLE_RATE, createSound } from '../camera/sound.ts';
import { timeOn } from './localTime.ts';
import type { MediaAccess } from './mediaGrants.ts';
import type { SceneRobot } from './messages.ts';
import type { Scene } from './scene.ts';

export interface Watcher {
  /** Current access. */
  readonly access: MediaAccess;
  quality: VideoQuality;
  /** Whether it can use a frame now; frames that nobody can use are not rendered. */
  needsFrame(): boolean;
  onFrame(frame: I420Buffer): void;
  /** Null if the robot has no microphone. */
  onSound: ((samples: Int16Array, sampleRate: number) => void) | null;
  /** Whether this viewer is speaking to the robot. */
  isSpeaking(): boolean;
}

const FRAME_MS = 1000 / VIDEO_FRAMES_PER_SECOND;
const BLOCK_MS = (BLOCK_SAMPLES / SAMPLE_RATE) * 1000;
/** Sound later than this is skipped, ms. */
const MOST_LATE_MS = 100;

export class RobotStream {
  private readonly serialNumber: string;
  private readonly scene: Scene;
  private readonly watchers = new Set<Watcher>();
  private readonly frames = new Map<VideoQuality, I420Buffer>();
  private readonly cameras = new Map<string, Camera>();
  private readonly sound = createSound();
  private readonly block = new Int16Array(BLOCK_SAMPLES);
  private frameTimer: NodeJS.Timeout | null = null;
  private soundTimer: NodeJS.Timeout | null = null;
  private frameDue = 0;
  private soundDue = 0;
  private said = '';
  /** Whether the picture contains a clock for measurements. */
  private readonly hasClock: boolean;

  constructor(serialNumber: string, scene: Scene, hasClock = false) {
    this.hasClock = hasClock;
    this.serialNumber = serialNumber;
    this.scene = scene;
  }

  get isIdle(): boolean {
    return this.watchers.size === 0;
  }

  add(watcher: Watcher): void {
    this.watchers.add(watcher);
    if (!this.frameTimer) {
      this.frameDue = performance.now();
      this.nextFrame();
    }
    if (watcher.onSound && !this.soundTimer) {
      this.soundDue = performance.now();
      this.soundTimer = setInterval(() => this.playSound(), 2 * BLOCK_MS);
    }
  }

  remove(watcher: Watcher): void {
    this.watchers.delete(watcher);
    if (this.soundTimer && ![...this.watchers].some(({ onSound }) => onSound)) {
      clearInterval(this.soundTimer);
      this.soundTimer = null;
    }
    if (this.watchers.size > 0) return;
    if (this.frameTimer) clearTimeout(this.frameTimer);
    this.frameTimer = null;
    this.frames.clear();
  }

  /** A viewer has just connected: its first frame does not wait for the next one's time. */
  drawNow(): void {
    if (!this.frameTimer) return;
    clearTimeout(this.frameTimer);
    this.frameDue = performance.now();
    this.nextFrame();
  }

  private nextFrame(): void {
    this.draw();
    const now = performance.now();
    const taken = now - this.frameDue;
    // Late frames are skipped, not caught up. A busy machine keeps a third of its time to answer viewers who connect.
    this.frameDue = Math.max(this.frameDue + FRAME_MS, now + Math.max(1, taken / 2));
    this.frameTimer = setTimeout(() => this.nextFrame(), this.frameDue - now);
  }

  /** Renders once per quality, whatever the number of viewers. */
  private draw(): void {
    const now = Date.now();
    const robot = this.scene.robot(this.serialNumber, now);
    if (!robot) return;
    const watching = [...this.watchers].filter((watcher) => watcher.access.picture && watcher.needsFrame());
    for (const quality of new Set(watching.map((watcher) => watcher.quality))) {
      const frame = this.frameFor(quality);
      this.cameraFor(robot.mapId, quality)?.draw(frame, {
        x: robot.x,
        y: robot.y,
        theta: robot.theta + robot.head,
        tilt: robot.tilt,
        lights: { front: robot.frontLight, chassis: robot.chassisLight, warning: robot.warningLight },
        now,
        time: timeOn(robot.mapId, now),
        name: this.caption(robot),
        serialNumber: this.serialNumber,
        others: this.scene.others(robot, now),
        things: this.scene.thingsOn(robot.mapId),
        ...(robot.path && robot.path.length > 1 && { path: robot.path }),
      });
      if (this.hasClock) drawClockStrip(frame, now);
      for (const watcher of watching) if (watcher.quality === quality) watcher.onFrame(frame);
    }
  }

  private caption(robot: SceneRobot): string {
    return [...this.watchers].some((watcher) => watcher.isSpeaking()) ? `${robot.name} (( voice ))` : robot.name;
  }

  private frameFor(quality: VideoQuality): I420Buffer {
    const { width, height } = VIDEO_SIZE[quality];
    const frame = this.frames.get(quality) ?? createFrame(width, height);
    this.frames.set(quality, frame);
    return frame;
  }

  private cameraFor(mapId: string, quality: VideoQuality): Camera | null {
    const key = `${mapId} ${quality}`;
    const known = this.cameras.get(key);
    if (known) return known;
    const plan = MAPS.find(({ id }) => id === mapId)?.plan;
    if (!plan) return null;
    const camera = createCamera({ plan });
    this.cameras.set(key, camera);
    return camera;
  }

  private playSound(): void {
    const now = performance.now();
    if (now - this.soundDue > MOST_LATE_MS) this.soundDue = now;
    const robot = this.scene.robot(this.serialNumber, Date.now());
    const saying = robot?.saying ?? '';
    if (saying !== this.said) {
      // A chime announces speech, so that bystanders notice it before the first word.
      if (saying && !this.said) this.sound.chime();
      this.sound.say(saying);
      this.said = saying;
    }
    for (; this.soundDue <= now; this.soundDue += BLOCK_MS) {
      this.sound.fill(this.block, { speed: robot?.v ?? 0, turning: robot?.w ?? 0, volume: robot?.volume ?? 60 });
      for (const { access, onSound } of this.watchers) if (access.sound) onSound?.(this.block, SAMPLE_RATE);
    }
  }
}
