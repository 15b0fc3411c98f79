/** A robot's self-assigned task as reported (contract: TASK_INFORMATION). */
import type { TaskKind } from '../../../contract/wire/actions.ts';

export interface Stop {
  pointId: string;
  /** ms since 1970 */
  reachedAt: number | null;
  expectedAt: number | null;
}

export interface Task {
  kind: TaskKind;
  /** Id of the target point; empty if there is none. */
  target: string;
  /** 0..1 */
  progress: number | null;
  /** ms since 1970 */
  until: number | null;
  stops: Stop[];
}

export const taskOf = (kind: TaskKind, target = ''): Task => ({ kind, target, progress: null, until: null, stops: [] });
