/** What the bar of pending Stops says of each: those that wait for a decision have a row each, the others share one. Pure. */
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
  /** Refused and overdue ones: a person says what becomes of them. */
  decide: readonly StopItem[];
  /** Under way and delivered: the longest wait first. */
  others: readonly StopItem[];
}

const DECIDED: readonly StopState[] = ['refused', 'overdue'];

/** @param hidden the robot whose own page shows its Stop; empty for none */
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
/** What several share: amber as soon as one of them is held up, green when all are delivered. */
export const sharedTone = (items: readonly StopItem[]): StopTone =>
  items.some(({ tone }) => tone === 'amber') ? 'amber' : items.every(({ tone }) => tone === 'green') ? 'green' : 'red';
