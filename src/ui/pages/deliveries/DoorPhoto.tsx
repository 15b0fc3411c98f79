/** What the robot saw when it waited at the door, or why there is no photo. */
import { FILE_RULES } from '../../../../contract/rules/files.ts';
import type { DeliveryDetails } from '../../../machines/deliveries/deliveryDetail.machine.ts';
import { useT } from '../../hooks/useT.ts';
import { timeStamp } from '../../shell/siteTime.ts';

const DAYS = (FILE_RULES.doorPicture.keepMs ?? 0) / 86_400_000;

interface PhotoProps {
  readonly details: DeliveryDetails;
  readonly timeZone: string;
}

export function DoorPhoto({ details: { delivery, photoUrl }, timeZone }: PhotoProps) {
  const t = useT();
  const { photo, robotName } = delivery;
  const time = photo.at === null ? '' : timeStamp(photo.at, timeZone);
  if (photo.state === 'none') return null;
  if (photo.state === 'taken' && photoUrl !== '')
    return (
      <figure className="relative flex-none overflow-hidden rounded border border-line">
        <img src={photoUrl} alt={t('deliveries.photo.title')} className="block aspect-video w-full object-cover" />
        <figcaption className="absolute inset-x-0 bottom-0 bg-black/60 px-2 py-1 text-12 text-white tabular-nums">
          {t('deliveries.photo.at', { time })}
        </figcaption>
      </figure>
    );
  return (
    <p className="text-12 text-text-2">
      {photo.state === 'noCamera' && t('deliveries.photo.noCamera', { robot: robotName })}
      {photo.state === 'hidden' && t('deliveries.photo.hidden')}
      {photo.state === 'deleted' && t('deliveries.photo.deleted', { time, days: DAYS })}
      {photo.state === 'taken' && t('deliveries.photo.failed', { time })}
    </p>
  );
}
