/**
 * A page whose time stands still unless it is moved, and which is waited for by what it does, never by the clock: a picture of it is the same
 * on a slow machine. Time moves in steps, each once the page has nothing left to do.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { endMovements, seedRandom, watchStillness } from './inPage.ts';
import { LOCALE_OF, THEMES, type Variant, ZONE } from './looks.ts';
import type { Recording } from './recording.ts';
import { replayBroker } from './replayBroker.ts';
import type { ReplayServer } from './replayServer.ts';
import { keepSignedIn } from './signedIn.ts';

/** Time that passes in a page until its picture is taken: long enough for every pause of typing and drawing in it. */
const SETTLE_MS = 1_000;
const STEP_MS = 100;
/** What is not there by then never comes: a page that stands still does not change by itself. */
const ACTION_TIMEOUT_MS = 15_000;
/** Requests that a browser sends to one host side by side; others wait for them. */
const MOST_AT_ONCE = 6;
/** A page that is never still. */
const MOST_TURNS = 600;

export interface StillPage {
  page: Page;
  /** Lets the page do what it has to do, without time passing. */
  quiet(): Promise<void>;
  /** Lets time pass. */
  pass(ms?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the page of a recording at `server`, which plays that. */
export async function openStill(browser: Browser, server: ReplayServer, recording: Recording, variant: Variant): Promise<StillPage> {
  server.play(recording);
  const context = await browser.newContext({
    viewport: variant.size, locale: LOCALE_OF[variant.language], timezoneId: ZONE, colorScheme: THEMES[0] ?? null, reducedMotion: 'reduce', serviceWorkers: 'block', permissions: ['microphone'],
  });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  let events = 0;
  await prepare(context, recording, () => { events += 1; });
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

  const flush = async (): Promise<string> => {
    // While one document makes room for another there is nothing to ask.
    const states = await Promise.all(page.frames().map((frame) => frame.evaluate(async () => JSON.stringify(await window.stillPage.flush())).catch(() => 'gone')));
    return states.join();
  };
  let last = '';
  const quiet = async (): Promise<void> => {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const state = `${await flush()} ${events}`;
      const isBusy = [...state.matchAll(/"pending":(\d+)/gu)].some(([, count]) => count !== '0') || state.includes('gone');
      if (open.size > 0) {
        if (server.held() >= Math.min(open.size, MOST_AT_ONCE)) await answered(server, open);
        else await oneTurn();
      } else if (!isBusy && state === last) return;
      last = state;
    }
    throw new Error(`the page never stands still: ${last}, ${[...open].map((request) => request.url()).join(', ')}`);
  };
  await page.goto(`${server.url}${recording.path}`);
  await quiet();
  return {
    page,
    quiet,
    async pass(ms = SETTLE_MS) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        await page.clock.runFor(STEP_MS);
        await quiet();
      }
    },
    close: () => context.close(),
  };
}

/** Answers one call, and waits until the page has the answer. */
async function answered(server: ReplayServer, open: ReadonlySet<Request>): Promise<void> {
  const before = new Set(open);
  server.release();
  // A call that the page has given up meanwhile has no end to wait for.
  for (let turn = 0; turn < MOST_TURNS && [...before].every((request) => open.has(request)); turn += 1) await oneTurn();
}
const oneTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

async function prepare(context: BrowserContext, recording: Recording, packetSent: () => void): Promise<void> {
  // The compiler of these scripts keeps names of functions by a call of this.
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript(seedRandom);
  await context.addInitScript(watchStillness);
  await context.addInitScript(endMovements);
  if (recording.userId !== '') await keepSignedIn(context, { token: 'replayed', userId: recording.userId });
  await replayBroker(context, recording.messages, packetSent);
  await context.clock.install({ time: recording.time - SETTLE_MS });
  await context.clock.pauseAt(recording.time - SETTLE_MS);
}
