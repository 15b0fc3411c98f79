/** The chime of an alarm: two tones. Silent where the browser does not allow sound before the user has pressed something. */
import { playTones } from './playTones.ts';

const TONES = [
  { hertz: 880, at: 0 },
  { hertz: 660, at: 0.22 },
] as const;
const SECONDS = 0.2;
const VOLUME = 0.25;

export const ringAlarm = (log: (error: unknown) => void): void =>
  playTones(() => new AudioContext(), TONES, { seconds: SECONDS, volume: VOLUME, rise: 0.02, log });
