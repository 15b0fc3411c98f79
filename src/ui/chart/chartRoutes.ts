/** Decides which transitions are arrows and which are lines in a state's box, and merges arrows with the same route. */
import { statesOf, type Chart, type ChartState, type ChartTransition } from './chartOf.ts';

/** A connection from one state to another, by one or more transitions. */
export interface Route {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly start: boolean;
  readonly transitions: readonly ChartTransition[];
  /**
   * 'source': the target lies inside the source; 'target': the other way round. The arrow then begins, or ends, at the
   * inner side of the border.
   */
  readonly within: 'source' | 'target' | null;
  /** A transition with several targets is labelled at its first arrow only. */
  readonly labelled: readonly ChartTransition[];
}
export interface Routes {
  readonly routes: readonly Route[];
  /** Transitions that lead to no other state, by source: lines in its box. */
  readonly inner: ReadonlyMap<string, readonly ChartTransition[]>;
  /** The ancestors of each state, including itself. */
  readonly above: ReadonlyMap<string, ReadonlySet<string>>;
}

const staysIn = ({ source, targets }: ChartTransition): boolean => targets.every((target) => target === source);

export function routesOf(chart: Chart): Routes {
  const above = new Map<string, ReadonlySet<string>>();
  const climb = (state: ChartState, over: readonly string[]): void => {
    const all = [...over, state.id];
    above.set(state.id, new Set(all));
    state.states.forEach((child) => climb(child, all));
  };
  climb(chart.root, []);

  const inner = new Map<string, ChartTransition[]>(statesOf(chart).map(({ id }) => [id, []]));
  const found = new Map<string, Route & { transitions: ChartTransition[]; labelled: ChartTransition[] }>();
  for (const transition of chart.transitions) {
    if (staysIn(transition)) {
      inner.get(transition.source)?.push(transition);
      continue;
    }
    const start = transition.kind === 'start';
    transition.targets.forEach((target, index) => {
      const { source } = transition;
      const id = `${start ? 'start ' : ''}${source} → ${target}`;
      const within =
        above.get(target)?.has(source) === true ? 'source' : above.get(source)?.has(target) === true ? 'target' : null;
      const route = found.get(id) ?? { id, source, target, start, within, transitions: [], labelled: [] };
      found.set(id, route);
      route.transitions.push(transition);
      if (index === 0 && !start) route.labelled.push(transition);
    });
  }
  return { routes: [...found.values()], inner, above };
}

/** No arrow crosses the state's border; arrows that begin or end at it from inside do not count. */
export function isClosed({ id }: ChartState, { routes, above }: Routes): boolean {
  const isIn = (state: string): boolean => above.get(state)?.has(id) === true;
  return routes.every(({ source, target }) => isIn(source) === isIn(target));
}
