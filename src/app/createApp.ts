/**
 * The composition root: services, wired machines, texts and live values become one running app.
 *
 *   const app = createApp({ world: browserPlatform(window), … }); app.start(); await firstScreen(app); render(<Root app={app} … />)
 */
import type { ComponentType } from 'react';
import { type ActorOptions, type AnyActorLogic, createActor, fromPromise, type InspectionEvent } from 'xstate';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { appMachine, pageKey } from '../machines/app/app.machine.ts';
import { type Aside, type PageName, systemActor } from '../machines/app/events.ts';
import { setChildLogic } from '../machines/childLogic.ts';
import { createKeyedStore } from '../services/keyedStore.ts';
import { createStreams } from '../services/streams.ts';
import { createTransport, type Transport } from '../services/transport.ts';
import type { AppParts } from '../ui/hooks/AppContext.ts';
import type { LocaleArea } from '../ui/hooks/localeTexts.ts';
import { createI18n, type LocaleTable } from './i18n.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { AsideView, LoadedPage, PageEntry, Pages } from './pageEntry.ts';
import { createRecorderPort } from './recorder/port.ts';
import type { RunningRecorder } from './recorder/startRecorder.ts';
import { connectBrowserEvents } from './browserEvents.ts';
import type { Platform } from './platform.ts';
import { createSessionClient, type Services } from './services.ts';
import type { SignedInServices } from './signedIn.ts';
import { wirePendingStops } from './wiring/pendingStops.ts';
import { keptPreferences, wirePreferences } from './wiring/preferences.ts';
import { wireNavigation } from './wiring/navigation.ts';
import { wireSession } from './wiring/session.ts';

export interface AppOptions {
  world: Platform;
  pages: Pages;
  /** Texts of every screen, of every page of a signed-in user, and of errors. */
  locales: {
    first: readonly LocaleArea[];
    fleet: readonly LocaleArea[];
    failures: readonly LocaleArea[];
    load(language: Language, area: LocaleArea): Promise<LocaleTable>;
  };
  /** The frame around pages, loaded with the first page that needs it. */
  loadFrame(): Promise<unknown>;
  /** The bar of pending Stops, for pages without the frame. */
  loadStopBar(): Promise<ComponentType>;
  actor?: { clock?: NonNullable<ActorOptions<typeof appMachine>['clock']>; inspect?(seen: InspectionEvent): void };
}

export interface ShownComponent {
  readonly Page: LoadedPage['Page'];
  readonly frame: PageEntry['frame'];
}

