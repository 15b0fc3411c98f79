/** The URL fragment. Browsers do not send it to servers, so access keys of pages are kept there. */
export interface Fragment {
  /** Without the #; empty if there is none. */
  now(): string;
  /** Scrolls to the element with this id, if there is one. */
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
      // The target was just loaded and is rendered in the next frame.
      if (id !== '') page.requestAnimationFrame(() => page.document.getElementById(id)?.scrollIntoView());
    },
  };
}
