/** What daily work needs of the robot that does it. */
import type { EventMessage } from '../../../contract/wire/actions.ts';
import type { LocalName } from '../../../demo/localName.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import type { Chance } from '../../fleet/random.ts';
import type { Body } from '../body.ts';
import type { Environment } from '../environment.ts';
import type { Journey } from '../travel.ts';
import type { Task } from './task.ts';

/** What a robot drives to on its own account. */
export interface Errand {
  nodeId: string;
  mapId: string;
  x: number;
  y: number;
}

export interface TaskApi {
  readonly spec: DemoRobot;
  readonly body: Body;
  readonly ground: Environment;
  readonly chance: Chance;
  /** For what people do and say: a sequence of its own, so that they change nothing of the robot's day. */
  readonly people: Chance;
  readonly battery: { readonly charge: number; readonly charging: boolean };
  journey: (journey: Journey | null) => void;
  setTask(task: Task | null): void;
  /** Null when it has ended. */
  setErrand(errand: Errand | null): void;
  reached(nodeId: string): void;
  /** In both languages of the house, one after the other; empty words are not said. */
  say(words: LocalName): void;
  /** A light robot tells nothing: a thousand of them would write a database full. */
  tell(event: EventMessage['event']): void;
  /** False when no charger touches its contacts. */
  charge(on: boolean): boolean;
}

export type Worked = 'done' | 'interrupted';
