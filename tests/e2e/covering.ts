/**
 * Selects from all simple paths of a model a few that together cover what a browser has to show, because browser tests
 * are slow.
 */
import type { EventObject, Snapshot } from 'xstate';
import type { TestPath } from 'xstate/graph';

export interface Transition<E extends EventObject> {
  from: string;
  event: E['type'];
  to: string;
}

const valueOf = (state: Snapshot<unknown> | undefined): string => {
  const value = (state as { value?: unknown } | undefined)?.value ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
const everyTransition = ({ from, event, to }: Transition<EventObject>): string => `${from} ${event} ${to}`;

/**
 * @param same transitions with the same name are covered once, those without a name need not be covered; every
 * transition is covered by default
 */
export function covering<S extends Snapshot<unknown>, E extends EventObject>(
  paths: readonly TestPath<S, E>[],
  same: (transition: Transition<E>) => string | null = everyTransition,
): TestPath<S, E>[] {
  const taken = ({ steps }: TestPath<S, E>): string[] =>
    steps.flatMap(
      ({ event, state }, n) =>
        same({ from: valueOf(steps[n - 1]?.state), event: event.type, to: valueOf(state) }) ?? [],
    );
  const open = new Set(paths.flatMap(taken));
  const chosen: TestPath<S, E>[] = [];
  while (open.size > 0) {
    const gain = (path: TestPath<S, E>): number => new Set(taken(path).filter((step) => open.has(step))).size;
    // The most new transitions for the fewest steps.
    const best = [...paths].sort((a, b) => gain(b) - gain(a) || a.steps.length - b.steps.length)[0];
    if (!best || gain(best) === 0) break;
    chosen.push(best);
    for (const step of taken(best)) open.delete(step);
  }
  return chosen;
}
