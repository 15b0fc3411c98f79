/**
 * The settings of a simulated robot: applies what the server sends, and makes every setting visible or audible. What was
 * learned is kept here too.
 */
import type { Learned } from '../../contract/entities/learningRecord.ts';
import type { RobotSettingName, SettingValues } from '../../contract/entities/robotSettings.ts';
import { HEAD_LIMITS } from '../../contract/rules/robotActions.ts';
import {
  faultsOfSettings,
  isSettingName,
  ROBOT_SETTINGS,
  type SettingFault,
} from '../../contract/rules/robotSettings.ts';
import { zoneOffset } from '../../contract/rules/zonedTime.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { Settings } from './actionRunner.ts';

type Report = Extract<EventMessage['event'], { type: 'settings' }>;
export type Refusals = Readonly<Partial<Record<RobotSettingName, string>>>;

const DEGREE = Math.PI / 180;
const AHEAD = { horizontal: HEAD_LIMITS.horizontal.ahead, vertical: HEAD_LIMITS.vertical.ahead } as const;
const KEPT_MS = { lights: 600_000, head: 60_000 } as const;
const FAULT_TEXTS: Record<SettingFault, string> = {
  type: 'The value has the wrong type.',
  range: 'The value is out of range.',
  step: 'The value is between two steps.',
  option: 'The robot does not have this option.',
  length: 'The text is too long.',
  characters: 'The text has control characters.',
  thresholds: 'On must be below off.',
};
/** How far and how fast the head shakes by itself: radians, and seconds for one turn to both sides. */
const SHAKE = { amplitude: 0.35, seconds: 8 } as const;

export interface SettingEffects {
  /** Whether the robot patrols now. */
  isPatrolling: boolean;
  /** Whether the robot is at rest, so that its head may shake. */
  isResting: boolean;
  /** Of the site it is on. */
  timeZone: string;
}

/** Ambient light in percent: full at noon, dark from six in the evening to six in the morning, by the clock of the site. */
export const ambientLight = (now: number, timeZone: string): number => {
  const hour = ((now + zoneOffset(timeZone, now)) / 3_600_000) % 24;
  return Math.round(Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * 100);
};

export class RobotSettings {
  private readonly names: readonly RobotSettingName[];
  private readonly refusals: Refusals;
  private readonly device: Settings;
  private values: SettingValues = {};
  private version = 0;
  private refused: Report['refused'] = [];
  private learnedById = new Map<string, Learned>();
  /** What the device was set to last, to notice the actions `setHead` and `setVolume`. */
  private head = 0;
  private tilt = 0;
  /** Until when a person's action counts more than the automatic light and the shaking of the head, ms. */
  private lightsKeptUntil = 0;
  private headKeptUntil = 0;

  constructor(names: readonly RobotSettingName[], refusals: Refusals, device: Settings) {
    this.names = names;
    this.refusals = refusals;
    this.device = device;
    for (const name of names) this.values[name] = ROBOT_SETTINGS[name].initial;
    if (this.has('volume')) this.values.volume = device.volume;
    this.turnHead();
  }

  private has(name: RobotSettingName): boolean {
    return this.names.includes(name);
  }

  value<Name extends RobotSettingName>(name: Name): SettingValues[Name] {
    return this.values[name];
  }

  flag(name: RobotSettingName): boolean {
    return this.values[name] === true;
  }

  text(name: RobotSettingName): string {
    const value = this.values[name];
    return typeof value === 'string' ? value : '';
  }

  number(name: RobotSettingName): number {
    const value = this.values[name];
    return typeof value === 'number' ? value : 0;
  }

  /** A repeated or older version changes nothing, but is answered. */
  apply(version: number, values: Readonly<Record<string, unknown>>): void {
    if (version <= this.version) return;
    const asked = Object.fromEntries(
      Object.entries(values).filter(([name]) => isSettingName(name) && this.has(name)),
    ) as SettingValues; // unknown names are gone, and the values are checked below
    const faults = faultsOfSettings(asked, this.values);
    const refused: { name: string; reason: string }[] = [];
    for (const name of this.names) {
      const value = asked[name];
      if (value === undefined) continue;
      const fault = faults[name];
      const changes = value !== this.values[name];
      const reason = fault ? FAULT_TEXTS[fault] : changes ? this.refusals[name] : undefined;
      if (reason === undefined) this.values[name] = value;
      else refused.push({ name, reason });
    }
    this.version = version;
    this.refused = refused;
    if (this.has('volume')) this.device.volume = this.number('volume');
    if (this.has('frontLight') && !this.flag('autoFrontLight')) this.device.lights = this.flag('frontLight');
    this.turnHead();
  }

