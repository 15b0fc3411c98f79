import { describe, expect, it } from 'vitest';
import { MEDIA_VIEWING_REPEAT_MS } from '../../contract/rules/limits.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { repeatViewing } from '../../src/services/viewingRepeat.ts';
import { settle } from '../fakes/settle.ts';

function repeat({
  isSpeaking = false,
  now = 0,
  answer = () => null,
}: { isSpeaking?: boolean; now?: number; answer?: (what: readonly string[]) => ErrorName | 'network' | null } = {}) {
  const asked: string[] = [];
  const sequences: number[] = [];
  const heard: string[] = [];
  const signals: AbortSignal[] = [];
  let tick: (() => void) | null = null;
  const repeating = repeatViewing(
    {
      async view({ what, sequence }, signal) {
        asked.push(what.join(' '));
        sequences.push(sequence);
        signals.push(signal);
        const refusal = answer(what);
        if (refusal !== null) throw refusal === 'network' ? new Error('away') : new ApiError(refusal);
      },
      ticks: () => now,
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
    sequences,
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

  it('numbers its reports, later than those of an earlier viewing of the page', () => {
    const { repeating, sequences } = repeat({ now: 81_234.5 });
    repeating.again();
    repeating.again();
    expect(sequences).toEqual([81_234, 81_235, 81_236]);
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
