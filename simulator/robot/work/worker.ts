/** What daily work needs of the robot that does it. */
import type { DemoRobot } from '../../../demo/roster.ts';
import type { Chance } from '../../fleet/random.ts';
import type { Body } from '../body.ts';
import type { Ground } from '../ground.ts';
import type { Journey } from '../travel.ts';
import type { Task } from './task.ts';

/** What a robot drives to on its own account. */
export interface Errand {
  nodeId: string;
  mapId: string;
  x: number;
  y: number;
}

export interface Worker {
  readonly spec: DemoRobot;
  readonly body: Body;
  readonly ground: Ground;
  readonly chance: Chance;
  readonly battery: { readonly charge: number; readonly charging: boolean };
  journey: (journey: Journey | null) => void;
  setTask(task: Task | null): void;
  /** Null when it has ended. */
  setErrand(errand: Errand | null): void;
  reached(nodeId: string): void;
  say(text: string): void;
  /** False when no charger touches its contacts. */
  charge(on: boolean): boolean;
}

export type Worked = 'done' | 'interrupted';
