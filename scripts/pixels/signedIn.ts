/** A browser in which somebody has signed in by an earlier visit: to the console and to the companion app. */
import type { BrowserContext } from 'playwright-core';
import { STORAGE_KEYS } from '../../contract/entities/constants.ts';
import { COMPANION_KEYS } from '../../src/services/companionStorage.ts';

export interface Identity {
  token: string;
  userId: string;
}

export async function keepSignedIn(context: BrowserContext, { token, userId }: Identity): Promise<void> {
  await context.addInitScript(
    (kept) => {
      // A frame may have no store of its own to look into.
      if (window !== window.top) return;
      for (const [key, value] of kept) localStorage.setItem(key, value);
    },
    [
      [STORAGE_KEYS.token, token],
      [STORAGE_KEYS.userId, userId],
      [COMPANION_KEYS.token, token],
      [COMPANION_KEYS.userId, userId],
    ] as const,
  );
}
