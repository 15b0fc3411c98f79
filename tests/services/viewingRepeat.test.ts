import { describe, expect, it } from 'vitest';
import { MEDIA_VIEWING_REPEAT_MS } from '../../contract/rules/limits.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { repeatViewing } from '../../src/services/viewingRepeat.ts';
import { settle } from '../fakes/settle.ts';

function repeat({
  isSpeaking = false,
  answer = () => null,
}: { isSpeaking?: boolean; answer?: (what: readonly string[]) => ErrorName | 'network' | null } = {}) {
  const asked: string[] = [];
  const heard: string[] = [];
  const signals: AbortSignal[] = [];
  let tick: (() => void) | null = null;
  const repeating = repeatViewing(
    {
      async view(what, signal) {
        asked.push(what.join(' '));
        signals.push(signal);
        const refusal = answer(what);
        if (refusal !== null) throw refusal === 'network' ? new Error('away') : new ApiError(refusal);
      },
      every: (ms, act) => {
        expect(ms).toBe(MEDIA_VIEWING_REPEAT_MS);
        tick = act;
        return () => {
          tick = null;
        };
      },
    },
    isSpeaking,
    { accessEnded: () => heard.push('access ended'), voiceRefused: () => heard.push('voice refused') },
  );
  return {
    repeating,
    asked,
    heard,
    signals,
    pass: async () => {
      tick?.();
      await settle();
    },
  };
}

describe('a viewing', () => {
  it('is told at once and every 10 s, until it is closed', async () => {
    const { repeating, asked, signals, pass } = repeat();
    await pass();
    expect(asked).toEqual(['picture sound', 'picture sound']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    repeating.close();
    await pass();
    expect(asked).toHaveLength(2);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('asks for the voice while the microphone is on, told at once', async () => {
    const { repeating, asked } = repeat({ isSpeaking: true });
    repeating.setVoice(true);
    repeating.setVoice(false);
    expect(asked).toEqual(['picture sound voice', 'picture sound']);
  });

  it('goes on when the cloud does not answer', async () => {
    const { heard, asked, pass } = repeat({ answer: () => 'network' });
    await pass();
    expect([heard, asked.length]).toEqual([[], 2]);
  });

  it.each(['robotForeign', 'notAllowed', 'sessionInvalid', 'robotUnknown'] as const)(
    'ends when it is refused: %s',
    async (name) => {
      const { heard } = repeat({ answer: () => name });
      await settle();
      expect(heard).toEqual(['access ended']);
    },
  );

  it('goes on without the voice when only that is refused', async () => {
    const { heard, asked } = repeat({
      isSpeaking: true,
      answer: (what) => (what.includes('voice') ? 'notAllowed' : null),
    });
    await settle();
    expect(heard).toEqual(['voice refused']);
    expect(asked).toEqual(['picture sound voice', 'picture sound']);
  });
});
