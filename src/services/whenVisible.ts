/** Resolves as soon as the page is visible; at once if it is. Rejects when aborted. */
export const whenVisible = (
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      page.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', abort);
    };
    const look = (): void => {
      if (page.visibilityState !== 'visible') return;
      end();
      resolve();
    };
    const abort = (): void => {
      end();
      reject(signal.reason as Error);
    };
    page.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', abort);
    look();
  });
