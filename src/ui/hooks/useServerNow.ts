import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useLive } from './useLive.ts';

/** The server's clock, ms, drawn again every `everyMs`: what ages are counted by. */
export function useServerNow(everyMs = 1_000): number {
  const live = useLive();
  const held = useRef(live.now());
  const subscribe = useCallback(
    (draw: () => void) => {
      // Another clock: a recorded state stands at a time of its own.
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