  private turnHead(): void {
    if (!this.has('headHorizontal')) return;
    this.head = (this.number('headHorizontal') - AHEAD.horizontal) * DEGREE;
    this.device.head = this.head;
    this.tilt = (this.number('headVertical') - AHEAD.vertical) * DEGREE;
    this.device.tilt = this.tilt;
  }

  /** A person switches the lights; the automatic light waits. */
  switchLights(on: boolean, now: number): void {
    this.device.lights = on;
    this.lightsKeptUntil = now + KEPT_MS.lights;
  }

  /** A person turns the head, degrees; it does not shake for a while. */
  turnTo(horizontal: number, vertical: number, now: number): void {
    this.device.head = (horizontal - AHEAD.horizontal) * DEGREE;
    this.device.tilt = (vertical - AHEAD.vertical) * DEGREE;
    this.headKeptUntil = now + KEPT_MS.head;
  }

  /** @returns whether a person changed a setting by an action, so that it must be reported */
  step(now: number, { isPatrolling, isResting, timeZone }: SettingEffects): boolean {
    const { device } = this;
    const before = JSON.stringify(this.actedOn());
    if (this.has('volume')) this.values.volume = device.volume;
    if (this.has('frontLight')) {
      if (!this.flag('autoFrontLight')) this.values.frontLight = device.lights;
      else if (now >= this.lightsKeptUntil) {
        const light = ambientLight(now, timeZone);
        if (light < this.number('frontLightOnBelow')) device.lights = true;
        else if (light > this.number('frontLightOffAbove')) device.lights = false;
      }
    }
    device.chassisLight = this.flag('chassisLight');
    device.warningLight = isPatrolling && this.flag('patrolWarningLight');
    if (this.has('headHorizontal')) {
      if (!this.flag('autoShakeHead')) this.keepHead();
      else if (now >= this.headKeptUntil) {
        const shaken = isResting ? SHAKE.amplitude * Math.sin((now / 1000 / SHAKE.seconds) * 2 * Math.PI) : 0;
        device.head = this.head + shaken;
        device.tilt = this.tilt;
      }
    }
    return before !== JSON.stringify(this.actedOn());
  }

  private actedOn(): unknown[] {
    const { frontLight, volume, headHorizontal, headVertical } = this.values;
    return [frontLight, volume, headHorizontal, headVertical];
  }

  /** Where a person turned the head becomes its setting. */
  private keepHead(): void {
    const { device, values } = this;
    if (Math.abs(device.head - this.head) < 1e-9 && Math.abs(device.tilt - this.tilt) < 1e-9) return;
    const { horizontal, vertical } = HEAD_LIMITS;
    const degrees = ({ min, max, ahead }: typeof horizontal | typeof vertical, radians: number): number =>
      Math.min(max, Math.max(min, Math.round(ahead + radians / DEGREE)));
    values.headHorizontal = degrees(horizontal, device.head);
    values.headVertical = degrees(vertical, device.tilt);
    this.head = device.head;
    this.tilt = device.tilt;
  }

  report(): Report {
    return {
      type: 'settings',
      version: this.version,
      values: { ...this.values } as Report['values'],
      refused: [...this.refused],
    };
  }

  learn(learned: Learned): void {
    this.learnedById.set(learned.learningId, learned);
  }
  /** What it uses and what waits for a decision. */
  get learned(): readonly Learned[] {
    return [...this.learnedById.values()];
  }
  /** @returns what to report; null if it does not know it */
  keep(learningId: string): Learned | null {
    const known = this.learnedById.get(learningId);
    if (!known) return null;
    const kept = { ...known, inUse: true };
    this.learnedById.set(learningId, kept);
    return kept;
  }
  /** Also confirms what it has forgotten before. */
  forget(learningId: string): void {
    this.learnedById.delete(learningId);
  }
}
