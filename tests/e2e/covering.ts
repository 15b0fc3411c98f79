/**
 * Selects from all simple paths of a model a few that together cover every transition, because browser tests are slow.
 */
import type { EventObject, Snapshot } from 'xstate';
import type { TestPath } from 'xstate/graph';

export function covering<S extends Snapshot<unknown>, E extends EventObject>(
  paths: readonly TestPath<S, E>[],
): TestPath<S, E>[] {
  const taken = ({ steps }: TestPath<S, E>): string[] =>
    steps.map(
      ({ event, state }, n) =>
        `${JSON.stringify((steps[n - 1]?.state as { value?: unknown } | undefined)?.value ?? '')} ${event.type} ${JSON.stringify((state as { value?: unknown }).value)}`,
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
