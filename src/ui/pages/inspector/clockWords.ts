/** A step's time to the millisecond, in the reader's zone. */
import { timeOfDay } from '../../shell/siteTime.ts';

const millis = (at: number): string => String(Math.floor(((at % 1_000) + 1_000) % 1_000)).padStart(3, '0');
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** '14:29:57.804' */
export const exactTime = (at: number): string => `${timeOfDay(at, zone())}.${millis(at)}`;
/** '57.804': the seconds alone, where the rest stands nearby. */
export const exactSeconds = (at: number): string =>
  `${String(Math.floor((((at % 60_000) + 60_000) % 60_000) / 1_000)).padStart(2, '0')}.${millis(at)}`;
