/** Recipient and loader: name, how they get their code, and the number as far as the reader may see it. */
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import { useT } from '../../hooks/useT.ts';

export function DeliveryPeople({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const { recipientName, recipientPhone, loaderPhone } = delivery;
  /** Without a number there is no message; replays leave it out, so that nothing is known. */
  const reachedBy = (phone: string | undefined): string[] => {
    if (phone === undefined) return [];
    return phone === '' ? [t('deliveryTexts.inside')] : [t('shared.textMessage'), phone];
  };
  const loader = reachedBy(loaderPhone);
  return (
    <dl className="facts">
      <div>
        <dt>{t('deliveries.detail.recipient')}</dt>
        <dd className="wrap-anywhere tabular-nums">
          {[recipientName, ...reachedBy(recipientPhone)].filter(Boolean).join(' · ')}
        </dd>
      </div>
      {loader.length > 0 && (
        <div>
          <dt>{t('deliveries.detail.loader')}</dt>
          <dd className="wrap-anywhere tabular-nums">{loader.join(' · ')}</dd>
        </div>
      )}
    </dl>
  );
}
