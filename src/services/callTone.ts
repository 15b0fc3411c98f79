/**
 * The tone of a call that rings, every few seconds, from one tab of a person only: the tabs of a browser share a lock,
 * and the one that holds it rings.
 */
const TONES = [
  { hertz: 520, at: 0 },
  { hertz: 650, at: 0.3 },
  { hertz: 520, at: 0.6 },
] as const;
const SECONDS = 0.26;
const VOLUME = 0.2;
const EVERY_MS = 3_000;
const LOCK = 'roundhouse-call-tone';

export interface ToneParts {
  /** Undefined in browsers without locks, where every tab rings. */
  locks: Pick<LockManager, 'request'> | undefined;
  audio(): AudioContext;
  every(ms: number, act: () => void): () => void;
  log(error: unknown): void;
}

function ring({ audio: newAudio, log }: ToneParts): void {
  try {
    const audio = newAudio();
    for (const { hertz, at } of TONES) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      const from = audio.currentTime + at;
      tone.frequency.value = hertz;
      // Rises and falls, because a tone that is cut off clicks.
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(VOLUME, from + 0.03);
      gain.gain.linearRampToValueAtTime(0, from + SECONDS);
      tone.connect(gain).connect(audio.destination);
      tone.start(from);
      tone.stop(from + SECONDS);
    }
    setTimeout(() => void audio.close().catch(log), 1_500);
  } catch (error) {
    log(error);
  }
}

/** Rings until the returned function is called. */
export function ringCall(parts: ToneParts): () => void {
  let isOver = false;
  let release = (): void => {};
  const ended = new Promise<void>((resolve) => (release = resolve));
  const play = async (): Promise<void> => {
    if (isOver) return;
    ring(parts);
    const stop = parts.every(EVERY_MS, () => ring(parts));
    await ended;
    stop();
  };
  if (parts.locks) parts.locks.request(LOCK, play).catch(parts.log);
  else play().catch(parts.log);
  return () => {
    isOver = true;
    release();
  };
}
