/**
 * The audio of a robot's microphone: motor hum with a pitch that follows the speed, room noise, chimes, and its voice.
 * Blocks of 10 ms at 48 kHz, as a WebRTC audio source takes them. The same seed and speeds give the same sound.
 */
import { createSpeech } from './speech.ts';

export const SAMPLE_RATE = 48_000;
export const BLOCK_SAMPLES = 480;

/** Amplitudes; full scale is 32767. The motor stays far below so that a voice is audible over it. */
const HUM_LEVEL = 900;
const HISS_LEVEL = 70;
const CHIME_LEVEL = 5_200;
const VOICE_LEVEL = 6_500;
/** The volume at which the chime and the voice have their levels, percent. */
const USUAL_VOLUME = 60;
/** Pitch of the motor at rest, and the increase per m/s, Hz. */
const HUM_HZ = 54;
const HUM_HZ_A_SPEED = 118;
/** Smoothing of pitch and loudness: share of the remaining difference per block. */
const FOLLOW = 0.08;
/** The two tones of a chime in Hz, and the start of the second in seconds. */
const CHIME_HZ = [784, 1046.5] as const;
const CHIME_SECOND_S = 0.18;
const CHIME_S = 1.1;

export type Motion = {
  /** Metres per second, forwards or backwards. */
  readonly speed: number;
  /** Radians per second. */
  readonly turning?: number;
  /** Of the loudspeaker, percent. */
  readonly volume?: number;
};
export type Sound = {
  /** Fills the block with the next 10 ms. Allocates nothing. */
  fill: (block: Int16Array, motion: Motion) => void;
  /** Plays a chime from the next block on; restarts one that is still playing. */
  chime: () => void;
  /** Speaks this text from the next block on; an empty text stops speech at once. */
  say: (text: string) => void;
};

const TURN = 2 * Math.PI;

export function createSound({ seed = 1 }: { readonly seed?: number } = {}): Sound {
  let noise = (seed * 2654435761) >>> 0 || 1;
  let hiss = 0;
  let phase = 0;
  let whine = 0;
  let drive = 0;
  const speech = createSpeech(SAMPLE_RATE);
  /** Samples since the chime started; past its length it is silent. */
  let chimeAt = CHIME_S * SAMPLE_RATE;

  const nextNoise = () => {
    noise ^= noise << 13;
    noise ^= noise >>> 17;
    noise ^= noise << 5;
    return noise / 2 ** 31;
  };
  const chimeSample = () => {
    if (chimeAt >= CHIME_S * SAMPLE_RATE) return 0;
    const time = chimeAt++ / SAMPLE_RATE;
    let sum = 0;
    for (let i = 0; i < CHIME_HZ.length; i++) {
      const since = time - i * CHIME_SECOND_S;
      if (since < 0) continue;
      const hz = CHIME_HZ[i] ?? 0;
      // Attack of 4 ms, then decay; the overtone decays faster.
      const strike = Math.min(1, since / 0.004);
      sum +=
        strike *
        (Math.exp(-since * 4.5) * Math.sin(TURN * hz * since) +
          0.25 * Math.exp(-since * 9) * Math.sin(TURN * 2 * hz * since));
    }
    // Fade out at the end to avoid a click.
    return sum * 0.5 * Math.min(1, (CHIME_S - time) / 0.05);
  };

  return {
    fill(block, { speed, turning = 0, volume = USUAL_VOLUME }) {
      const gain = volume / USUAL_VOLUME;
      const wanted = Math.abs(speed) + 0.25 * Math.abs(turning);
      for (let i = 0; i < block.length; i++) {
        drive += ((wanted - drive) * FOLLOW) / BLOCK_SAMPLES;
        const hz = HUM_HZ + HUM_HZ_A_SPEED * drive;
        phase = (phase + hz / SAMPLE_RATE) % 1;
        whine = (whine + (hz * 7.03) / SAMPLE_RATE) % 1;
        hiss += (nextNoise() - hiss) * 0.12;
        const loudness = 0.12 + Math.min(1, drive) * 0.88;
        const hum =
          Math.sin(TURN * phase) +
          0.42 * Math.sin(2 * TURN * phase) +
          0.18 * Math.sin(3 * TURN * phase) +
          0.07 * Math.min(1, drive) * Math.sin(TURN * whine);
        const sample =
          hum * HUM_LEVEL * loudness +
          hiss * HISS_LEVEL * (1 + 3 * Math.min(1, drive)) +
          (chimeSample() * CHIME_LEVEL + speech.next() * VOICE_LEVEL) * gain;
        block[i] = Math.max(-32_768, Math.min(32_767, Math.round(sample)));
      }
    },
    chime() {
      chimeAt = 0;
    },
    say: (text) => speech.say(text),
  };
}
