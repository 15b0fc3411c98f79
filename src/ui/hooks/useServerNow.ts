import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useLive } from './useLive.ts';

/** The server's clock, ms, rendering every `everyMs`; used to compute ages. */
export function useServerNow(everyMs = 1_000): number {
  const live = useLive();
  const held = useRef(live.now());
  const subscribe = useCallback(
    (draw: () => void) => {
      // `live` changed: a recording has its own, fixed time.
      held.current = live.now();
      const timer = setInterval(() => {
        held.current = live.now();
        draw();
      }, everyMs);
      return () => clearInterval(timer);
    },
    [live, everyMs],
  );
  return useSyncExternalStore(subscribe, () => held.current);
}
