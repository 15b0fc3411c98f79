import { useSyncExternalStore } from 'react';

/** Look, "Frame": below this the sidebar is 56 px by itself. */
const NARROW_DESK = '(max-width: 1239.98px)';

const subscribe = (changed: () => void): (() => void) => {
  const query = window.matchMedia?.(NARROW_DESK);
  query?.addEventListener('change', changed);
  return () => query?.removeEventListener('change', changed);
};

/** Whether the window is too narrow for the whole sidebar. */
export const useNarrowDesk = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia?.(NARROW_DESK).matches ?? false);
