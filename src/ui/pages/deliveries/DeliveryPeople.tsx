/** Recipient and loader: name, how they get their code, and the number as far as the reader may see it. */
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import { useT } from '../../hooks/useT.ts';

export function DeliveryPeople({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const { recipientName, recipientPhone, loaderPhone } = delivery;
  /** Without a number there is no message. */
  const reachedBy = (phone: string): string[] =>
    phone === '' ? [t('deliveryTexts.inside')] : [t('shared.textMessage'), phone];
  return (
    <dl className="facts">
      <div>
        <dt>{t('deliveries.detail.recipient')}</dt>
        <dd className="wrap-anywhere tabular-nums">
          {[recipientName, ...reachedBy(recipientPhone)].filter(Boolean).join(' · ')}
        </dd>
      </div>
      <div>
        <dt>{t('deliveries.detail.loader')}</dt>
        <dd className="wrap-anywhere tabular-nums">{reachedBy(loaderPhone).join(' · ')}</dd>
      </div>
    </dl>
  );
}
