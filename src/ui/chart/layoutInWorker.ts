/** Lays out a chart without blocking the page: in a worker, or on the main thread if workers are unavailable. */
import type { ChartLayout } from './chartLayout.ts';
import type { Chart } from './chartOf.ts';

export interface LayoutQuestion {
  readonly id: number;
  readonly chart: Chart;
}
export interface LayoutAnswer {
  readonly id: number;
  /** null if the layout failed. */
  readonly layout: ChartLayout | null;
}
interface Waiting {
  readonly resolve: (layout: ChartLayout) => void;
  readonly reject: (error: Error) => void;
}

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, Waiting>();
const failed = (): Error => new Error('the chart could not be laid out');

/** One shared worker. A worker that failed or could not be loaded is replaced at the next request. */
function started(): Worker {
  if (worker !== null) return worker;
  const made = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('message', ({ data: { id, layout } }: MessageEvent<LayoutAnswer>) => {
    if (layout === null) waiting.get(id)?.reject(failed());
    else waiting.get(id)?.resolve(layout);
    waiting.delete(id);
  });
  made.addEventListener('error', () => {
    made.terminate();
    if (worker === made) worker = null;
    for (const { reject } of waiting.values()) reject(failed());
    waiting.clear();
  });
  worker = made;
  return made;
}

/** Rejects if the layout code cannot be loaded; the call can be retried. */
export async function layoutAside(chart: Chart): Promise<ChartLayout> {
  if (typeof Worker === 'undefined') return (await import('./layoutChart.ts')).layoutChart(chart);
  const id = (asked += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    started().postMessage({ id, chart } satisfies LayoutQuestion);
  });
}
