/**
 * The tone of a call that rings, every few seconds, from one tab of a person only: the tabs of a browser share a lock,
 * and the one that holds it rings.
 */
import { playTones } from './playTones.ts';

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

const ring = ({ audio, log }: ToneParts): void =>
  playTones(audio, TONES, { seconds: SECONDS, volume: VOLUME, rise: 0.03, log });

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
