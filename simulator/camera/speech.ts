/**
 * A robot's voice: not words, but a voice all the same, as long as what it says takes, a syllable for each of the text's.
 * A buzz like that of vocal cords goes through two resonances, which make the vowel. The same text gives the same sound.
 */
import { speakingSeconds } from '../../contract/rules/speaking.ts';

export interface Speech {
  /** Says this from the next sample on, in place of what it said before; empty falls silent. */
  say(text: string): void;
  /** -1..1; 0 while silent. */
  next(): number;
}

/** First and second resonance of a, e, i, o, u, Hz. */
const VOWELS = [
  [730, 1090],
  [530, 1840],
  [290, 2250],
  [570, 840],
  [320, 880],
] as const;
const PITCH_HZ = 165;
/** How far a syllable's pitch lies from the next one's, and how far the voice sinks to the end, of 1. */
const PITCH_SPREAD = 0.16;
const PITCH_FALL = 0.2;
/** How sharp a resonance is: of what sounds this much is left a second later, by e to the minus this many. */
const DAMPING = 2 * Math.PI * 70;
const TURN = 2 * Math.PI;
const LOUDNESS = 2.2;

/** Syllables and, as null, the pauses between words and sentences. */
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
      // Swells and dies away within the syllable, so that each is heard for itself.
      const swell = code === null ? 0 : Math.min(1, share / 0.15, (1 - share) / 0.35);
      const spread = code === null ? 0 : ((code * 7) % 11) / 11 - 0.5;
      phase = (phase + (PITCH_HZ * (1 + PITCH_SPREAD * spread - PITCH_FALL * (index / syllables.length))) / rate) % 1;
      const buzz = 2 * phase - 1;
      return Math.max(-1, Math.min(1, swell * LOUDNESS * (low.pass(buzz) + 0.5 * high.pass(buzz))));
    },
  };
}
