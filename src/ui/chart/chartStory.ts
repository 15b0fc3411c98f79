/** Layout order of states: the definition order, with the initial state first. */
import type { ChartState } from './chartOf.ts';
import type { Route } from './chartRoutes.ts';

/** Index of each state in the order. */
export type Story = ReadonlyMap<string, number>;

export function storyOf(state: ChartState): Story {
  const told = ({ id, initial, states }: ChartState): string[] => {
    const first = states.filter((child) => child.id === initial);
    return [id, ...[...first, ...states.filter((child) => child.id !== initial)].flatMap(told)];
  };
  return new Map(told(state).map((id, index) => [id, index]));
}

/** Arrows against the order are reversed for layout, so that the graph has no cycles and states keep their order. */
export const isBack = ({ source, target, within }: Route, story: Story): boolean =>
  within === null && (story.get(source) ?? 0) > (story.get(target) ?? 0);

/** Non-initial children of a state that no arrow leads to: placed beside the initial child, not before it. */
export function besideFirst(parent: ChartState, routes: readonly Route[], story: Story): ChartState[] {
  const all = membersOf(parent);
  return parent.states
    .filter(({ id }) => id !== parent.initial)
    .filter((child) => {
      const members = membersOf(child);
      return !routes.some((route) => {
        const [from, to] = isBack(route, story) ? [route.target, route.source] : [route.source, route.target];
        return members.has(to) && !members.has(from) && (route.within !== null || all.has(from));
      });
    });
}

const membersOf = (state: ChartState): Set<string> =>
  new Set([state.id, ...state.states.flatMap((child) => [...membersOf(child)])]);
