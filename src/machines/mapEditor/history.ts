/**
 * Unlimited undo and redo: stores patches instead of whole drafts (50 gestures on 5,000 points took 31 MB as drafts). A
 * gesture is one step. Small edits with the same mark merge into one step, such as keystrokes in a field or presses of
 * an arrow key.
 */
import { applied, joined, reversed, type Patch, type Points } from './draft.ts';

export interface History {
  readonly points: Points;
  readonly past: readonly Patch[];
  readonly future: readonly Patch[];
  /** Mark of the last step; null: the next edit is a new step. */
  readonly mark: string | null;
}

export const historyOf = (points: Points): History => ({ points, past: [], future: [], mark: null });

export function kept(history: History, patch: Patch, mark: string | null = null): History {
  if (patch.length === 0) return history;
  const points = applied(history.points, patch);
  const last = history.past.at(-1);
  if (mark === null || mark !== history.mark || !last)
    return { points, past: [...history.past, patch], future: [], mark };
  const whole = joined(last, patch);
  const past = history.past.slice(0, -1);
  return { points, past: whole.length > 0 ? [...past, whole] : past, future: [], mark };
}

/** Ends the last step, so that the next edit is a new one. */
export const closed = (history: History): History => (history.mark === null ? history : { ...history, mark: null });

export function undone({ points, past, future }: History): History {
  const last = past.at(-1);
  return last
    ? { points: applied(points, reversed(last)), past: past.slice(0, -1), future: [last, ...future], mark: null }
    : { points, past, future, mark: null };
}

export function redone({ points, past, future }: History): History {
  const [next, ...later] = future;
  return next
    ? { points: applied(points, next), past: [...past, next], future: later, mark: null }
    : { points, past, future, mark: null };
}
