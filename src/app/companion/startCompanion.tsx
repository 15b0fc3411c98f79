/** Starts the companion app in this window: platform, service worker for offline use, root component. */
import { createRoot } from 'react-dom/client';
import { createCamera } from '../../services/camera.ts';
import { createClock } from '../../services/clock.ts';
import { COMPANION_KEYS, createCompanionStorage } from '../../services/companionStorage.ts';
import { createDocumentHead } from '../../services/documentHead.ts';
import { createHmac } from '../../services/hmac.ts';
import { requestId } from '../../services/requestId.ts';
import { createStorage } from '../../services/storage.ts';
import { CompanionApp } from '../../ui/companion/CompanionApp.tsx';
import { createCompanion } from './createCompanion.ts';
import type { CompanionPlatform } from './platform.ts';

declare const __BUILD__: string | undefined;
const BUILD = typeof __BUILD__ === 'string' ? __BUILD__ : 'dev';
const PATH = '/mini-program';
const WORKER = '/companion-worker.js';

const companionPlatform = (page: Window): CompanionPlatform => {
  const local = (): Storage => page.localStorage;
  const session = (): Storage => page.sessionStorage;
  return {
    origin: page.location.origin,
    storage: createCompanionStorage({ local, session }),
    choices: createStorage({
      local,
      session,
      languages: page.navigator.languages,
      cookies: { read: () => '', write: () => {} },
    }),
    head: createDocumentHead(page.document),
    clock: createClock(),
    camera: createCamera({
      devices: (page.navigator as { mediaDevices?: MediaDevices }).mediaDevices,
      isSecure: page.isSecureContext,
      createCanvas: () => page.document.createElement('canvas'),
      loadReader: async () => (await import('../../services/readQr.ts')).readQr,
    }),
    ticks: () => page.performance.now(),
    newId: requestId,
    fetch: (...call) => page.fetch(...call),
    hmac: createHmac(page.crypto.subtle),
    build: BUILD,
    log: (error) => console.warn(error),
    isOnline: () => page.navigator.onLine,
    address: {
      search: () => page.location.search,
      clear: () => page.history.replaceState(null, '', PATH),
      onMoved: (listener) => page.addEventListener('popstate', listener),
    },
    onNetwork: (listener) =>
      ['online', 'offline'].forEach((type) => page.addEventListener(type, () => listener(type === 'online'))),
    onStored: (listener) =>
      page.addEventListener(
        'storage',
        ({ key }) => (key === null || key === COMPANION_KEYS.token || key === COMPANION_KEYS.userId) && listener(),
      ),
    onVisible: (listener) =>
      page.document.addEventListener('visibilitychange', () => listener(page.document.visibilityState === 'visible')),
  };
};

export async function startCompanion(page: Window): Promise<void> {
  const platform = companionPlatform(page);
  const app = createCompanion(platform);
  await app.start();
  createRoot(page.document.getElementById('root') as HTMLElement).render(<CompanionApp parts={app.parts} />);
  // Only a production build has a service worker; insecure pages do not support one.
  if (import.meta.env.PROD && 'serviceWorker' in page.navigator)
    await page.navigator.serviceWorker.register(WORKER, { scope: PATH }).catch(platform.log);
}
