/** Visibility of this tab: focused, visible without focus, or hidden. Teleop is only possible while it is focused. */
export type TabSeen = 'front' | 'blurred' | 'hidden';

export interface TabParts {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'hasFocus' | 'visibilityState'>;
}

/** Reports at once, then on every change. */
export function watchTab({ window, document }: TabParts, report: (seen: TabSeen) => void): () => void {
  let known: TabSeen | null = null;
  const tell = (seen: TabSeen): void => {
    if (seen === known) return;
    known = seen;
    report(seen);
  };
  const look = (): void =>
    tell(document.visibilityState === 'hidden' ? 'hidden' : document.hasFocus() ? 'front' : 'blurred');
  const blur = (): void => tell(document.visibilityState === 'hidden' ? 'hidden' : 'blurred');
  window.addEventListener('focus', look);
  window.addEventListener('blur', blur);
  window.addEventListener('pagehide', blur);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    window.removeEventListener('focus', look);
    window.removeEventListener('blur', blur);
    window.removeEventListener('pagehide', blur);
    document.removeEventListener('visibilitychange', look);
  };
}
