/** Code that is loaded when it is first needed. A failed load is repeated, so that it heals without a reload of the page. */
import { useEffect, useState } from 'react';

const AGAIN_MS = 5_000;

/** @param load constant, because a new one loads again */
export function useLoaded<Loaded extends object>(
  load: () => Promise<Loaded>,
  wanted: boolean,
): Loaded | 'loading' | 'failed' {
  const [state, setState] = useState<{ readonly found: Loaded | 'loading' | 'failed' }>({ found: 'loading' });
  useEffect(() => {
    if (!wanted) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const set = (found: Loaded | 'failed'): void => {
      if (!isOver) setState({ found });
    };
    const ask = (): void =>
      void load().then(set, () => {
        set('failed');
        if (!isOver) timer = setTimeout(ask, AGAIN_MS);
      });
    ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [load, wanted]);
  return state.found;
}
