import { describe, expect, it } from 'vitest';
import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import type { Caption } from '../../../contract/entities/caption.ts';
import {
  CAPTION_TTL_MS,
  CAPTIONS_KEPT,
  CAPTIONS_LOST_MS,
  CAPTIONS_POLL_MS,
  READING_TOKEN_MS,
  READING_TOKEN_RENEW_MS,
  SCREEN_RELINK_MS,
} from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { type Heard, type ScreenReport, voiceMachine } from '../../../src/machines/voice/voice.machine.ts';
import { captionsShown, selectVoice, selectVoiceState } from '../../../src/machines/voice/voice.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const lineAt = (at: number): Caption => ({ id: `c${at}`, at, by: 'robot', text: `line ${at}`, language: 'en' });

async function start({ refusal = null as Error | null } = {}) {
  const cloud = { asked: 0, refusal, hangs: false, captions: [] as Caption[], now: 0, answer: () => {} };
  /** The broker as the screen meets it: `report` is the connection that is open or being opened. */
  const broker = { links: 0, report: null as ((event: ScreenReport) => void) | null };
  const started = startUnderApp(
    voiceMachine.provide({
      actors: {
        readCaptions: fromPromise<Heard>(async () => {
          cloud.asked += 1;
          const answer = { robotName: 'Host', online: true, now: cloud.now, captions: cloud.captions };
          if (cloud.hangs) await new Promise<void>((answered) => (cloud.answer = answered));
          if (cloud.refusal) throw cloud.refusal;
          return answer;
        }),
        followScreen: fromCallback<EventObject, NonReducibleUnknown>(({ sendBack }) => {
          broker.links += 1;
          broker.report = (event) => sendBack(event);
          return () => (broker.report = null);
        }),
      },
    }),
    { as: 'screen', input: { page: 'voice', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } },
  );
  await settle();
  const later = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= CAPTIONS_POLL_MS) {
      started.clock.increment(CAPTIONS_POLL_MS);
      await settle();
    }
  };
  return {
    ...started,
    cloud,
    broker,
    report: async (event: ScreenReport): Promise<void> => {
      broker.report?.(event);
      await settle();
    },
    later,
    state: () => selectVoiceState(started.actor.getSnapshot()),
    see: () => selectVoice(started.actor.getSnapshot()),
  };
}

