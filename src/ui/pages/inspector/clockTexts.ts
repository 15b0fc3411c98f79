/** Time of a step with milliseconds, in the reader's time zone. */
import { ownZone, timeStamp } from '../../shell/siteTime.ts';

const millis = (at: number): string => String(Math.floor(((at % 1_000) + 1_000) % 1_000)).padStart(3, '0');

/** '14:29:57.804' */
export const exactTime = (at: number): string => `${timeStamp(at, ownZone()).slice(11)}.${millis(at)}`;
/** '57.804': seconds only, where the rest is shown nearby. */
export const exactSeconds = (at: number): string =>
  `${String(Math.floor((((at % 60_000) + 60_000) % 60_000) / 1_000)).padStart(2, '0')}.${millis(at)}`;
