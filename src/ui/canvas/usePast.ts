/** The loaded tracks of a page. */
import { useSyncExternalStore } from 'react';
import type { PastReader } from '../../machines/live.ts';
import { useLive } from '../hooks/useLive.ts';

const EMPTY: PastReader = {
  isLoaded: () => false,
  serialNumbers: () => [],
  state: () => null,
  trail: () => [],
  ahead: () => [],
  onChange: () => () => {},
};

/** Without any in a recording. */
export function usePast(key: string): PastReader {
  const live = useLive();
  return useSyncExternalStore(
    (changed) => live.onPast?.(key, changed) ?? (() => {}),
    () => live.past?.(key) ?? EMPTY,
  );
}
