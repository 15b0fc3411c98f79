/**
 * A page with frozen time: time only moves in steps, each after the page has finished its work. Waiting depends on the
 * page's activity, never on the clock, so that pictures are the same on a slow machine.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { endMovements, seedRandom, watchSockets, watchStillness } from './inPage.ts';
import { LOCALE_OF, THEMES, type Variant, ZONE } from './looks.ts';
import type { Recording } from './recording.ts';
import { type ReplayBroker, replayBroker } from './replayBroker.ts';
import type { ReplayServer } from './replayServer.ts';
import { keepSignedIn } from './signedIn.ts';

/** Simulated time before a picture is taken: longer than every debounce and animation. */
const SETTLE_MS = 1_000;
const STEP_MS = 100;
/** Timeout of an action. Time is frozen, so a page that has settled will not change later. */
const ACTION_TIMEOUT_MS = 15_000;
/** Limit of parallel requests from a browser to one host. */
const MOST_AT_ONCE = 6;
/** Loaded code is compiled in the background, so this number of checks in a row must find no change. */
const STILL_AFTER_LOADING = 4;
/** Limit of checks before a page counts as never still. */
const MOST_TURNS = 600;

interface State {
  text: string;
  isBusy: boolean;
  /** Number of requests started and ended. */
  events: number;
}

export interface StillPage {
  page: Page;
  /** Waits until the page has finished its work, without advancing time. */
  quiet(): Promise<void>;
  /** Advances time. */
  pass(ms?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the page of a recording that `server` plays. */
export async function openStill(
  browser: Browser,
  server: ReplayServer,
  recording: Recording,
  variant: Variant,
): Promise<StillPage> {
  server.play(recording);
  const context = await browser.newContext({
    viewport: variant.size,
    locale: LOCALE_OF[variant.language],
    timezoneId: ZONE,
    colorScheme: THEMES[0] ?? null,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    permissions: ['microphone'],
  });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  let events = 0;
  const broker = await prepare(context, recording);
  const page = await context.newPage();
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) return;
    open.add(request);
    events += 1;
  });
  const ended = (request: Request): void => {
    open.delete(request);
    events += 1;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);

  const flush = async (): Promise<State> => {
    // A document that is being replaced cannot be queried.
    const states = await Promise.all(
      page.frames().map((frame) => frame.evaluate(() => window.stillPage.flush()).catch(() => null)),
    );
    const isWorking = states.some((state) => state === null || state.pending > 0);
    const sent = states.reduce((sum, state) => sum + (state?.sent ?? 0), 0);
    return {
      text: JSON.stringify([states, broker.heard(), events]),
      isBusy: isWorking || sent > broker.heard(),
      events,
    };
  };
  let last: State = { text: '', isBusy: true, events: 0 };
  const quiet = async (): Promise<void> => {
    const first = last;
    let still = 0;
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const state = await flush();
      still = state.text === last.text ? still + 1 : 0;
      last = state;
      if (open.size > 0) {
        if (server.held() >= Math.min(open.size, MOST_AT_ONCE)) await answered(server, open);
        else await oneTurn();
      } else if (!state.isBusy && broker.release()) still = 0;
      else if (!state.isBusy && still >= (state.events === first.events ? 1 : STILL_AFTER_LOADING)) return;
    }
    throw new Error(`the page does not settle: ${last.text}, ${[...open].map((request) => request.url()).join(', ')}`);
  };
  await page.goto(`${server.url}${recording.path}`);
  await quiet();
  return {
    page,
    quiet,
    async pass(ms = SETTLE_MS) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        // A response in the middle of a step would arrive at a time that depends on the machine's load.
        server.pause();
        await page.clock.runFor(STEP_MS);
        server.resume();
        await quiet();
      }
    },
    close: () => context.close(),
  };
}

/** Releases one response and waits until the page has received it. */
async function answered(server: ReplayServer, open: ReadonlySet<Request>): Promise<void> {
  const before = new Set(open);
  server.release();
  // Aborted calls count as ended.
  for (let turn = 0; turn < MOST_TURNS && [...before].every((request) => open.has(request)); turn += 1) await oneTurn();
}
const oneTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

async function prepare(context: BrowserContext, recording: Recording): Promise<ReplayBroker> {
  // esbuild calls this function to preserve function names.
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript(seedRandom);
  await context.addInitScript(watchStillness);
  await context.addInitScript(endMovements);
  if (recording.userId !== '') await keepSignedIn(context, { token: 'replayed', userId: recording.userId });
  const broker = await replayBroker(context, recording.messages);
  await context.addInitScript(watchSockets);
  await context.clock.pauseAt(recording.time - SETTLE_MS);
  return broker;
}
