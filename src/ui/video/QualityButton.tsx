/** Quality of a live video, with a switch to the other one. Its tooltip has all statistics. */
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import type { VideoFigures } from '../../machines/robotData/video.setup.ts';
import { useT } from '../hooks/useT.ts';
import { figuresText, qualityWord, rateText } from './videoTexts.ts';

export interface QualityButtonProps {
  /** What is asked for now. */
  readonly quality: VideoQuality;
  readonly figures: VideoFigures | null;
  /** The picture is not live. */
  readonly stale?: boolean;
  /** The link is slow. */
  readonly slow?: boolean;
  readonly onChoose: (quality: VideoQuality) => void;
}

export function QualityButton({ quality, figures, stale = false, slow = false, onChoose }: QualityButtonProps) {
  const t = useT();
  const other = quality === '360p' ? '720p' : '360p';
  const shown = stale
    ? t('status.age.never')
    : slow
      ? t('shared.qualitySlow', { quality })
      : figures
        ? t('robotData.video.rate', { quality, rate: rateText(t, figures.kilobitsPerSecond) })
        : qualityWord(t, quality);
  return (
    <button
      type="button"
      className="-mx-2 h-6 px-2 max-desk:h-9"
      aria-label={`${shown}. ${t('robotData.video.toQuality', { now: qualityWord(t, quality), other: qualityWord(t, other) })}`}
      title={figures ? figuresText(t, figures) : undefined}
      onClick={() => onChoose(other)}
    >
      {shown}
    </button>
  );
}
