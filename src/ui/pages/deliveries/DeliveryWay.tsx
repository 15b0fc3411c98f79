/** The way driven for a delivery on its last floor, with the robot there now. */
import type { DeliveryDetails } from '../../../machines/deliveries/deliveryDetail.machine.ts';
import { DrivenWay } from '../../canvas/DrivenWay.tsx';
import { useT } from '../../hooks/useT.ts';

/** Pixels per metre at which a corridor is readable. */
const SCALE = 12;

export function DeliveryWay({ details: { map, track, delivery } }: { readonly details: DeliveryDetails }) {
  const t = useT();
  return (
    <DrivenWay
      label={t('deliveries.detail.map', { floor: map?.name ?? '', to: delivery.to.name })}
      map={map}
      track={track}
      serialNumber={delivery.serialNumber}
      scale={SCALE}
    />
  );
}
