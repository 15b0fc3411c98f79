// @vitest-environment jsdom
/**
 * A recording made on any page of the console, with the answers of the real server, shows the same page on the replay
 * stage, without secrets and names. What needs a layout, a moving fleet or a dialog is recorded in a browser
 * (tests/e2e/inspectorPages.e2e.ts).
 */
import { Blob } from 'node:buffer';
import { act, cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import * as definitions from '../../contract/pages/allPages.ts';
import { type Language, LANGUAGES, STORAGE_KEYS } from '../../contract/entities/constants.ts';
import { ACCOUNTS, DEMO_PASSWORD } from '../../demo/accounts.ts';
import { CONTACTS } from '../../demo/alarmContacts.ts';
import { DEMO_PERSONS } from '../../demo/people.ts';
import { createApp } from '../../src/app/createApp.ts';
import { firstScreen } from '../../src/app/firstScreen.ts';
import { Framed } from '../../src/app/Framed.tsx';
import { pages } from '../../src/app/pages.ts';
import { headOf } from '../../src/app/recorder/capsuleHead.ts';
import { loadStage, type Stage } from '../../src/app/replayStage/loadStage.ts';
import { StageScreen } from '../../src/app/replayStage/StageScreen.tsx';
import { Root } from '../../src/app/Root.tsx';
import { StopBar } from '../../src/app/stopBar.ts';
import { FIRST_AREAS, FLEET_AREAS, loadLocale } from '../../src/app/locales/loadLocale.ts';
import { ASIDES } from '../../src/machines/app/events.ts';
import type { Capsule } from '../../src/machines/recording/format.ts';
import { opened } from '../../src/machines/recording/opened.ts';
import { stageShow } from '../../src/machines/recording/stageMoment.ts';
import { sessions } from '../../server/db/schema.ts';
import { tokenHash } from '../../server/security/identity.ts';
import { fakePlatform } from '../fakes/fakePlatform.ts';
import { differences, withoutDigits } from '../fakes/shownDifferences.ts';
import { startTestServer, type TestServer, tokenOf } from '../fakes/testServer.ts';
import { installCanvas } from '../ui/robotData/canvas.ts';

/** Administers every robot of the demo. */
const ADMIN = 'demo-admin';
const NEWCOMER = 'demo-new';
/** A phone number without its country code, with which it can also be written. */
const numberOf = (phone: string): string => phone.slice(-10);
/** Names, e-mail addresses and phone numbers of the demo accounts; below, of the contacts of its sites. */
const ofAccounts = (language: Language): string[] =>
  ACCOUNTS.flatMap(({ name, email, phone }) => [name[language], email, ...(phone ? [numberOf(phone)] : [])]);
const ofContacts = (language: Language): string[] =>
  CONTACTS.flatMap(({ name, phoneNumber }) => [name[language], numberOf(phoneNumber)]);
/** Is in no recording of any page. */
const SECRETS: readonly string[] = [
  ...new Set([
    DEMO_PASSWORD,
    Buffer.from(DEMO_PASSWORD).toString('base64'),
    tokenOf(ADMIN),
    ...LANGUAGES.flatMap((language) => [...ofAccounts(language), ...ofContacts(language)]),
    ...DEMO_PERSONS.map(({ name }) => name),
  ]),
];
/** A rounding error can have the digits of a phone number: those after a decimal point do not count, as in 253.53800000001. */
const isIn = (text: string, secret: string): boolean =>
  /^\d+$/u.test(secret) ? new RegExp(`(?<!\\d\\.\\d*)${secret}`, 'u').test(text) : text.includes(secret);
const secretsIn = (text: string): string[] => SECRETS.filter((secret) => isIn(text, secret));

const STAGE_AREAS = [...FIRST_AREAS, ...FLEET_AREAS, 'errors', ...ASIDES] as const;
/** Equal readings in a row, TURN_MS apart: the page has everything that it asked for. */
const STILL_FOR = 6;
const TURN_MS = 25;
const TURNS_MAX = 400;

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  installCanvas();
  // The server packs the pictures of captchas with it; that of jsdom has no streams.
  Object.assign(globalThis, { Blob });
  [server, stage] = await Promise.all([
    startTestServer({ environment: { ROUNDHOUSE_ROBOTS: '12' } }),
    loadStage({ pages, areas: STAGE_AREAS, loadFrame: async () => Framed, loadLocale }),
  ]);
  await server.db.insert(sessions).values(
    [ADMIN, NEWCOMER].map((userId) => ({
      id: `session-${userId}`,
      tokenHash: tokenHash(tokenOf(userId)),
      userId,
      expiresAt: new Date(Date.now() + 3_600_000),
    })),
  );
});
afterAll(async () => {
  await server.close();
});
afterEach(cleanup);

