/**
 * Services for a fork of the live console: existing data can be read; any access to the server, the broker, the robot,
 * the storage, the address bar or the microphone is at most logged, and never responds.
 */
import { createSessionClient, type Services } from '../services.ts';
import type { SignedInServices } from '../signedIn.ts';
import type { LinkTerms } from '../../services/mqttLinks.ts';
import type { Transport } from '../../services/transport.ts';
import type { RobotBrowser } from '../wiring/robotData/browser.ts';

export interface Noted {
  call(path: string, fields: readonly string[]): void;
  /** null: a subscription. */
  message(topic: string, payload: string | null): void;
}

const never = <Answer>(): Promise<Answer> => new Promise<Answer>(() => {});
const nothing = (): void => {};
const still = (): (() => void) => nothing;
/** Returns itself for every access and call. */
const NOTHING: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : NOTHING),
  set: () => true,
  apply: () => NOTHING,
});

/** Forwards reads of `real`; everything else has no effect. */
const readOnly = <Kept extends object>(real: Kept, reads: (name: string) => boolean): Kept =>
  new Proxy(real, {
    get: (kept, name, self) => (typeof name === 'symbol' || reads(name) ? Reflect.get(kept, name, self) : nothing),
  });

export async function forkServices(live: Services, page: Document, note: Noted): Promise<Services> {
  const { world } = live;
  const now = world.clock.now();
  const transport: Transport = (path, data) => {
    note.call(
      path,
      Object.entries(data ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    );
    return never();
  };
  const inertWorld: Services['world'] = {
    ...world,
    storage: readOnly(world.storage, (name) => !/^(?:keep|forget|flag|renew|pendingStopRequest)/u.test(name)),
    address: { now: world.address.now, write: nothing, back: nothing, onMoved: still },
    media: {
      onWidth: still,
      onNetwork: still,
      onStorage: still,
      onError: still,
      onOverlayShortcut: still,
      guardTab: still,
      look: world.media.look,
    },
    head: { title: nothing, language: nothing, theme: nothing, size: nothing },
    frames: { next: still },
    clock: { now: () => now, observe: nothing, offset: world.clock.offset },
    fetch: never,
    socket: () => ({ bufferedAmount: 0 }),
    log: nothing,
    channel: () => null,
    save: nothing,
    renew: nothing,
  };
  const signedIn = await signedInFork(live, inertWorld, transport, note);
  return {
    world: inertWorld,
    transport,
    language: live.language,
    texts: () => Promise.reject(new Error('a fork shows nothing outside its page')),
    session: createSessionClient(transport),
    streams: { ...live.streams, put: nothing, remove: nothing },
    capsules: { ...live.capsules, put: nothing, drop: nothing },
    pasts: { ...live.pasts, put: nothing, drop: nothing },
    recorder: { inspect: nothing, learnRules: nothing, load: never, whole: never, tab: live.recorder.tab },
    presence: () => (signedIn ? Promise.resolve(signedIn) : never()),
    present() {
      if (!signedIn) throw new Error('present() before loadPresence');
      return signedIn;
    },
    robotBrowser: inertBrowser(page),
    notify: nothing,
  };
}

async function signedInFork(
  live: Services,
  world: Services['world'],
  transport: Transport,
  note: Noted,
): Promise<SignedInServices | null> {
  let real: SignedInServices;
  try {
    real = live.present();
  } catch {
    return null;
  }
  const { createSignedIn } = await import('../authenticatedServices.ts');
  const made = createSignedIn({ world, transport, language: live.language });
  const { links } = real;
  return {
    ...made,
    links: {
      open: still,
      listen: still,
      subscribe(_, topic) {
        note.message(topic, null);
        return never();
      },
      unsubscribe: () => undefined,
      publish(_, topic, payload) {
        note.message(topic, payload);
        return true;
      },
      // Reports the current state once; nothing changes here.
      watch(key, watcher) {
        let terms: LinkTerms | null = null;
        links.watch(key, (found) => {
          terms = found;
        })();
        watcher(terms);
        return nothing;
      },
      bufferedAmount: links.bufferedAmount,
      iceServers: links.iceServers,
      lastHeard: links.lastHeard,
    },
  };
}

/** No key, gamepad, microphone or camera; the tab's visibility is the real one. */
function inertBrowser(page: Document): RobotBrowser {
  const seen: Readonly<Record<string, unknown>> = {
    visibilityState: page.visibilityState,
    hasFocus: () => page.hasFocus(),
  };
  return {
    window: { addEventListener: nothing, removeEventListener: nothing },
    document: new Proxy(
      {},
      {
        get: (_, name) =>
          typeof name === 'string' && name in seen ? seen[name] : (NOTHING as Record<string | symbol, unknown>)[name],
      },
    ) as Document,
    devices: { getUserMedia: never },
    pads: () => [],
    peer: () => NOTHING as RTCPeerConnection,
    loadAgora: never,
    every: still,
    nextFrame: still,
  };
}
