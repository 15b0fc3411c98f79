/** What of a machine's chart is lit at a moment, and which transitions a capsule used. Pure. */
import type { Step, Value } from '../../../machines/recording/format.ts';
import type { Chart, ChartState } from '../../chart/chartOf.ts';

/** The ids of the active states, those around them included. */
export function activeStates({ root }: Pick<Chart, 'root'>, value: Value | undefined): ReadonlySet<string> {
  const lit = new Set<string>();
  const walk = (state: ChartState, at: Value | undefined): void => {
    lit.add(state.id);
    if (at === undefined) return;
    for (const child of state.states) {
      if (typeof at === 'string') {
        if (child.key === at) walk(child, undefined);
      } else if (Object.hasOwn(at, child.key)) walk(child, at[child.key]);
    }
  };
  if (value !== undefined) walk(root, value);
  return lit;
}

/** All transitions that were taken; those of other machines do no harm. */
export function usedTransitions(steps: readonly Step[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { took } of steps) for (const transition of took ?? []) used.add(transition);
  return used;
}

export interface SeenPath {
  /** Of the last steps with a transition: how many there are, and how many of them tests take as well. */
  readonly steps: number;
  readonly walked: number;
  /** The last of them that no test takes: its number. */
  readonly last: number | null;
}
/** Whether tests walk where the capsule went, over the last `count` steps up to `step` that took a transition. */
export function seenPath(steps: readonly Step[], step: number, walked: ReadonlySet<string>, count: number): SeenPath {
  let [found, known] = [0, 0];
  let last: number | null = null;
  for (let at = Math.min(step, steps.length - 1); at >= 0 && found < count; at -= 1) {
    const took = steps[at]?.took;
    if (!took || took.length === 0) continue;
    found += 1;
    if (took.every((transition) => walked.has(transition))) known += 1;
    else last ??= at;
  }
  return { steps: found, walked: known, last };
}
