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
  /** While it waits for a lift or rides in it; the kind is `lift` then. */
  lift?: TaskLift;
}

export interface TaskLift {
  id: string;
  phase: 'waiting' | 'riding';
  /** ms since 1970 */
  since: number;
}

export const taskOf = (kind: TaskKind, target = ''): Task => ({ kind, target, progress: null, until: null, stops: [] });