export function createApp({
  world,
  pages,
  locales,
  loadFrame,
  loadStopBar,
  actor: { inspect, ...options } = {},
}: AppOptions) {
  const { storage, clock, address, head } = world;
  const kept = keptPreferences(storage);
  const i18n = createI18n(kept.language, locales.load);
  const streams = createStreams();
  const capsules: Services['capsules'] = createKeyedStore();
  const pasts: Services['pasts'] = createKeyedStore();
  const language = () => root.getSnapshot().context.language;
  const news = {
    answered: (ms: number) => systemActor(root.system, 'connection')?.send({ type: 'call.answered', ms }),
    lost: () => systemActor(root.system, 'connection')?.send({ type: 'call.lost' }),
    // A late response of the previous session does not affect the current one.
    sessionOver: (code: number, token: string) => {
      if (token === (storage.credentials()?.token ?? ''))
        systemActor(root.system, 'session').send({ type: 'session.over', code });
    },
  };
  const bare = createTransport({
    host: '',
    clock,
    language,
    news,
    fetch: world.fetch,
    hmac: world.hmac,
    ticks: world.ticks,
    newId: world.newId,
    token: () => storage.credentials()?.token ?? null,
  });

  /** Load error texts before rethrowing; sign-in loads them with its first error. */
  const transport: Transport = async (...call) => {
    try {
      return await bare(...call);
    } catch (error) {
      await i18n.need(locales.failures).catch(world.log);
      throw error;
    }
  };

  const recorder = createRecorderPort({
    now: clock.now,
    tab: world.newId(),
    log: world.log,
    async fetchRecorder() {
      const { startRecorder } = await chunk(() => import('./recorder/startRecorder.ts'));
      started = startRecorder(services, root);
      return started.recorder;
    },
    joined: async () => started?.joined(),
  });
  let started: RunningRecorder | null = null;
  let signedIn: SignedInServices | null = null;
  const services: Services = {
    world,
    transport,
    streams,
    capsules,
    pasts,
    recorder,
    language,
    notify: (notice) => systemActor(root.system, 'notices').send({ type: 'notice.show', notice }),
    texts: (area) => locales.load(language(), area),
    session: createSessionClient(transport),
    async presence() {
      // The frame and its texts are needed next: loading them now saves a round trip.
      chunk(loadFrame).catch(world.log);
      // Loaded early, because Stop may be the first control that is pressed after the network is lost.
      fetchStopBar().catch(world.log);
      i18n.need(locales.fleet).catch(world.log);
      recorder.load().catch(world.log);
      void import('./pageRegistry.ts').catch(() => {});
      const { createSignedIn } = await chunk(loadChunk);
      if (signedIn) return signedIn;
      signedIn = createSignedIn({ world, transport, language });
      parts.live = { ...parts.live, ...signedIn.live };
      signedIn.feed.onBeat((beat) => root.send({ type: 'app.feedBeaten', beat }));
      signedIn.feed.onNotice((notice) => root.send({ type: 'app.noticed', notice }));
      return signedIn;
    },
    present() {
      if (!signedIn) throw new Error('present() before loadPresence');
      return signedIn;
    },
  };

  /**
   * A chunk fails to load when the network is down, or when the server has a newer console: then only a reload helps. A
   * second attempt tells them apart if the network came back in between.
   */
  const chunk = async <Module>(load: () => Promise<Module>): Promise<Module> => {
    try {
      return await load().catch(async (error: unknown) => {
        if (await isReachable(world)) return load();
        throw error;
      });
    } catch (error) {
      if (await isReachable(world)) world.renew();
      throw new BaseApiError('networkFailed', {}, error instanceof Error ? error.message : String(error));
    }
  };

  const loadTexts = (areas: readonly LocaleArea[]): Promise<void> => chunk(() => i18n.need(areas));

  const shown = new Map<PageName, ShownComponent>();
  const register = (key: string, logic: AnyActorLogic): void => setChildLogic(machine, key, logic);
  const loadPresence = async (): Promise<void> => {
    const [{ wireAlarms, wireCalls, wireConnection, wireFleet, wireFrame }] = await Promise.all([
      chunk(loadChunk),
      services.presence(),
      loadTexts(locales.fleet),
    ]);
    register('connection', wireConnection(services));
    register('fleet', wireFleet(services));
    register('frame', wireFrame(services));
    register('alarms', wireAlarms(services));
    register('calls', wireCalls(services));
  };
  const loadPage = async (page: PageName): Promise<void> => {
    const entry = await chunk(() => pages.find(page));
    if (!entry) throw new Error(`no page ${page}`);
    const [loaded] = await Promise.all([
      chunk(() => entry.load(services)),
      loadTexts([...locales.first, ...(entry.frame === 'bare' ? [] : locales.fleet), ...entry.locales]),
      entry.frame === 'bare' ? null : chunk(loadFrame),
    ]);
    register(pageKey(page), loaded.machine);
    shown.set(page, { Page: loaded.Page, frame: entry.frame });
  };

  let stopBar: ComponentType | null = null;
  const fetchStopBar = async (): Promise<void> => {
    const [Bar] = await Promise.all([chunk(loadStopBar), loadTexts([...locales.first, ...locales.fleet])]);
    stopBar = Bar;
  };

  const asides = new Map<Aside, AsideView>();
  const loadAside = async (aside: Aside): Promise<void> => {
    const [{ machine: logic, View }] = await Promise.all([
      chunk(async () => (await import('./pageRegistry.ts')).asides[aside](services, root, pages)),
      loadTexts([...locales.failures, aside]),
    ]);
    register(aside, logic);
    asides.set(aside, View);
  };

  const machine = appMachine.provide({
    actors: {
      session: wireSession(services),
      navigation: wireNavigation(services),
      preferences: wirePreferences(services),
      pendingStops: wirePendingStops(services, fetchStopBar),
      loadPresence: fromPromise(loadPresence),
      loadAside: fromPromise<void, { aside: Aside }>(({ input }) => loadAside(input.aside)),
      loadPage: fromPromise<void, { page: PageName }>(({ input }) => loadPage(input.page)),
    },
    actions: {
      logError: (_, { error }) => world.log(error),
      speak: (_, { language: spoken }) => {
        i18n.speak(spoken).catch(world.log);
        head.language(spoken);
      },
    },
  });
  const root = createActor(machine, {
    systemId: 'app',
    input: {
      navigation: { ...address.now(), knownPages: pages.names },
      preferences: kept,
      serialNumber: storage.serialNumber(),
      view: storage.view(),
    },
    ...options,
    inspect: (seen) => {
      recorder.inspect(seen);
      inspect?.(seen);
    },
  });

  /** Constant until a user signs in. */
  const parts: Writable<AppParts> = {
    root,
    texts: i18n,
    live: {
      poses: () => NONE,
      pose: () => null,
      trail: () => NONE,
      path: () => NONE,
      onMove: () => () => {},
      now: clock.now,
      stream: streams.stream,
      onStream: streams.onStream,
      still: streams.still,
      onStill: streams.onStream,
      bitmap: () => null,
      capsule: capsules.get,
      onCapsule: capsules.onChange,
      past: pasts.get,
      onPast: pasts.onChange,
    },
  };
  let stopReports = (): void => {};
  return {
    parts,
    services,
    /** The texts of every screen, also of a screen without a page. */
    firstTexts: (): Promise<void> => i18n.need(locales.first),
    /** The component of the page whose machine is `screen`. */
    componentOf: (page: PageName): ShownComponent | null => shown.get(page) ?? null,
    /** null until it is loaded, which the machine pendingStops reports. */
    stopBar: (): ComponentType | null => stopBar,
    /** The component of an overlay, once it is loaded. */
    asideOf: (aside: Aside): AsideView | undefined => asides.get(aside),
    start(): void {
      head.language(kept.language);
      head.theme(kept.theme);
      head.size(kept.size);
      root.start();
      stopReports = connectBrowserEvents(root, world, i18n);
    },
    stop(): void {
      stopReports();
      started?.stop();
      root.stop();
    },
  };
}
export type RoundhouseApp = ReturnType<typeof createApp>;

const NONE: readonly never[] = [];
type Writable<Parts> = { -readonly [Part in keyof Parts]: Parts[Part] };

/** Needed by signed-in users only. */
const loadChunk = () => import('./authenticatedServices.ts');

const isReachable = async ({ fetch: ask, origin }: Platform): Promise<boolean> => {
  try {
    return (await ask(`${origin}/healthz`, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};
