/**
 * Marks in a chart: active states, the last transitions, and transitions that tests cover or the displayed history
 * used.
 */
import type { Chart } from './chartOf.ts';

export type ChartOverlay = 'none' | 'walked' | 'used';

export interface ChartMarks {
  /** State ids. */
  readonly active: ReadonlySet<string>;
  /** Ids of the transitions taken in the displayed step. */
  readonly last?: ReadonlySet<string> | undefined;
  /** Transitions covered by tests. */
  readonly walked?: ReadonlySet<string> | undefined;
  /** Transitions taken in the displayed history. */
  readonly used?: ReadonlySet<string> | undefined;
  readonly overlay: ChartOverlay;
  /** The state with keyboard focus. */
  readonly focused?: string | null | undefined;
}

export interface Marked {
  readonly overlay: ChartOverlay;
  /** lit: active; was: exited by the last step. */
  readonly state: (id: string) => 'lit' | 'was' | null;
  readonly isLast: (transition: string) => boolean;
  /** Whether the transition is in the overlay; null without an overlay. */
  readonly isIn: (transition: string) => boolean | null;
}

const NONE: ReadonlySet<string> = new Set();

export function marksOf(
  { root, transitions }: Chart,
  { active, last = NONE, walked = NONE, used = NONE, overlay }: ChartMarks,
): Marked {
  const left = new Set(transitions.filter(({ id, internal }) => last.has(id) && !internal).map(({ source }) => source));
  const within = overlay === 'walked' ? walked : overlay === 'used' ? used : null;
  return {
    overlay,
    // The root is always active, so it is not marked.
    state: (id) =>
      id === root.id && root.states.length > 0 ? null : active.has(id) ? 'lit' : left.has(id) ? 'was' : null,
    isLast: (transition) => last.has(transition),
    isIn: (transition) => within?.has(transition) ?? null,
  };
}

/** Transitions that count for coverage; initial transitions follow from the others. */
export const countedTransitions = (chart: Chart): Chart['transitions'] =>
  chart.transitions.filter(({ kind }) => kind !== 'start');
