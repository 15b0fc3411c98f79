/** A photo, the player of a recording, or that it is still recorded. */
import type { PhotoDetail } from '../../../machines/photos/photos.setup.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { placeText } from './photoTexts.ts';

interface PhotoPictureProps {
  readonly detail: PhotoDetail;
  /** Its size. */
  readonly className: string;
}

export function PhotoPicture({ detail: { item, url }, className }: PhotoPictureProps) {
  const t = useT();
  const { kind, isRecording, robotName, takenAt, timeZone } = item;
  const label = t(kind === 'photo' ? 'photos.tile.photo' : 'photos.tile.video', {
    robot: robotName,
    place: placeText(t, item),
    time: timeStamp(takenAt, timeZone),
  });
  if (isRecording || url === '')
    return <p className={classes('grid place-items-center text-13', className)}>{t('photos.recording')}</p>;
  return kind === 'photo' ? (
    <img src={url} alt={label} className={classes('block object-contain', className)} />
  ) : (
    <video
      src={url}
      aria-label={label}
      className={classes('block', className)}
      controls
      playsInline
      preload="metadata"
    />
  );
}
