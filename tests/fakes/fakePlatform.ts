/** A browser for the console in Node: it records what the console does with it, and the test moves it. */
import type { Platform } from '../../src/app/platform.ts';
import { createClock } from '../../src/services/clock.ts';
import { portableHmac } from '../../src/services/portableHmac.ts';
import { requestId } from '../../src/services/requestId.ts';
import { createStorage } from '../../src/services/storage.ts';
import { loopbackSocket } from './loopbackBroker.ts';
import { memoryCookies, memoryStorage } from './memoryStorage.ts';

export interface FakePlatformOptions {
  /** Path and query of the first page. */
  at: string;
  kept?: Record<string, string> | undefined;
  /** Browser storage to use instead of a new one, for example that of another tab. */
  storage?: Storage | undefined;
  /** Session storage to use instead of a new one, for example after a reload of the same tab. */
  tab?: Storage | undefined;
  origin: string;
  fetch: typeof fetch;
}

export function fakePlatform({ at, kept, storage, tab, origin, fetch: ask }: FakePlatformOptions) {
  const browser = {
    written: [] as { to: string; replace: boolean }[],
    now: at,
    title: '',
    language: '',
    theme: '',
    size: '',
    renewed: 0,
    logged: [] as unknown[],
    width: (_: number) => {},
    network: (_: boolean) => {},
    storage: (_: string | null) => {},
    moved: () => {},
    mistake: (_: unknown) => {},
    asideKey: (_: 'report' | 'peek') => {},
    leave: () => {},
    guards: 0,
    saved: [] as { file: Blob; name: string }[],
  };
  const local = storage ?? memoryStorage(kept);
  const session = tab ?? memoryStorage();
  const place = () => ({
    path: browser.now.split('?')[0] ?? '/',
    search: browser.now.includes('?') ? browser.now.slice(browser.now.indexOf('?')) : '',
  });
  const platform: Platform = {
    origin,
    storage: createStorage({
      local: () => local,
      session: () => session,
      cookies: memoryCookies(),
      languages: ['en'],
    }),
    address: {
      now: place,
      write: (to, replace) => {
        browser.written.push({ to, replace });
        browser.now = to;
      },
      back: () => {},
      onMoved: (listener) => ((browser.moved = listener), () => {}),
    },
    media: {
      onWidth: (listener) => ((browser.width = listener), listener(1440), () => {}),
      onNetwork: (listener) => ((browser.network = listener), () => {}),
      onStorage: (listener) => ((browser.storage = listener), () => {}),
      onError: (listener) => ((browser.mistake = listener), () => {}),
      onOverlayShortcut: (listener) => ((browser.asideKey = listener), () => {}),
      guardTab: () => ((browser.guards += 1), () => void (browser.guards -= 1)),
      look: () => ({ width: 1440, height: 900, dark: false }),
    },
    head: {
      title: (name) => void (browser.title = name),
      language: (language) => void (browser.language = language),
      theme: (theme) => void (browser.theme = theme),
      size: (size) => void (browser.size = size),
    },
    frames: { next: (act) => (queueMicrotask(act), () => {}) },
    clock: createClock(),
    ticks: () => performance.now(),
    newId: requestId,
    fetch: ask,
    hmac: portableHmac,
    socket: loopbackSocket,
    log: (error) => void browser.logged.push(error),
    renew: () => void (browser.renewed += 1),
    save: (file, name) => void browser.saved.push({ file, name }),
    build: '0.0.0-test',
    channel: () => null,
    tab: { storage: () => session, onLeave: (listener) => ((browser.leave = listener), () => {}) },
  };
  return { browser, local, platform };
}
