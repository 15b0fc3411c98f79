/** Which states stand before which: the order in which a machine's definition tells them, but for where it starts. */
import type { ChartState } from './chartOf.ts';
import type { Route } from './chartRoutes.ts';

/** Each state's place in the order. */
export type Story = ReadonlyMap<string, number>;

export function storyOf(state: ChartState): Story {
  const told = ({ id, initial, states }: ChartState): string[] => {
    const first = states.filter((child) => child.id === initial);
    return [id, ...[...first, ...states.filter((child) => child.id !== initial)].flatMap(told)];
  };
  return new Map(told(state).map((id, index) => [id, index]));
}

/** Arrows that go back are laid out turned round, so that there is no cycle to break: what is told later stands later. */
export const isBack = ({ source, target, within }: Route, story: Story): boolean =>
  within === null && (story.get(source) ?? 0) > (story.get(target) ?? 0);

/** The children of a state that starts in another one and that nothing leads to: they stand beside the first, not before it. */
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
