/**
 * The layout of a chart once it is available: computed once per chart, in a worker that is started with the first
 * chart.
 */
import { useEffect, useState } from 'react';
import type { ChartLayout } from './chartLayout.ts';
import type { Chart } from './chartOf.ts';
import { layoutAside } from './layoutInWorker.ts';

const known = new WeakMap<Chart, Promise<ChartLayout>>();

function layoutOf(chart: Chart): Promise<ChartLayout> {
  const found = known.get(chart) ?? layoutAside(chart);
  known.set(chart, found);
  // Allows a retry.
  found.catch(() => known.delete(chart));
  return found;
}

export interface LayoutState {
  readonly layout: ChartLayout | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** `chart` must be the same object as long as the chart is the same. */
export function useChartLayout(chart: Chart): LayoutState {
  const [found, setFound] = useState<{ readonly chart: Chart; readonly layout: ChartLayout | null } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    const settle = (layout: ChartLayout | null): void => {
      if (!gone) setFound({ chart, layout });
    };
    layoutOf(chart).then(settle, () => settle(null));
    return () => {
      gone = true;
    };
  }, [chart, tries]);
  const mine = found?.chart === chart ? found : null;
  return {
    layout: mine?.layout ?? null,
    failed: mine !== null && mine.layout === null,
    retry: () => {
      setFound(null);
      setTries((count) => count + 1);
    },
  };
}
