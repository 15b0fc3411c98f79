/** The address bar. The navigation machine reads `path` and `search`, and it alone decides what is written. */
export interface Address {
  now(): { path: string; search: string };
  write(to: string, replace: boolean): void;
  back(): void;
  /** Called on the browser's Back and Forward. */
  onMoved(listener: () => void): () => void;
}

export function createAddress(page: Window): Address {
  return {
    now: () => ({ path: page.location.pathname, search: page.location.search }),
    write(to, replace) {
      if (replace) page.history.replaceState(null, '', to);
      else page.history.pushState(null, '', to);
    },
    back: () => page.history.back(),
    onMoved(listener) {
      page.addEventListener('popstate', listener);
      return () => page.removeEventListener('popstate', listener);
    },
  };
}
