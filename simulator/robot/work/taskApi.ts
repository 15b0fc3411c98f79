/** What daily work needs of the robot. */
import type { RobotSettingName } from '../../../contract/entities/robotSettings.ts';
import type { EventMessage } from '../../../contract/wire/actions.ts';
import type { LocalName } from '../../../demo/localName.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import type { Chance } from '../../fleet/random.ts';
import type { Body } from '../body.ts';
import type { Environment } from '../environment.ts';
import type { Journey } from '../travel.ts';
import type { Task } from './task.ts';

/** Target of a self-assigned trip. */
export interface TripTarget {
  nodeId: string;
  mapId: string;
  x: number;
  y: number;
}

export interface TaskApi {
  readonly spec: DemoRobot;
  readonly body: Body;
  readonly environment: Environment;
  readonly chance: Chance;
  /** Random sequence for people's behaviour, separate so that it does not change the robot's day. */
  readonly people: Chance;
  readonly battery: { readonly charge: number; readonly charging: boolean };
  journey: (journey: Journey | null) => void;
  setTask(task: Task | null): void;
  /** Null when the trip has ended. */
  setErrand(errand: TripTarget | null): void;
  reached(nodeId: string): void;
  /** Speaks both languages, one after the other; empty texts are skipped. */
  say(text: LocalName): void;
  /** A text that users have set; empty if there is none. */
  setText(name: RobotSettingName): string;
  /** Speaks the text that users have set for announcements, if any. */
  broadcast(): void;
  /** Light robots send no events: a thousand of them would fill the database. */
  tell(event: EventMessage['event']): void;
  /** Somebody passes close to its camera. */
  seeFace(): void;
  /** A server gives it deliveries, so it makes no rounds by itself. */
  isServed(): boolean;
  /** @returns false if no charger touches the contacts */
  charge(on: boolean): boolean;
}

export type Worked = 'done' | 'interrupted';
