/** A delivery's six stations, and its status as a pill. */
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { useT } from '../hooks/useT.ts';
import { StatusPill } from '../kit/StatusPill.tsx';
import { Track } from '../kit/Track.tsx';
import { pillOf, STATION_NAMES, STATUS_NAMES, trackKind } from './deliveryTexts.ts';

type Shown = Pick<Delivery, 'status' | 'station' | 'group'>;

export function DeliveryTrack({ delivery }: { readonly delivery: Shown }) {
  const t = useT();
  return (
    <Track
      stations={STATION_NAMES.map((label) => ({ label: t(label) }))}
      current={delivery.station}
      kind={trackKind(delivery)}
      description={t('deliveryTexts.track', { status: t(STATUS_NAMES[delivery.status]) })}
    />
  );
}

export function DeliveryPill({ delivery }: { readonly delivery: Pick<Delivery, 'status'> }) {
  const t = useT();
  const status = pillOf(delivery);
  return (
    <StatusPill
      status={status}
      label={t(STATUS_NAMES[delivery.status])}
      icon={status === 'online' ? Check : status === 'alarm' ? X : undefined}
    />
  );
}
