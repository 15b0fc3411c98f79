/** Whether an element's content overflows: it then needs keyboard focus for scrolling. */
import { type RefObject, useEffect, useState } from 'react';

export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const shown = box.current;
    if (!shown || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() =>
      setScrolls(shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight),
    );
    observer.observe(shown);
    if (shown.firstElementChild) observer.observe(shown.firstElementChild);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
