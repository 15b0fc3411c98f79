/** Rows of the pending stops bar: stops that need a decision have a row each, the others share one. Pure. */
import type { StopEntry } from '../../machines/pendingStops/pendingStops.machine.ts';
import {
  obstacleOf,
  type StopObstacle,
  type StopTone,
  toneOf,
} from '../../machines/pendingStops/pendingStops.selectors.ts';

export type { StopTone };
export type StopState = StopObstacle | 'sending' | 'sent' | 'delivered';
export interface StopItem {
  entry: StopEntry;
  state: StopState;
  tone: StopTone;
}
export interface StopRows {
  /** Rejected and overdue stops, which the user must decide on. */
  decide: readonly StopItem[];
  /** In progress and delivered, the longest waiting first. */
  others: readonly StopItem[];
}

const DECIDED: readonly StopState[] = ['refused', 'overdue'];

/** @param hidden the robot whose own page shows its stop; empty for none */
export function stopRows(
  entries: readonly StopEntry[],
  { hidden, hasNetwork, now }: { hidden: string; hasNetwork: boolean; now: number },
): StopRows {
  const items = entries.map((entry): StopItem => {
    const obstacle = obstacleOf(entry, hasNetwork, now);
    const state =
      entry.stage === 'delivered' ? 'delivered' : (obstacle ?? (entry.stage === 'sent' ? 'sent' : 'sending'));
    return { entry, state, tone: toneOf(entry, obstacle) };
  });
  return {
    decide: items.filter(({ state }) => DECIDED.includes(state)),
    others: items.filter(({ entry, state }) => !DECIDED.includes(state) && entry.stop.serialNumber !== hidden),
  };
}
/** Tone of the shared row: amber if any stop is blocked, green if all are delivered. */
export const sharedTone = (items: readonly StopItem[]): StopTone =>
  items.some(({ tone }) => tone === 'amber') ? 'amber' : items.every(({ tone }) => tone === 'green') ? 'green' : 'red';
