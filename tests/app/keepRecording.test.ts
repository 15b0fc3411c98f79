/** The recording across reloads of one tab, on the whole console. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_ERRORS } from '../../contract/wire/baseApiError.ts';
import { RECORDING_KEPT_EVERY_MS } from '../../contract/rules/limits.ts';
import { createKeeper } from '../../src/app/recorder/keepRecording.ts';
import { packLines } from '../../src/app/recorder/keptLines.ts';
import { unpackLines } from '../../src/app/recorder/readKept.ts';
import { PAGE_RELOADED, type Recording } from '../../src/machines/recording/format.ts';
import { opened } from '../../src/machines/recording/opened.ts';
import { restoreActors } from '../../src/machines/recording/restoreActors.ts';
import { createReplay, rootOf } from '../../src/machines/recording/replay.ts';
import { loadMachines } from '../../src/machines/all.ts';
import { createRecordingStore } from '../../src/services/recordingStore.ts';
import { type LoopbackBroker, loopbackBroker } from '../fakes/loopbackBroker.ts';
import { memoryStorage } from '../fakes/memoryStorage.ts';
import { sampleHead, sampleRecording } from '../fakes/sampleRecording.ts';
import { ACCOUNT, startApp, type StartOptions } from '../fakes/startApp.ts';
import { settle } from '../fakes/settle.ts';
import { userOf } from '../fakes/startSession.ts';

let broker: LoopbackBroker;
let tab: Storage;
let local: Storage;
const running: ReturnType<typeof startApp>[] = [];
beforeEach(async () => {
  broker = await loopbackBroker();
  tab = memoryStorage();
  local = memoryStorage();
});
afterEach(async () => {
  for (const page of running.splice(0)) page.app.stop();
  await broker.close();
});
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8_000, interval: 10 });

function load(options: StartOptions = {}) {
  const page = startApp(broker, { at: '/home', storage: local, tab, ...options });
  running.push(page);
  page.app.start();
  return page;
}
async function signedIn() {
  const page = load();
  await soon(() => expect(page.page()).toBe('signIn'));
  page.signIn();
  await soon(() => expect(page.page()).toBe('home'));
  await page.app.services.recorder.load();
  return page;
}
/** Leaves the page and loads it again in the same tab. */
async function reloaded(page: ReturnType<typeof startApp>, options: StartOptions = {}) {
  page.browser.leave();
  page.app.stop();
  const next = load(options);
  await soon(() => expect(next.page()).toBe('home'));
  return next;
}
const recordingOf = async (page: ReturnType<typeof startApp>): Promise<Recording> =>
  (await page.app.services.recorder.whole()).recording();
const typesOf = ({ steps }: Recording): string[] => steps.map(({ event }) => event.type);
const reloadsOf = (recording: Recording): number => typesOf(recording).filter((type) => type === PAGE_RELOADED).length;
const kept = (): string =>
  Array.from({ length: tab.length }, (_, index) => tab.key(index) ?? '')
    .filter((key) => key.startsWith('recording'))
    .map((key) => tab.getItem(key))
    .join('\n');

describe('after a reload', () => {
  it('the recording begins before it, and every step can be shown', async () => {
    const machines = await loadMachines();
    const first = await signedIn();
    const before = typesOf(await recordingOf(first));
    const page = await reloaded(first);
    const recording = await recordingOf(page);
    const mark = typesOf(recording).indexOf(PAGE_RELOADED);
    expect(typesOf(recording).slice(0, mark)).toEqual(expect.arrayContaining(['session.signIn', 'app.pageWanted']));
    expect(mark).toBeGreaterThanOrEqual(before.length);
    expect(typesOf(recording).slice(mark)).toContain('app.pageWanted');
    const capsule = opened(sampleHead, recording, []);
    const { momentAt, length } = createReplay(recording);
    for (const step of [mark - 1, length - 1])
      expect(momentAt(step).states[rootOf(recording)!]).toMatchObject({ value: { account: 'present', page: 'shown' } });
    expect(() =>
      restoreActors({ moment: momentAt(mark - 1), actors: recording.actors, root: capsule.root, machines }),
    ).not.toThrow();
  });

  it('and after another one: each is marked', async () => {
    let page = await signedIn();
    for (let count = 1; count < 3; count += 1) {
      page = await reloaded(page);
      expect(reloadsOf(await recordingOf(page))).toBe(count);
    }
  });

  it('nothing is written that a report would not contain', async () => {
    const page = await signedIn();
    page.browser.leave();
    const text = kept();
    expect(text).toContain('session.signIn');
    const recorded = JSON.stringify(await recordingOf(page));
    for (const secret of [ACCOUNT.account, ACCOUNT.password, btoa(ACCOUNT.password), 'token-1']) {
      expect(recorded).not.toContain(secret);
      expect(text).not.toContain(secret);
    }
  });

  it('damaged data is left out', async () => {
    const first = await signedIn();
    first.browser.leave();
    const key = Array.from({ length: tab.length }, (_, index) => tab.key(index) ?? '').find((name) =>
      name.startsWith('recording/'),
    )!;
    tab.setItem(key, tab.getItem(key)!.slice(0, 400));
    const page = await reloaded(first);
    expect(reloadsOf(await recordingOf(page))).toBe(0);
    expect(page.browser.logged).toHaveLength(1);
  });
});

