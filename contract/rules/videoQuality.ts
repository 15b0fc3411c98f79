/** When a live picture is slow, and how its quality follows the link: on the wall and in a call alike. Pure. */
import type { VideoQuality } from '../entities/robotConstants.ts';

/** With fewer frames a second, a live picture is slow. */
export const SLOW_FRAMES_PER_SECOND = 8;
/** Slow measurements in a row, one a second, after which the quality is lowered; and good ones until it is raised. */
export const SLOW_MEASUREMENTS = 5;
export const GOOD_MEASUREMENTS = 45;
/** The wait for good measurements doubles with each raise, up to this. */
const RAISE_AFTER_MAX = 16 * GOOD_MEASUREMENTS;

/** A picture that arrives later than this is slow, ms. */
export const SLOW_PICTURE_MS = 500;

export interface PictureMeasurement {
  /** Camera to screen, ms; null until known. */
  readonly delay: number | null;
  readonly framesPerSecond: number;
}
export const isSlowPicture = ({ delay, framesPerSecond }: PictureMeasurement): boolean =>
  (delay !== null && delay > SLOW_PICTURE_MS) || framesPerSecond < SLOW_FRAMES_PER_SECOND;

/** How the quality follows the link. */
export interface QualityControl {
  /** Slow or good measurements in a row, and how many good ones raise the quality again. */
  slow: number;
  good: number;
  raiseAfter: number;
  /** The link is slow, and the quality is lower than chosen. */
  isLowered: boolean;
}
/** Another choice is tried at once, on a slow link too. */
export const TRIED_AGAIN = { isLowered: false, slow: 0, good: 0 } as const;
export const FIRST_QUALITY_CONTROL: QualityControl = { ...TRIED_AGAIN, raiseAfter: GOOD_MEASUREMENTS };

/** After a measurement: lowered on a slow link, and raised again, each time after a longer wait. */
export function afterMeasurement(
  { quality, isLowered, slow, good, raiseAfter }: QualityControl & { readonly quality: VideoQuality },
  figures: PictureMeasurement,
): QualityControl {
  const isSlow = isSlowPicture(figures);
  const next = { slow: isSlow ? slow + 1 : 0, good: isSlow ? 0 : good + 1, isLowered, raiseAfter };
  if (!isLowered && quality === '720p' && next.slow >= SLOW_MEASUREMENTS)
    return { ...next, slow: 0, good: 0, isLowered: true };
  if (isLowered && next.good >= raiseAfter)
    return { ...TRIED_AGAIN, raiseAfter: Math.min(raiseAfter * 2, RAISE_AFTER_MAX) };
  return next;
}
/** Of a chosen quality and the link. */
export const shownQuality = ({
  quality,
  isLowered,
}: Pick<QualityControl, 'isLowered'> & { readonly quality: VideoQuality }): VideoQuality =>
  isLowered ? '360p' : quality;
