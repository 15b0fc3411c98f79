/**
 * Where everything of a chart stands, px. Laid out by ELK, which is loaded when the first chart is; text is measured by a table, so
 * Node and every browser find the same places. What is drawn of it is ChartDrawing.tsx.
 *
 * Regions that no arrow enters or leaves are laid out alone and packed beside each other; everything else in one piece.
 */
import type { ELK as Elk } from 'elkjs/lib/elk-api.js';
import { movedBy, type ChartLayout } from './chartLayout.ts';
import type { Chart, ChartState } from './chartOf.ts';
import { isClosed, routesOf, type Routes } from './chartRoutes.ts';
import { elkGraphOf, placedOf, type Direction } from './elkGraph.ts';
import { packed } from './packRegions.ts';
import { boxOf, type StateBox } from './stateBox.ts';

/** Width to height of the card that a chart is shown in. */
const SHAPE = 1.55;
const MARGIN = 12;

let loading: Promise<Elk> | undefined;
/** Without its own worker: whoever must not wait uses layoutAside.ts. A failed load may be tried again. */
const loadElk = (): Promise<Elk> =>
  (loading ??= import('elkjs/lib/elk.bundled.js').then(
    ({ default: Maker }) => new Maker(),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));

/** Rejects when the layout library cannot be loaded. */
export async function layoutChart(chart: Chart): Promise<ChartLayout> {
  const elk = await loadElk();
  const routes = routesOf(chart);
  const boxes = new Map<string, StateBox>();
  const measure = (state: ChartState): void => {
    boxes.set(state.id, boxOf(state, routes));
    state.states.forEach(measure);
  };
  measure(chart.root);
  const part = best(await layoutPart(chart.root, { elk, routes, boxes }));
  return { ...movedBy(part, MARGIN, MARGIN), width: part.width + 2 * MARGIN, height: part.height + 2 * MARGIN };
}

interface Means {
  readonly elk: Elk;
  readonly routes: Routes;
  readonly boxes: ReadonlyMap<string, StateBox>;
}

/** One state with all that is in it, its corner at (0, 0): the ways to lay it out, of which whoever holds it takes one. */
async function layoutPart(state: ChartState, means: Means): Promise<readonly ChartLayout[]> {
  const { elk, routes, boxes } = means;
  const ways = new Map<string, readonly ChartLayout[]>();
  for (const inner of separateParts(state, routes)) ways.set(inner.id, await layoutPart(inner, means));
  if (state.type === 'parallel' && state.states.every(({ id }) => ways.has(id)))
    return [packed(state, boxes, ways, SHAPE)];
  const alone = new Map([...ways].map(([id, each]) => [id, best(each)]));
  const found: ChartLayout[] = [];
  for (const direction of ['RIGHT', 'DOWN'] satisfies Direction[]) {
    const graph = elkGraphOf(state, routes, boxes, alone, direction);
    found.push(placedOf(await elk.layout(graph), state, routes, boxes, alone, direction));
  }
  return found;
}

const best = (ways: readonly ChartLayout[]): ChartLayout =>
  ways.reduce((least, each) => (cost(each) < cost(least) ? each : least));

/** How far it has to be made smaller to fit the card. */
const cost = ({ width, height }: ChartLayout): number => Math.max(width / SHAPE, height);

/** The parts within that need not know of the rest: closed regions, and parallel states all of whose regions are closed. */
function separateParts(state: ChartState, routes: Routes): ChartState[] {
  return state.states.flatMap((child) => {
    const apart =
      state.type === 'parallel'
        ? isClosed(child, routes)
        : child.type === 'parallel' && child.states.every((region) => isClosed(region, routes));
    return apart ? [child] : separateParts(child, routes);
  });
}