describe("a robot's screen", () => {
  it("asks every second, and shows the last lines, the old ones as old by the server's clock", async () => {
    const page = await start();
    expect([page.state(), page.cloud.asked]).toEqual(['up', 1]);
    page.cloud.captions = [1, 2, 3, 4, 5, 6, 40_000].map(lineAt);
    page.cloud.now = 41_000;
    await page.later(CAPTIONS_POLL_MS);
    expect(page.cloud.asked).toBe(2);
    expect(captionsShown(page.see()).map(({ at, isOld }) => [at, isOld])).toEqual([
      [2, true],
      [3, true],
      [4, true],
      [5, true],
      [6, true],
      [40_000, false],
    ]);
    // The newest caption stays until another one follows.
    page.cloud.now = 90_000;
    await page.later(CAPTIONS_POLL_MS);
    expect(captionsShown(page.see()).at(-1)?.isOld).toBe(false);
  });

  it.each([
    ['refused', { refusal: new ApiError('networkFailed') }],
    ['silent', { hangs: true }],
  ])(
    'says that the cloud is lost when it is %s, keeps what was said, and goes on when it is back',
    async (_, trouble) => {
      const page = await start();
      page.cloud.captions = [lineAt(1)];
      await page.later(CAPTIONS_POLL_MS);
      Object.assign(page.cloud, trouble);
      await page.later(CAPTIONS_LOST_MS);
      expect(page.state()).toBe('lost');
      expect(captionsShown(page.see())).toHaveLength(1);
      Object.assign(page.cloud, { refusal: null, hangs: false });
      await page.later(CAPTIONS_LOST_MS + 2 * CAPTIONS_POLL_MS);
      expect(page.state()).toBe('up');
    },
  );

  it('whose key opens nothing says so and asks no more; one that never hears anything is lost', async () => {
    const closed = await start({ refusal: new ApiError('keyWrong') });
    expect(closed.state()).toBe('closed');
    await closed.later(10_000);
    expect(closed.cloud.asked).toBe(1);
    const deaf = await start({ refusal: new ApiError('networkFailed') });
    expect(deaf.state()).toBe('waiting');
    await deaf.later(CAPTIONS_LOST_MS);
    expect(deaf.state()).toBe('lost');
  });

  it('reads once more when the link opens, asks no more while it is open, and shows what it brings', async () => {
    const page = await start();
    await page.report({ type: 'screen.opened' });
    expect(page.cloud.asked).toBe(2);
    await page.report({ type: 'captions.received', update: { now: 5, captions: [lineAt(4)] } });
    await page.report({ type: 'robot.connectionReceived', online: false });
    expect(page.see().heard).toEqual({ robotName: 'Host', online: false, now: 5, captions: [lineAt(4)] });
    await page.later(10 * CAPTIONS_LOST_MS);
    expect([page.state(), page.cloud.asked, page.broker.links]).toEqual(['up', 2, 1]);
    page.actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect(page.cloud.asked).toBe(3);
  });

  const shown = ({ see }: Awaited<ReturnType<typeof start>>) => see().heard?.captions.map(({ at }) => at);

  it('keeps a line that was published while an older answer was on its way', async () => {
    const page = await start();
    page.cloud.captions = [lineAt(1)];
    page.cloud.now = 2;
    page.cloud.hangs = true;
    await page.report({ type: 'screen.opened' });
    await page.report({ type: 'captions.received', update: { now: 5, captions: [lineAt(1), lineAt(4)] } });
    page.cloud.answer();
    await settle();
    expect([shown(page), page.see().heard?.now]).toEqual([[1, 4], 5]);
  });

  it('adds what a server publishes that has only its last lines', async () => {
    const page = await start();
    await page.report({ type: 'screen.opened' });
    await page.report({ type: 'captions.received', update: { now: 5, captions: [1, 2, 3].map(lineAt) } });
    // By this server's clock, the known line is later.
    const again = { ...lineAt(3), at: 7 };
    await page.report({ type: 'captions.received', update: { now: 6, captions: [again, lineAt(6)] } });
    expect(shown(page)).toEqual([1, 2, 3, 6]);
    const many = Array.from({ length: CAPTIONS_KEPT }, (_, i) => lineAt(10 + i));
    await page.report({ type: 'captions.received', update: { now: 40, captions: many } });
    expect(shown(page)).toEqual(many.map(({ at }) => at));
    const last = CAPTION_TTL_MS + 12;
    await page.report({ type: 'captions.received', update: { now: last, captions: [lineAt(last)] } });
    expect(shown(page)).toEqual([...many.slice(3).map(({ at }) => at), last]);
  });

  it.each([
    ['refused', { refusal: new ApiError('networkFailed') }, CAPTIONS_POLL_MS],
    ['silent', { hangs: true }, CAPTIONS_LOST_MS + CAPTIONS_POLL_MS],
  ])('reads again while the link is open when the cloud was %s', async (_, trouble, wait) => {
    const page = await start();
    Object.assign(page.cloud, trouble);
    await page.report({ type: 'screen.opened' });
    expect(page.cloud.asked).toBe(2);
    Object.assign(page.cloud, { refusal: null, hangs: false, captions: [lineAt(3)] });
    await page.later(wait);
    expect([page.cloud.asked, shown(page)]).toEqual([3, [3]]);
    await page.later(CAPTIONS_LOST_MS);
    expect(page.cloud.asked).toBe(3);
    page.cloud.refusal = new ApiError('networkFailed');
    page.actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    page.actor.send({ type: 'page.languageChanged', language: 'enUS' });
    await settle();
    expect(page.cloud.asked).toBe(5);
  });

  it.each<[string, ScreenReport]>([
    ['its link opens', { type: 'screen.opened' }],
    ['a line is published', { type: 'captions.received', update: { now: 9, captions: [lineAt(8)] } }],
  ])('is no longer lost when %s, though reads still fail', async (_, event) => {
    const page = await start();
    page.cloud.refusal = new ApiError('networkFailed');
    await page.later(CAPTIONS_LOST_MS + SCREEN_RELINK_MS);
    expect(page.state()).toBe('lost');
    await page.report(event);
    expect(page.state()).toBe('up');
  });

  it('asks at once when the link is lost, is lost when nobody answers, and links again', async () => {
    const page = await start();
    await page.report({ type: 'screen.opened' });
    page.cloud.refusal = new ApiError('networkFailed');
    await page.report({ type: 'screen.closed' });
    expect([page.state(), page.cloud.asked, page.broker.report]).toEqual(['up', 3, null]);
    await page.later(CAPTIONS_LOST_MS);
    expect([page.state(), page.broker.links]).toEqual(['lost', 2]);
    page.cloud.refusal = null;
    await page.report({ type: 'screen.opened' });
    expect(page.state()).toBe('up');
  });

  it('polls while a link does not open, and gives it up for the next', async () => {
    const page = await start();
    await page.later(CAPTIONS_LOST_MS);
    expect([page.state(), page.cloud.asked, page.broker.links]).toEqual(['up', 7, 1]);
    await page.later(SCREEN_RELINK_MS);
    expect(page.broker.links).toBe(2);
  });

  it('renews its token in time', async () => {
    const page = await start();
    await page.report({ type: 'screen.opened' });
    await page.later(READING_TOKEN_MS - READING_TOKEN_RENEW_MS);
    expect(page.broker.links).toBe(2);
    page.cloud.captions = [lineAt(7)];
    await page.report({ type: 'screen.opened' });
    expect(captionsShown(page.see())).toHaveLength(1);
  });

  it('whose key is revoked ends its link for good', async () => {
    const page = await start();
    await page.report({ type: 'screen.opened' });
    page.cloud.refusal = new ApiError('keyWrong');
    await page.report({ type: 'screen.closed' });
    expect([page.state(), page.see().heard]).toEqual(['closed', null]);
    await page.later(60_000);
    expect([page.cloud.asked, page.broker.links]).toEqual([3, 1]);
  });
});