describe('what is kept', () => {
  it('is removed at sign-out', async () => {
    const page = await signedIn();
    page.browser.leave();
    expect(kept()).not.toBe('');
    const session = page.child('session')!;
    session.send({ type: 'session.askSignOut' });
    const { children } = session.getSnapshot() as { children: { confirm?: { send(event: object): void } } };
    children.confirm?.send({ type: 'confirm.accept' });
    await soon(() => expect(page.page()).toBe('signIn'));
    page.browser.leave();
    expect(kept()).toBe('');
  });

  it('stays after a forced sign-out, for the same user', async () => {
    const page = await signedIn();
    page.child('session')!.send({ type: 'session.over', code: BASE_ERRORS.loginExpired });
    await soon(() => expect(page.page()).toBe('signIn'));
    page.browser.leave();
    expect(kept()).toContain('session.over');
  });

  it('is removed when another account signs in', async () => {
    const first = await signedIn();
    first.browser.leave();
    first.app.stop();
    local.setItem('user_id', 'u-other');
    const page = load({ answers: { '/user/get-user-info': () => userOf({ id: 'u-other', roles: ['operator'] }) } });
    await soon(() => expect(page.page()).toBe('home'));
    expect(reloadsOf(await recordingOf(page))).toBe(0);
    page.browser.leave();
    expect(JSON.parse(tab.getItem('recording')!)).toMatchObject({ userId: 'u-other' });
    expect(kept()).not.toContain('session.signIn"');
  });

  it('is nothing in a full tab, and nothing else changes', async () => {
    tab.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const page = await signedIn();
    page.browser.leave();
    expect([kept(), page.browser.logged]).toEqual(['', []]);
    expect(reloadsOf(await recordingOf(await reloaded(page)))).toBe(0);
  });
});

describe('writing', () => {
  const news = (at: number) => ({ step: { ...sampleRecording.steps[0]!, at }, actors: sampleRecording.actors });
  const piece = (index: number, number = 0): string | null => tab.getItem(`recording/l1/${number}/${index}`);
  const start = () => {
    const log = vi.fn();
    const keeper = createKeeper({
      store: createRecordingStore(() => tab),
      load: 'l1',
      build: '1',
      now: () => 0,
      log,
    });
    return { keeper, log };
  };
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());
  const turn = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(RECORDING_KEPT_EVERY_MS);
    for (let count = 0; count < 20; count += 1) {
      await vi.advanceTimersByTimeAsync(10);
      await settle();
    }
  };

  it('happens every few seconds, compressed, and only while somebody is signed in', async () => {
    const { keeper, log } = start();
    keeper.add(news(1));
    await turn();
    expect(kept()).toBe('');
    expect(keeper.keepFor('u1')).toEqual([]);
    for (let at = 2; at < 100; at += 1) keeper.add(news(at));
    expect(piece(0)).toBeNull();
    await turn();
    await vi.waitFor(() => expect(piece(0)).not.toBeNull());
    const lines = await unpackLines(piece(0)!);
    expect(lines).toHaveLength(1 + 99);
    expect(piece(0)!.length).toBeLessThan(lines.join('').length / 10);
    expect(piece(1)).toBeNull();
    expect(log).not.toHaveBeenCalled();
    keeper.stop();
  });

  it('does not lose or repeat what is being written when the page is left', async () => {
    const { keeper } = start();
    keeper.keepFor('u1');
    keeper.add(news(1));
    vi.advanceTimersByTime(RECORDING_KEPT_EVERY_MS);
    keeper.add(news(2));
    keeper.flush();
    await turn();
    const steps = [...piece(0)!.split('\n'), ...piece(1)!.split('\n')].flatMap((line) => {
      const { step } = JSON.parse(line) as { step?: { at: number } };
      return step ? [step.at] : [];
    });
    expect([steps, piece(2)]).toEqual([[1, 2], null]);
    keeper.stop();
  });

  it('keeps nothing of one account for the next', () => {
    const { keeper } = start();
    keeper.keepFor('u1');
    keeper.add(news(1));
    keeper.keepFor('u2');
    keeper.flush();
    expect(piece(0)).toBeNull();
    expect(piece(0, 1)).not.toContain('app.pageWanted');
    keeper.stop();
  });

  it('of a line survives compression', async () => {
    expect(await unpackLines(await packLines(['{"a":"漢"}', '{}']))).toEqual(['{"a":"漢"}', '{}']);
  });
});
