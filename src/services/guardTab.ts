/** While something is not saved: the browser asks before the tab goes, and a link to another page of ours is reported, not followed. */

export function guardTab(window: Window, asked: (to: string) => void): () => void {
  const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.target === '_blank' || link.origin !== window.location.origin || link.pathname === window.location.pathname) return;
    event.preventDefault();
    event.stopPropagation();
    asked(link.pathname + link.search);
  };
  window.addEventListener('beforeunload', beforeUnload);
  window.document.addEventListener('click', onClick, { capture: true });
  return () => {
    window.removeEventListener('beforeunload', beforeUnload);
    window.document.removeEventListener('click', onClick, { capture: true });
  };
}
