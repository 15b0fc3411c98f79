import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Caption } from '../../../contract/entities/caption.ts';
import { CAPTIONS_LOST_MS, CAPTIONS_POLL_MS } from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { type Heard, voiceMachine } from '../../../src/machines/voice/voice.machine.ts';
import { captionsShown, selectVoice, selectVoiceState } from '../../../src/machines/voice/voice.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const lineAt = (at: number): Caption => ({ id: `c${at}`, at, by: 'robot', text: `line ${at}`, language: 'en' });

async function start({ refusal = null as Error | null } = {}) {
  const cloud = { asked: 0, refusal, hangs: false, captions: [] as Caption[], now: 0 };
  const started = startUnderApp(
    voiceMachine.provide({
      actors: {
        readCaptions: fromPromise<Heard>(async () => {
          cloud.asked += 1;
          if (cloud.hangs) await new Promise(() => undefined);
          if (cloud.refusal) throw cloud.refusal;
          return { robotName: 'Host', online: true, now: cloud.now, captions: cloud.captions };
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
});
