/** What a robot is at on its own account, as it tells it (contract: TASK_INFORMATION). */
import type { TaskKind } from '../../../contract/wire/actions.ts';

export interface Stop {
  pointId: string;
  /** ms since 1970 */
  reachedAt: number | null;
  expectedAt: number | null;
}

export interface Task {
  kind: TaskKind;
  /** The point it is about; empty when there is none. */
  target: string;
  /** 0..1 */
  progress: number | null;
  /** ms since 1970 */
  until: number | null;
  stops: Stop[];
}

export const taskOf = (kind: TaskKind, target = ''): Task => ({ kind, target, progress: null, until: null, stops: [] });
