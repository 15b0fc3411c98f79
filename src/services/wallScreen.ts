/** A screen on a wall: the key in its address, behind the # that no browser sends anywhere, and the lamp that must not go out. */
export interface WallScreen {
  /** Empty when there is none. */
  key(): string;
  /** Calls back when another address is given. Answers the way to stop it. */
  onKeyChanged(listener: () => void): () => void;
  /** Keeps the screen on while the page is in sight, where the browser can. Answers the way to end it. */
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
        // The browser lets go by itself when the page goes out of sight. Not every one has it, and a battery may refuse.
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
