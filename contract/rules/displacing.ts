/**
 * Which task a command displaces. The console uses it for its confirmation; the server uses it to refuse a command that
 * displaces a task with people waiting, unless the command names that task.
 */
import type { RobotLive } from '../entities/robot.ts';
import type { TaskKind } from '../wire/actions.ts';
import type { RobotAct } from './robotCan.ts';

/** Commands that give a robot another task. */
export const DISPLACING_ACTS = [
  'goTo',
  'cruise',
  'disinfect',
  'buildMap',
  'charge',
  'relocate',
] as const satisfies readonly RobotAct[];
export type DisplacingAct = (typeof DISPLACING_ACTS)[number];

export interface Displaced {
  kind: TaskKind;
  /** The name of the task's next stop; empty if there is none. */
  target: string;
  /** Whether people wait for the result. */
  awaited: boolean;
}

/** Tasks that end when displaced. Charging, receiving and docking are resumed whenever the robot is free. */
const TASKS: ReadonlySet<TaskKind> = new Set([
  'goTo',
  'delivery',
  'patrol',
  'cruise',
  'disinfection',
  'mapping',
  'guide',
  'lift',
]);
/** Tasks with people waiting, including the robot's self-assigned deliveries. */
const AWAITED: ReadonlySet<TaskKind> = new Set(['delivery', 'guide']);

/** null: nothing is displaced and no confirmation is needed. A displaced task ends; no command suspends it. */
export function displacedBy(
  act: DisplacingAct,
  { task, busy, charging }: Pick<RobotLive, 'task' | 'busy' | 'charging'>,
): Displaced | null {
  if (task && TASKS.has(task.kind)) return { kind: task.kind, target: task.target, awaited: AWAITED.has(task.kind) };
  // An order without a known task.
  return busy && !charging && act !== 'cruise' && act !== 'disinfect' && act !== 'buildMap' && !task
    ? { kind: 'other', target: '', awaited: false }
    : null;
}

/**
 * The reason why a command is refused, or null.
 * @param replaces the task that the operator saw; undefined if the request names none
 */
export function displacingFault(
  act: DisplacingAct,
  live: Pick<RobotLive, 'task' | 'busy' | 'charging'>,
  replaces: TaskKind | undefined,
): 'taskDisplaced' | null {
  const displaced = displacedBy(act, live);
  if (displaced === null) return null;
  if (replaces === undefined) return displaced.awaited ? 'taskDisplaced' : null;
  return replaces === displaced.kind ? null : 'taskDisplaced';
}