/** The server's answers without a port. A cancelled call still gets its answer, which its caller ignores. */
const ask = (async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
  const answer = await server.server.inject({
    method: method as 'POST',
    url,
    headers: headers as Record<string, string>,
    ...(body === undefined ? {} : { payload: body as string }),
  });
  return new Response(new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]),
  });
}) as typeof fetch;

/** A connection to the broker that is not established: nothing moves. */
class UnopenedSocket extends EventTarget {
  readonly readyState = 0;
  readonly bufferedAmount = 0;
  send(): void {}
  close(): void {}
}

/** What changes with every rendering, or is measured. */
const UNREAD = /^(?:id|for|style|d|src|srcset|value|aria-(?:labelledby|describedby|controls|owns|activedescendant))$/u;
/** The page as lines: each element with its attributes and its own text. */
const linesOf = (place: Element): string[] =>
  [...place.querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes]
      .filter(({ name }) => !UNREAD.test(name))
      .map(({ name, value }) => `${name}=${value}`)
      .sort();
    const typed = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '';
    const text = [...element.childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
      .join('');
    return withoutDigits([element.tagName.toLowerCase(), ...attributes, typed, text].join(' ').trim());
  });
const pause = (ms: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));
async function stillLines(place: Element): Promise<string[]> {
  let last: string[] = [];
  for (let still = 0, turns = 0; still < STILL_FOR; turns += 1) {
    if (turns > TURNS_MAX) throw new Error(`the page is still loading: ${last.join('\n')}`);
    const lines = linesOf(place);
    const isBusy = place.querySelector('[aria-busy=true]') !== null || lines.length < 3;
    still = !isBusy && lines.join('\n') === last.join('\n') ? still + 1 : 0;
    last = lines;
    await pause(TURN_MS);
  }
  return last;
}

interface Recorded {
  /** Name of the page. */
  name: string | undefined;
  capsule: Capsule;
  shown: string[];
  /** What the page says. */
  text: string;
  /** What the page says is wrong: a failed panel, a page or form that failed. */
  failures: string[];
}
async function recordedPage(userId: string | null, at: string, language: Language = 'enUS'): Promise<Recorded> {
  const { platform } = fakePlatform({
    at,
    kept: {
      [STORAGE_KEYS.robotView]: 'all',
      [STORAGE_KEYS.language]: language,
      ...(userId ? { [STORAGE_KEYS.token]: tokenOf(userId), [STORAGE_KEYS.userId]: userId } : {}),
    },
    origin: 'http://localhost',
    fetch: ask,
  });
  const app = createApp({
    world: { ...platform, socket: () => new UnopenedSocket() },
    actor: { clock: new SimulatedClock() },
    pages,
    locales: { first: FIRST_AREAS, fleet: FLEET_AREAS, failures: ['errors'], load: loadLocale },
    loadFrame: async () => {},
    loadStopBar: async () => StopBar,
  });
  app.start();
  await firstScreen(app);
  const { container } = await act(async () => render(<Root app={app} frame={() => Framed} />));
  const shown = await stillLines(container);
  const text = container.textContent;
  const failures = [...container.querySelectorAll('[role=alert]')].map((alert) => alert.textContent);
  const recorder = await app.services.recorder.whole();
  const name = app.parts.root.getSnapshot().context.page?.page;
  const capsule = { ...headOf(app.services, recorder, ''), ...recorder.recording() };
  cleanup();
  app.stop();
  // As in a file.
  return { name, capsule: JSON.parse(JSON.stringify(capsule)) as Capsule, shown, text, failures };
}

