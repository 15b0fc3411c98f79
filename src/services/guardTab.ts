/**
 * While there are unsaved changes, the browser asks before the tab is closed, reloaded or navigated away. Navigation
 * within the console is handled by the navigation machine, which asks the page (`page.leaveAsked` in
 * machines/app/events.ts).
 */
export function guardTab(window: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  window.addEventListener('beforeunload', beforeUnload);
  return () => window.removeEventListener('beforeunload', beforeUnload);
}
