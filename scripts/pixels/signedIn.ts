/** Prepares a browser context that is already signed in to the console and the companion app. */
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
      // A frame can lack access to storage.
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
