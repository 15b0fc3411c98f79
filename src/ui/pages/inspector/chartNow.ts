/** Active states of a chart at a moment, and the transitions that a recording took. Pure. */
import type { Step, Value } from '../../../machines/recording/format.ts';
import type { Chart, ChartState } from '../../chart/chartOf.ts';

/** Ids of the active states and their ancestors. */
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

/** All transitions taken, of every machine; a chart ignores those of other machines. */
export function usedTransitions(steps: readonly Step[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { took } of steps) for (const transition of took ?? []) used.add(transition);
  return used;
}

export interface SeenPath {
  /** Number of latest steps with a transition, and how many of them the tests cover. */
  readonly steps: number;
  readonly walked: number;
  /** Number of the last step that no test covers. */
  readonly last: number | null;
}
/** Test coverage of the last `count` steps up to `step` that took a transition. */
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
