/** The recording open in the inspector, and its state at a step. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { OpenedRecording } from '../../../machines/recording/opened.ts';
import type { Moment } from '../../../machines/recording/replay.ts';
import { useLive } from '../../hooks/useLive.ts';

export function useRecording(key: string): OpenedRecording | null {
  const live = useLive();
  return useSyncExternalStore(
    useCallback((changed: () => void) => live.onCapsule(key, changed), [live, key]),
    () => live.capsule(key),
  );
}

/** A moment and the one before it. Reading them in this order makes stepping forward cost one step. */
export function useMoment({ replay }: OpenedRecording, step: number): { before: Moment; now: Moment } {
  return useMemo(() => {
    const before = replay.momentAt(step - 1);
    return { before, now: replay.momentAt(step) };
  }, [replay, step]);
}
