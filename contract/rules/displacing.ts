/**
 * Which task a command takes the place of, and what becomes of it: one rule for the console, which says so before it sends, and for the
 * server, which refuses a command that displaces what somebody waits for unless it names it.
 */
import type { RobotLive } from '../entities/robot.ts';
import type { TaskKind } from '../wire/actions.ts';
import type { RobotAct } from './robotCan.ts';

/** Commands that give a robot something else to do. */
export const DISPLACING_ACTS = ['goTo', 'cruise', 'charge', 'relocate'] as const satisfies readonly RobotAct[];
export type DisplacingAct = (typeof DISPLACING_ACTS)[number];

export interface Displaced {
  kind: TaskKind;
  /** The name of its next stop; empty when there is none. */
  target: string;
  /** Whether people wait at its end. */
  awaited: boolean;
}

/** Work with an end that is cut off; charging, receiving and resting in a dock are taken up again whenever the robot is free. */
const TASKS: ReadonlySet<TaskKind> = new Set(['goTo', 'delivery', 'patrol', 'cruise', 'disinfection', 'guide', 'lift']);
/** Somebody stands at the other end. A robot's own deliveries are deliveries like any. */
const AWAITED: ReadonlySet<TaskKind> = new Set(['delivery', 'guide']);

/** null: nothing is displaced, nothing has to be asked. What is displaced ends: none of these commands lets a task wait. */
export function displacedBy(
  act: DisplacingAct,
  { task, busy, charging }: Pick<RobotLive, 'task' | 'busy' | 'charging'>,
): Displaced | null {
  if (task && TASKS.has(task.kind)) return { kind: task.kind, target: task.target, awaited: AWAITED.has(task.kind) };
  // An order of which nothing more is known.
  return busy && !charging && act !== 'cruise' && !task ? { kind: 'other', target: '', awaited: false } : null;
}

/**
 * Why a command may not be sent as it is, null when it may.
 * @param replaces the task that the person saw; undefined where none was named
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
