/**
 * The whole console without a screen: the real wiring, machines and services, an in-memory API, a real broker on
 * loopback, a fake browser, and a simulated clock.
 */
import { type InspectionEvent, SimulatedClock } from 'xstate';
import type { Robot } from '../../contract/entities/robot.ts';
import type { FleetUpdate, Notice } from '../../contract/wire/feed.ts';
import { fleetTopic, noticesTopic } from '../../contract/wire/topics.ts';
import { createApp } from '../../src/app/createApp.ts';
import type { LoadedPage, PageEntry } from '../../src/app/pageEntry.ts';
import type { Services } from '../../src/app/services.ts';
import { FIRST_AREAS, FLEET_AREAS, loadLocale } from '../../src/app/locales/loadLocale.ts';
import { wireHome } from '../../src/app/wiring/home.ts';
import { wireNoRobot } from '../../src/app/wiring/noRobot.ts';
import { wireSignIn } from '../../src/app/wiring/signIn.ts';
import { notFoundMachine } from '../../src/machines/notFound/notFound.machine.ts';
import { robotOf } from '../ui/robotOf.ts';
import { fakeCloud } from './fakeCloud.ts';
import { fakePlatform } from './fakePlatform.ts';
import type { LoopbackBroker } from './loopbackBroker.ts';
import { TABLE, userOf } from './startSession.ts';
import { ApiError } from '../../contract/wire/errors.ts';

export const ACCOUNT = { account: 'lin@hotel.example', countryAreaCode: '', password: 'Roundhouse1', keep: true };
const USER_ID = userOf().id;

export interface StartOptions {
  at?: string;
  kept?: Record<string, string>;
  /** Browser storage to use instead of a new one, for example that of another tab. */
  storage?: Storage;
  /** Session storage to use instead of a new one, for example after a reload of the same tab. */
  tab?: Storage;
  inspect?: (seen: InspectionEvent) => void;
  /** Additional API answers and pages. */
  answers?: Parameters<typeof fakeCloud>[0];
  pages?: Record<string, PageEntry>;
}

export function startApp(
  broker: LoopbackBroker,
  { at = '/home', kept = {}, storage, tab, inspect, answers = {}, pages = {} }: StartOptions = {},
) {
  const world = {
    robots: [robotOf({ serialNumber: 'A' }), robotOf({ serialNumber: 'B' })] as Robot[],
    roles: ['operator' as const],
    pageFails: false as boolean | 'once',
    textsFail: false,
  };
  const cloud = fakeCloud({
    '/auth/get-welcome': () => ({ needsSetUp: false, demo: true, siteName: 'Harbour', serverTime: Date.now() }),
    '/auth/login': ({ password }) => {
      if (password !== btoa(ACCOUNT.password)) throw new ApiError('wrongPassword');
      return { accessToken: 'token-1', userId: USER_ID };
    },
    '/auth/logout': () => null,
    '/user/get-user-info': () => userOf({ roles: world.roles }),
    '/auth/get-all-async-routes': () => TABLE,
    '/srobot/get-robot-model-count': () => ({ total: world.robots.length, w: world.robots.length, xp: 0, s: 0, d: 0 }),
    '/index/get-robot-list': () => ({ serverTime: Date.now(), robots: world.robots, accessRequests: 0 }),
    '/problem/send-report': () => ({ id: 'r1' }),
    '/site/get-site-list': () => [],
    '/site/get-map-list': () => ({ sites: [], maps: [] }),
    '/navigation/get-mqtt-config': ({ clientId }) => ({
      url: '/mqtt',
      clientId: `c-${String(clientId)}`,
      username: 'u',
      password: 'p',
      topics: [fleetTopic(USER_ID), noticesTopic(USER_ID)],
      mqttSubTopic: '',
      mqttPubTopic: '',
      mediaTransport: 'direct',
      iceServers: [],
    }),
    ...answers,
  });

  const { browser, local, platform } = fakePlatform({
    at,
    kept,
    storage,
    tab,
    origin: broker.origin,
    fetch: cloud.fetch,
  });

  const page = (
    frame: PageEntry['frame'],
    locales: PageEntry['locales'],
    wire: (services: Services) => LoadedPage['machine'],
  ): PageEntry => ({
    frame,
    locales,
    fetch: async () => undefined,
    load: async (services) => {
      if (world.pageFails) {
        if (world.pageFails === 'once') world.pageFails = false;
        throw new TypeError('Failed to fetch dynamically imported module');
      }
      return { machine: wire(services), Page: () => null };
    },
  });
  const table: Record<string, PageEntry> = {
    signIn: page('bare', [], wireSignIn),
    home: page('shell', ['home'], wireHome),
    noRobot: page('bare', ['noRobot'], wireNoRobot),
    notFound: page('bare', ['notFound'], () => notFoundMachine),
    ...pages,
  };
  const clock = new SimulatedClock();
  const app = createApp({
    world: platform,
    actor: { clock, ...(inspect ? { inspect } : {}) },
    pages: { names: Object.keys(table), find: async (name) => table[name] ?? null },
    locales: {
      first: FIRST_AREAS,
      fleet: FLEET_AREAS,
      failures: ['errors'],
      load: async (...asked) => {
        if (world.textsFail) throw new TypeError('Failed to fetch dynamically imported module');
        return loadLocale(...asked);
      },
    },
    loadFrame: async () => {},
    loadStopBar: async () => () => null,
  });
  const { root } = app.parts;
  let beats = 0;
  return {
    app,
    root,
    cloud,
    world,
    browser,
    local,
    clock,
    page: () => root.getSnapshot().context.page?.page ?? null,
    child: (name: string) =>
      root.system.get(name as never) as { send(event: object): void; getSnapshot(): never } | undefined,
    signIn: (change: Partial<typeof ACCOUNT> = {}) =>
      (root.system.get('session') as unknown as { send(event: object): void }).send({
        type: 'session.signIn',
        credential: { ...ACCOUNT, ...change },
      }),
    beat: (change: Partial<FleetUpdate> = {}) =>
      broker.publish(
        fleetTopic(USER_ID),
        JSON.stringify({ time: Date.now(), beat: (beats += 1), broker: 'ok', robots: [], heard: {}, ...change }),
      ),
    notice: (notice: Notice) => broker.publish(noticesTopic(USER_ID), JSON.stringify(notice)),
  };
}
