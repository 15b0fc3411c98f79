/**
 * While something is not saved: the browser asks before the tab is closed, reloaded or sent elsewhere. Ways within the console are no
 * business of the tab: the machine navigation asks the page (`page.leaveAsked` in machines/app/events.ts).
 */
export function guardTab(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', beforeUnload);
  return () => window.removeEventListener('beforeunload', beforeUnload);
}
