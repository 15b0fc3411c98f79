/** Lets go of what is held when the window loses the focus or is hidden, when it is blocked, and when it goes. */
import { useEffect } from 'react';

/** @param release constant; does nothing if nothing is held */
export function useReleaseAway(release: () => void, blocked: boolean): void {
  useEffect(() => {
    const onHidden = (): void => {
      if (document.hidden) release();
    };
    window.addEventListener('blur', release);
    window.addEventListener('pagehide', release);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('blur', release);
      window.removeEventListener('pagehide', release);
      document.removeEventListener('visibilitychange', onHidden);
      release();
    };
  }, [release]);
  useEffect(() => {
    if (blocked) release();
  }, [blocked, release]);
}
