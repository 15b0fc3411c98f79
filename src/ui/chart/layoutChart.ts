/**
 * Lays out a chart, px. ELK is loaded with the first chart; text is measured by a table, so that Node and all browsers
 * produce the same layout. ChartDrawing.tsx draws it.
 *
 * Regions that no arrow enters or leaves are laid out separately and packed; everything else is laid out in one graph.
 */
import type { ELK as Elk } from 'elkjs/lib/elk-api.js';
import { movedBy, type ChartLayout } from './chartLayout.ts';
import type { Chart, ChartState } from './chartOf.ts';
import { isClosed, routesOf, type Routes } from './chartRoutes.ts';
import { elkGraphOf, placedOf, type Direction } from './elkGraph.ts';
import { packed } from './packRegions.ts';
import { boxOf, type StateBox } from './stateBox.ts';

/** Width to height ratio of the card that shows the chart. */
const SHAPE = 1.55;
const MARGIN = 12;

let loading: Promise<Elk> | undefined;
/** ELK without its own worker: layoutInWorker.ts runs it off the main thread. A failed load can be retried. */
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

/** Alternative layouts of one state and its descendants, with the corner at (0, 0); the caller chooses one. */
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

/** Grows with the reduction needed to fit the card. */
const cost = ({ width, height }: ChartLayout): number => Math.max(width / SHAPE, height);

/** Descendants that can be laid out independently: closed regions, and parallel states whose regions are all closed. */
function separateParts(state: ChartState, routes: Routes): ChartState[] {
  return state.states.flatMap((child) => {
    const apart =
      state.type === 'parallel'
        ? isClosed(child, routes)
        : child.type === 'parallel' && child.states.every((region) => isClosed(region, routes));
    return apart ? [child] : separateParts(child, routes);
  });
}
