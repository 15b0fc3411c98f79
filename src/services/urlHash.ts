/** What stands behind the # of the address: no browser sends it anywhere, so keys that open a page stand there. */
export interface Fragment {
  /** Without its #; empty when there is none. */
  now(): string;
  /** Brings the part of the page into view that it names, if there is one. */
  show(): void;
}

export function createUrlHash(page: Window): Fragment {
  const now = (): string => {
    try {
      return decodeURIComponent(page.location.hash.slice(1));
    } catch {
      return '';
    }
  };
  return {
    now,
    show() {
      const id = now();
      // What it names was just loaded: it stands on the page in the next frame.
      if (id !== '') page.requestAnimationFrame(() => page.document.getElementById(id)?.scrollIntoView());
    },
  };
}
