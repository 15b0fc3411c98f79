/**
 * Wall display: the access key in the URL fragment, which browsers do not send to servers, and the screen wake lock.
 */
export interface WallScreen {
  /** Empty if there is none. */
  key(): string;
  /** Called when the fragment changes. @returns a function that unsubscribes */
  onKeyChanged(listener: () => void): () => void;
  /** Keeps the screen on while the page is visible, if the browser supports it. @returns a function that ends it */
  keepAwake(): () => void;
}

export function createWallScreen(page: Window): WallScreen {
  return {
    key: () => page.location.hash.slice(1).trim(),
    onKeyChanged(listener) {
      page.addEventListener('hashchange', listener);
      return () => page.removeEventListener('hashchange', listener);
    },
    keepAwake() {
      let lock: WakeLockSentinel | null = null;
      let ended = false;
      const take = async (): Promise<void> => {
        // Browsers release the lock when the page is hidden. Some do not support it or deny it to save battery.
        if (ended || page.document.visibilityState !== 'visible' || !('wakeLock' in page.navigator)) return;
        const taken = await page.navigator.wakeLock.request('screen').catch(() => null);
        if (ended) await taken?.release();
        else lock = taken;
      };
      const again = (): void => void take();
      page.document.addEventListener('visibilitychange', again);
      void take();
      return () => {
        ended = true;
        page.document.removeEventListener('visibilitychange', again);
        void lock?.release();
      };
    },
  };
}
