/** The platform of a real browser window. */
import { createAddress } from '../services/address.ts';
import { createClock } from '../services/clock.ts';
import { download } from '../services/download.ts';
import { createFrames } from '../services/frames.ts';
import { createDocumentHead } from '../services/documentHead.ts';
import { createHmac } from '../services/hmac.ts';
import { createMedia } from '../services/media.ts';
import { requestId } from '../services/requestId.ts';
import { createStorage } from '../services/storage.ts';
import type { Platform } from './platform.ts';

declare const __BUILD__: string | undefined;
/** Defined by the bundler. */
const BUILD = typeof __BUILD__ === 'string' ? __BUILD__ : 'dev';
const RENEWED = 'renewed_at';
const RENEW_AT_MOST_MS = 60_000;

export const browserPlatform = (page: Window): Platform => ({
  origin: page.location.origin,
  storage: createStorage({
    local: () => page.localStorage,
    session: () => page.sessionStorage,
    languages: page.navigator.languages,
    cookies: { read: () => page.document.cookie, write: (cookie) => void (page.document.cookie = cookie) },
  }),
  address: createAddress(page),
  media: createMedia(page),
  head: createDocumentHead(page.document),
  frames: createFrames(
    (act) => page.requestAnimationFrame(act),
    (id) => page.cancelAnimationFrame(id),
  ),
  clock: createClock(),
  ticks: () => page.performance.now(),
  newId: requestId,
  fetch: (...call) => page.fetch(...call),
  hmac: createHmac(page.crypto.subtle),
  socket: (url, protocols) => new WebSocket(url, protocols),
  tab: {
    storage: () => page.sessionStorage,
    onLeave: (listener) => {
      page.addEventListener('pagehide', listener);
      return () => page.removeEventListener('pagehide', listener);
    },
  },
  channel: (name) => ('BroadcastChannel' in page ? new BroadcastChannel(name) : null),
  save: (file, name) => download(file, name, page.document),
  build: BUILD,
  // MQTT errors are only logged (spec 4, 8).
  log: (error) => console.warn(error),
  renew: () => {
    // Persists across reloads: a console that stays broken must not reload in a loop.
    const last = Number(page.sessionStorage.getItem(RENEWED) ?? 0);
    if (Date.now() - last < RENEW_AT_MOST_MS) return;
    page.sessionStorage.setItem(RENEWED, String(Date.now()));
    page.location.reload();
  },
});
