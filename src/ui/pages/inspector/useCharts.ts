/** State charts of all machines of this console, by machine; loaded once. */
import { useEffect, useState } from 'react';
import { loadMachines } from '../../../machines/all.ts';
import { type Chart, chartOf } from '../../chart/chartOf.ts';

export type Charts = ReadonlyMap<string, Chart>;
let loading: Promise<Charts> | null = null;
let loaded: Charts | null = null;

/** A failed load can be retried. */
const load = (): Promise<Charts> =>
  (loading ??= loadMachines().then(
    (machines) => (loaded = new Map(Object.entries(machines).map(([id, machine]) => [id, chartOf(machine)]))),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  ));

/** `charts` is null while loading. */
export function useCharts(): { charts: Charts | null; failed: boolean; retry: () => void } {
  const [state, setState] = useState<{ charts: Charts | null; failed: boolean }>({ charts: loaded, failed: false });
  const isWanted = state.charts === null && !state.failed;
  useEffect(() => {
    if (!isWanted) return undefined;
    let here = true;
    load().then(
      (charts) => {
        if (here) setState({ charts, failed: false });
      },
      () => {
        if (here) setState({ charts: null, failed: true });
      },
    );
    return () => {
      here = false;
    };
  }, [isWanted]);
  return { ...state, retry: () => setState({ charts: null, failed: false }) };
}
