/**
 * Undo and redo without a limit: patches, not whole drafts (50 gestures on 5,000 points were 31 MB of those). A gesture is one step. What
 * comes in small pieces, letters typed into a field or presses of an arrow, is one step as long as it bears the same mark.
 */
import { applied, joined, reversed, type Patch, type Points } from './draft.ts';

export interface History {
  readonly points: Points;
  readonly past: readonly Patch[];
  readonly future: readonly Patch[];
  /** What the last step belongs to; null: it is closed. */
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

/** The next edit is a step of its own. */
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
