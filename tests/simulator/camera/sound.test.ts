import { describe, expect, it } from 'vitest';
import { speakingSeconds } from '../../../contract/rules/speaking.ts';
import { BLOCK_SAMPLES, SAMPLE_RATE, createSound } from '../../../simulator/camera/sound.ts';
import type { Sound } from '../../../simulator/camera/sound.ts';

function listen(sound: Sound, seconds: number, speed: number): Int16Array {
  const heard = new Int16Array(Math.round(seconds * SAMPLE_RATE));
  const block = new Int16Array(BLOCK_SAMPLES);
  for (let at = 0; at < heard.length; at += BLOCK_SAMPLES) {
    sound.fill(block, { speed });
    heard.set(block, at);
  }
  return heard;
}
const loudness = (heard: Int16Array) =>
  Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / heard.length);
/** The pitch in Hz: the shortest period whose autocorrelation is close to the maximum. */
function pitch(heard: Int16Array): number {
  const lags = Array.from({ length: 500 }, (_, i) => 200 + 2 * i);
  const likeness = lags.map((lag) => {
    let sum = 0;
    for (let i = 0; i < 9600; i += 4) sum += (heard[i] ?? 0) * (heard[i + lag] ?? 0);
    return sum;
  });
  const enough = 0.97 * Math.max(...likeness);
  return SAMPLE_RATE / (lags[likeness.findIndex((sum) => sum > enough)] ?? 1);
}

describe("a robot's sound", () => {
  it('is the same for the same seed and speeds', () => {
    expect(listen(createSound({ seed: 5 }), 0.1, 0.5)).toEqual(listen(createSound({ seed: 5 }), 0.1, 0.5));
    expect(listen(createSound({ seed: 5 }), 0.1, 0.5)).not.toEqual(listen(createSound({ seed: 6 }), 0.1, 0.5));
  });

  it('hums higher and louder the faster it drives', () => {
    const sounds = [0, 0.4, 0.8].map((speed) => {
      const sound = createSound();
      listen(sound, 1.5, speed);
      return listen(sound, 0.3, speed);
    });
    const [still, slow, fast] = sounds.map((heard) => ({ pitch: pitch(heard), loudness: loudness(heard) }));
    if (!still || !slow || !fast) throw new Error('three sounds');
    expect(still.pitch).toBeCloseTo(54, -1);
    expect(slow.pitch).toBeCloseTo(101, -1);
    expect(fast.pitch).toBeCloseTo(148, -1);
    expect(still.loudness).toBeLessThan(slow.loudness);
    expect(slow.loudness).toBeLessThan(fast.loudness);
  });

  it('changes its pitch without a click', () => {
    const sound = createSound();
    const heard = [...listen(sound, 0.3, 0), ...listen(sound, 0.3, 1)];
    const steps = heard.slice(1).map((sample, i) => Math.abs(sample - (heard[i] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(200);
  });

  it('rings a chime of two tones over the hum, once, within full scale', () => {
    const sound = createSound();
    const before = loudness(listen(sound, 0.2, 0));
    sound.chime();
    const ringing = listen(sound, 0.5, 0);
    const after = listen(sound, 1.2, 0).slice(SAMPLE_RATE * 0.7);
    expect(loudness(ringing)).toBeGreaterThan(before * 5);
    expect(Math.max(...ringing.map(Math.abs))).toBeLessThan(16_000);
    expect(loudness(after)).toBeLessThan(before * 1.2);
    // The second tone has the higher frequency: more zero crossings.
    const crossings = (from: number) =>
      ringing
        .slice(from * SAMPLE_RATE, (from + 0.1) * SAMPLE_RATE)
        .reduce((sum, sample, i, all) => sum + Number(i > 0 && sample < 0 !== (all[i - 1] ?? 0) < 0), 0);
    expect(crossings(0.3)).toBeGreaterThan(crossings(0.03));
  });

  it('has a voice while it says something, as long as that takes, and none before and after', () => {
    for (const text of ['Welcome to Harbour Hotel. How may I help?', '您好，请问您要去哪个诊室？']) {
      const sound = createSound();
      const silence = loudness(listen(sound, 0.5, 0));
      sound.say(text);
      const seconds = Math.floor(speakingSeconds(text) * 100) / 100;
      const voice = listen(sound, seconds, 0);
      expect(loudness(voice)).toBeGreaterThan(silence * 5);
      expect(voice.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(20_000);
      // The voice lasts to the end: its last quarter is clearly louder than silence.
      expect(loudness(voice.slice(voice.length * 0.75))).toBeGreaterThan(silence * 3);
      listen(sound, 0.1, 0);
      expect(loudness(listen(sound, 0.5, 0))).toBeLessThan(silence * 1.1);
    }
  });

  it('falls silent in the middle of a sentence that is taken back', () => {
    const sound = createSound();
    const silence = loudness(listen(sound, 0.5, 0));
    sound.say('This is a long sentence that nobody will hear to its end.');
    expect(loudness(listen(sound, 1, 0))).toBeGreaterThan(silence * 5);
    sound.say('');
    expect(loudness(listen(sound, 0.5, 0))).toBeLessThan(silence * 1.1);
  });
});
