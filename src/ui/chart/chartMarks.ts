/** What is marked in a chart: where the machine stands, what it did last, what tests walk or a journey used. */
import type { Chart } from './chartOf.ts';

export type ChartOverlay = 'none' | 'walked' | 'used';

export interface ChartMarks {
  /** Ids of states. */
  readonly active: ReadonlySet<string>;
  /** Ids of the transitions taken in the step that is shown. */
  readonly last?: ReadonlySet<string> | undefined;
  /** Transitions that a test takes. */
  readonly walked?: ReadonlySet<string> | undefined;
  /** Transitions that were taken in what is looked at. */
  readonly used?: ReadonlySet<string> | undefined;
  readonly overlay: ChartOverlay;
  /** A state that has the keyboard. */
  readonly focused?: string | null | undefined;
}

export interface Marked {
  readonly overlay: ChartOverlay;
  /** lit: stands here; was: left by the last step. */
  readonly state: (id: string) => 'lit' | 'was' | null;
  readonly isLast: (transition: string) => boolean;
  /** Whether the overlay counts it in; null without an overlay. */
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
    // That the machine as a whole is active goes without saying.
    state: (id) =>
      id === root.id && root.states.length > 0 ? null : active.has(id) ? 'lit' : left.has(id) ? 'was' : null,
    isLast: (transition) => last.has(transition),
    isIn: (transition) => within?.has(transition) ?? null,
  };
}

/** The transitions that count: starts follow from the others. */
export const countedTransitions = (chart: Chart): Chart['transitions'] =>
  chart.transitions.filter(({ kind }) => kind !== 'start');
