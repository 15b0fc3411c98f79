import { describe, expect, it } from 'vitest';
import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import type { Caption } from '../../../contract/entities/caption.ts';
import {
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
  const cloud = { asked: 0, refusal, hangs: false, captions: [] as Caption[], now: 0 };
  /** The broker as the screen meets it: `report` is the connection that is open or being opened. */
  const broker = { links: 0, report: null as ((event: ScreenReport) => void) | null };
  const started = startUnderApp(
    voiceMachine.provide({
      actors: {
        readCaptions: fromPromise<Heard>(async () => {
          cloud.asked += 1;
          if (cloud.hangs) await new Promise(() => undefined);
          if (cloud.refusal) throw cloud.refusal;
          return { robotName: 'Host', online: true, now: cloud.now, captions: cloud.captions };
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
