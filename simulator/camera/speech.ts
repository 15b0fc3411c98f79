/**
 * Synthetic speech of a robot: no intelligible words, but a voice of the right duration, with one sound per syllable of
 * the text. A buzz through two formants makes the vowels. The same text gives the same sound.
 */
import { speakingSeconds } from '../../contract/rules/speaking.ts';

export interface Speech {
  /** Speaks this text from the next sample on, replacing the previous one; an empty text stops speech. */
  say(text: string): void;
  /** The next sample, -1..1; 0 while silent. */
  next(): number;
}

/** First and second formant of a, e, i, o, u, Hz. */
const VOWELS = [
  [730, 1090],
  [530, 1840],
  [290, 2250],
  [570, 840],
  [320, 880],
] as const;
const PITCH_HZ = 165;
/** Pitch variation between syllables, and the fall towards the end, both as a share of the pitch. */
const PITCH_SPREAD = 0.16;
const PITCH_FALL = 0.2;
/** Decay rate of a resonance, 1/s. */
const DAMPING = 2 * Math.PI * 70;
const TURN = 2 * Math.PI;
const LOUDNESS = 2.2;

/** Syllables, and null for the pauses between words and sentences. */
export function syllablesOf(text: string): (number | null)[] {
  const pieces =
    text.toLowerCase().match(/[一-鿿]|[aeiouyàâäåæéèêëíìîïóòôöøúùûü]+|\d|[\s.,;:!?，。！？；：、]+/gu) ?? [];
  return pieces.map((piece) => (/^[\s.,;:!?，。！？；：、]/u.test(piece) ? null : (piece.codePointAt(0) ?? 0)));
}

function resonance(rate: number) {
  let [one, two, b, c] = [0, 0, 0, 0];
  const radius = Math.exp(-DAMPING / rate);
  return {
    tune(hz: number): void {
      b = 2 * radius * Math.cos((TURN * hz) / rate);
      c = -radius * radius;
    },
    pass(sample: number): number {
      const sum = (1 - radius) * sample + b * one + c * two;
      two = one;
      one = sum;
      return sum;
    },
  };
}

export function createSpeech(rate: number): Speech {
  let syllables: (number | null)[] = [];
  let samplesEach = 1;
  let at = 0;
  let phase = 0;
  const [low, high] = [resonance(rate), resonance(rate)];
  return {
    say(text) {
      syllables = syllablesOf(text);
      samplesEach = Math.max(1, Math.floor((speakingSeconds(text) * rate) / Math.max(1, syllables.length)));
      at = 0;
    },
    next() {
      const index = Math.floor(at / samplesEach);
      if (index >= syllables.length) return 0;
      const share = (at % samplesEach) / samplesEach;
      const code = syllables[index] ?? null;
      if (at % samplesEach === 0 && code !== null) {
        const [first, second] = VOWELS[code % VOWELS.length] ?? VOWELS[0];
        low.tune(first);
        high.tune(second);
      }
      at++;
      // Fade in and out within each syllable, so that syllables are audibly separate.
      const swell = code === null ? 0 : Math.min(1, share / 0.15, (1 - share) / 0.35);
      const spread = code === null ? 0 : ((code * 7) % 11) / 11 - 0.5;
      phase = (phase + (PITCH_HZ * (1 + PITCH_SPREAD * spread - PITCH_FALL * (index / syllables.length))) / rate) % 1;
      const buzz = 2 * phase - 1;
      return Math.max(-1, Math.min(1, swell * LOUDNESS * (low.pass(buzz) + 0.5 * high.pass(buzz))));
    },
  };
}
