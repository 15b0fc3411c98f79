/**
 * Keeps the shell of the companion app, so that it opens without a network, and says so itself. The page is asked for first and taken
 * from here only when it does not come; files named by their content are taken from here; replies of the API never pass through.
 * A new version is fetched beside the old one, and takes its place once no page of the old one is open.
 */

/** Written in by the build. */
declare const __SHELL_FILES__: readonly string[];
declare const __SHELL_NAME__: string;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const PREFIX = 'companion-';
const CACHE = PREFIX + __SHELL_NAME__;
const PAGE = '/mini-program';
const worker: Window & typeof globalThis = self;

const keep = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  await cache.addAll(__SHELL_FILES__.map((file) => new Request(file, { cache: 'no-cache' })));
};
const forgetOld = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
};
const kept = async (file: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(file);

/** What a server, or a proxy before it, says when it is not well is no page. */
async function page(request: Request): Promise<Response> {
  const fresh = await fetch(request).catch(() => null);
  return fresh && fresh.status < 500 ? fresh : ((await kept(PAGE)) ?? fresh ?? Response.error());
}

worker.addEventListener('install', (event) => (event as Extendable).waitUntil(keep()));
worker.addEventListener('activate', (event) => (event as Extendable).waitUntil(forgetOld()));
worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetching;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') respondWith.call(event, page(request));
  else if (url.pathname !== PAGE && __SHELL_FILES__.includes(url.pathname))
    respondWith.call(
      event,
      kept(url.pathname).then((found) => found ?? fetch(request)),
    );
});