async function linesOnStage(capsule: Capsule): Promise<string[]> {
  const broken: string[] = [];
  const onBroken = (message: string): void => void broken.push(message);
  const show = stageShow(opened(capsule, capsule, []), capsule.steps.length - 1, 1);
  const { app } = stage.stand(show, 0, onBroken);
  const { container } = await act(async () =>
    render(<StageScreen app={app} frame={stage.frame} epoch={0} onDrawn={() => {}} onBroken={onBroken} />),
  );
  const lines = await stillLines(container);
  expect(broken).toEqual([]);
  return lines;
}

const ROBOT = '?serialNumber=W1-2308-0417';
/**
 * Pages whose address names what they show. Not here: the inspector, which shows recordings itself, and the monitoring, whose
 * timeline is measured and loaded with a delay.
 */
const ADDRESSES: Readonly<Record<string, string | null>> = {
  alarmCase: null,
  inspector: null,
  monitoring: null,
  scheduledTask: '?site=harbour&serialNumber=W1-2308-0417',
  robotData: ROBOT,
  robotCall: ROBOT,
  conformance: ROBOT,
};
const SIGNED_IN = Object.entries(definitions).flatMap(([name, { path }]) => {
  const query = name in ADDRESSES ? ADDRESSES[name] : path.startsWith('/setting') ? ROBOT : '';
  return query === null ? [] : [[name, `${path}${query}`] as const];
});

/** @param page the name of the page at this address */
async function expectShownAsItWas(page: string, recorded: Recorded): Promise<void> {
  const { name, capsule, shown, failures } = recorded;
  expect({ name, failures }).toEqual({ name: page, failures: [] });
  expect(secretsIn(JSON.stringify(capsule))).toEqual([]);
  expect(differences(await linesOnStage(capsule), shown)).toEqual([]);
}

it.each(SIGNED_IN)('%s is shown as it was', async (page, at) => {
  await expectShownAsItWas(page, await recordedPage(ADMIN, at));
});

const VISITED = [
  ['/login', 'signIn'],
  ['/login?way=code', 'signInByCode'],
  ['/login?way=qr', 'qrSignIn'],
  ['/login?way=register', 'signUp'],
  ['/forgot-password', 'forgotPassword'],
  ['/agreement', 'agreement'],
  ['/privacy/app', 'privacy'],
  ['/set-password?code=none', 'setPassword'],
  ['/changelog', 'changelog'],
  ['/contact', 'inquiry'],
  ['/semantic-scene/weather', 'weather'],
  ['/semantic-scene/voice', 'voice'],
  // Whether a page exists is said only to those who are signed in.
  ['/nowhere-at-all', 'signIn'],
] as const;

it.each(VISITED)("a visitor's page %s is shown as it was", async (at, page) => {
  await expectShownAsItWas(page, await recordedPage(null, at));
});

it("a signed-in user's unknown page is shown as it was", async () => {
  await expectShownAsItWas('notFound', await recordedPage(ADMIN, '/nowhere-at-all'));
});

it('the fleet as a table is shown as it was', async () => {
  await expectShownAsItWas('home', await recordedPage(ADMIN, '/home?view=table&sort=battery'));
});

it('a board without its key says so, and is shown as it was', async () => {
  const { name, capsule, shown, failures } = await recordedPage(null, '/plg/offline-robot-list');
  expect({ name, failures: failures.length }).toEqual({ name: 'offlineRobots', failures: 1 });
  expect(differences(await linesOnStage(capsule), shown)).toEqual([]);
});

it('the page of an account without robots is shown as it was', async () => {
  await expectShownAsItWas('noRobot', await recordedPage(NEWCOMER, '/home'));
});

/** The pages that show the most of what is secret. The sign-in page of the demo offers its accounts and their password. */
const REVEALING = LANGUAGES.flatMap((language) => [
  {
    language,
    userId: null,
    page: 'signIn',
    at: '/login',
    told: [DEMO_PASSWORD, ...ACCOUNTS.map(({ email }) => email)],
  },
  { language, userId: ADMIN, page: 'accounts', at: '/accounts', told: ofAccounts(language) },
  { language, userId: ADMIN, page: 'contacts', at: '/alarms/contacts', told: ofContacts(language) },
]);

it.each(REVEALING)('$page in $language tells secrets, and its recording none', async ({ language, ...scene }) => {
  const recorded = await recordedPage(scene.userId, scene.at, language);
  expect(scene.told.filter((secret) => !recorded.text.includes(secret))).toEqual([]);
  await expectShownAsItWas(scene.page, recorded);
});
