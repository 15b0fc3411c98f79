/**
 * Texts over the video in each state: an outdated picture is always marked, and causes are named instead of "error".
 * Only a viewing that is still open has a last picture on the screen; without one the age of the last picture is given,
 * but no frame is shown. Pure.
 */
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import type { Failure } from '../../machines/failure.ts';
import type { VideoState } from '../../machines/robotData/video.selectors.ts';
import type { VideoFigures } from '../../machines/robotData/video.setup.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import type { VideoLook } from '../kit/VideoFrame.tsx';

export interface VideoFacts {
  readonly t: Translate;
  /** The robot announces video; otherwise there is nothing to retry. */
  readonly supported: boolean;
  readonly state: VideoState;
  readonly name: string;
  /** Time of the last frame, ms; null before the first. */
  readonly pictureAt: number | null;
  /** The frame on the screen is black. */
  readonly blank: boolean;
  readonly now: number;
  readonly age: (ms: number) => string;
  /** Why no video came, if the robot did not answer. */
  readonly timeOut: Failure | null;
  /** The user is driving the robot by this video. */
  readonly driving: boolean;
}
export interface VideoTexts {
  readonly look: VideoLook;
  readonly title?: string;
  readonly text?: string;
  /** Action offered to the user. */
  readonly act?: 'retry' | 'start';
}

const PLAIN = {
  noCamera: ['shared.noCamera', 'robotData.video.state.noCameraText'],
  tooManyViewers: ['robotData.video.state.tooManyViewers', 'robotData.video.state.tooManyViewersText'],
  accessEnded: ['robotData.video.state.accessEnded', 'robotData.video.state.accessEndedText'],
  failed: ['shared.couldntGetVideo', 'shared.videoBlocked'],
  offline: ['shared.nameIsOffline', 'robotData.video.state.offlineText'],
  off: ['robotData.video.state.off', 'robotData.video.state.offText'],
  resting: ['shared.videoPaused', 'shared.tabHidden'],
} as const satisfies Partial<Record<VideoState, readonly [Key, Key]>>;

export function videoTexts({
  t,
  supported,
  state,
  name,
  pictureAt,
  blank,
  now,
  age,
  timeOut,
  driving,
}: VideoFacts): VideoTexts {
  if (state === 'noCamera' && !supported)
    return { look: 'failed', title: t('shared.noCamera'), text: t('robotData.video.state.noVideoText') };
  switch (state) {
    case 'live':
      return { look: 'live' };
    case 'waiting':
      return { look: 'opening', title: t('robotData.video.state.waiting') };
    case 'connecting':
      return { look: 'opening', title: t('robotData.video.state.connecting') };
    case 'frozen':
    case 'reconnecting': {
      const again = t(driving ? 'robotData.video.state.drivingBlind' : 'shared.retrying');
      if (pictureAt === null) return { look: 'opening', title: t('robotData.video.state.reconnecting'), text: again };
      const old = { age: age(now - pictureAt) };
      return state === 'frozen' && !blank
        ? { look: 'stale', title: t('shared.imageIsAgeOld', old), text: again }
        : {
            look: 'opening',
            title: t('robotData.video.state.reconnecting'),
            text: driving ? again : t('robotData.video.state.lastPicture', old),
          };
    }
    default: {
      const [title, text] = PLAIN[state];
      const act =
        state === 'off'
          ? ({ act: 'start' } as const)
          : state === 'offline' || state === 'resting'
            ? {}
            : ({ act: 'retry' } as const);
      return {
        look: state === 'off' || state === 'resting' ? 'off' : 'failed',
        title: t(title, { name }),
        text: timeOut ? t.failure(timeOut) : t(text),
        ...act,
      };
    }
  }
}

const KILO = 1_000;
export const rateText = (t: Translate, kilobits: number): string =>
  kilobits < KILO
    ? t('robotData.video.kilobits', { n: Math.round(kilobits) })
    : t('robotData.video.megabits', { n: (kilobits / KILO).toFixed(1) });

const QUALITY = {
  '360p': 'robotData.video.quality.360p',
  '720p': 'robotData.video.quality.720p',
} as const satisfies Record<VideoQuality, Key>;
export const qualityWord = (t: Translate, quality: VideoQuality): string => t(QUALITY[quality]);

export const figuresText = (
  t: Translate,
  { width, height, framesPerSecond, kilobitsPerSecond, roundTrip }: VideoFigures,
): string =>
  t('robotData.video.figures', {
    width,
    height,
    fps: Math.round(framesPerSecond),
    rate: rateText(t, kilobitsPerSecond),
    rtt: roundTrip ?? '–',
  });
