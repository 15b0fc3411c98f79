/**
 * Recipient and loader: name, how they get their code, and the number as far as the reader may see it. Operators show a
 * masked number or copy it; both are in the history and in the audit log.
 */
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { DELIVERY_PEOPLE, type Delivery, type DeliveryPerson } from '../../../../contract/entities/delivery.ts';
import { isMasked } from '../../../../contract/rules/maskAccount.ts';
import {
  type DeliveryDetailRef,
  selectDetail,
  selectIsPhoneRevealing,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { obstacleText } from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { FieldError } from '../../kit/FieldError.tsx';
import { IconButton } from '../../kit/IconButton.tsx';

const NAMES = {
  recipient: 'deliveries.detail.recipient',
  loader: 'deliveries.detail.loader',
} as const satisfies Record<DeliveryPerson, Key>;

interface PeopleProps {
  readonly detail: DeliveryDetailRef;
  readonly delivery: Delivery;
  readonly blocked: string | undefined;
}

export function DeliveryPeople({ detail, delivery, blocked }: PeopleProps) {
  const t = useT();
  const { person: asked, phone: full, isCopyWanted, isPhoneCopied, phoneFailure } = useSelector(detail, selectDetail);
  const isRevealing = useSelector(detail, selectIsPhoneRevealing);
  const { recipientName, recipientPhone, loaderPhone, acts } = delivery;
  const phones: Readonly<Record<DeliveryPerson, string | undefined>> = {
    recipient: recipientPhone,
    loader: loaderPhone,
  };
  const reason = acts.revealPhone === undefined ? undefined : (blocked ?? obstacleText(t, acts.revealPhone));
  const buttons = (person: DeliveryPerson, phone: string) => {
    const isAsked = asked === person;
    const isShown = isAsked && full !== '';
    const name = t(NAMES[person]);
    const reasonOf = (isCopy: boolean) =>
      reason ?? (isRevealing && !(isAsked && isCopy === isCopyWanted) ? t('common.stillWaiting') : undefined);
    return (
      <span className="ml-1 inline-flex align-middle">
        {isMasked(phone) && (
          <IconButton
            size="s"
            icon={isShown ? EyeOff : Eye}
            label={t(isShown ? 'deliveries.phone.hide' : 'deliveries.phone.show', { person: name })}
            aria-busy={(isRevealing && isAsked && !isCopyWanted) || undefined}
            disabledReason={reasonOf(false)}
            onClick={() =>
              detail.send(isShown ? { type: 'phone.hide' } : { type: 'phone.reveal', person, isCopyWanted: false })
            }
          />
        )}
        <IconButton
          size="s"
          icon={Copy}
          label={t('deliveries.phone.copy', { person: name })}
          aria-busy={(isRevealing && isAsked && isCopyWanted) || undefined}
          disabledReason={reasonOf(true)}
          onClick={() => detail.send({ type: 'phone.reveal', person, isCopyWanted: true })}
        />
      </span>
    );
  };
  return (
    <dl className="facts">
      {DELIVERY_PEOPLE.map((person) => {
        const phone = phones[person];
        const isAsked = asked === person;
        const name = person === 'recipient' ? recipientName : '';
        /** Without a number there is no message; replays leave it out, so that nothing is known. */
        const way = phone === undefined ? '' : phone === '' ? t('deliveryTexts.inside') : t('shared.textMessage');
        if (person === 'loader' && way === '') return null;
        return (
          <div key={person}>
            <dt>{t(NAMES[person])}</dt>
            <dd className="wrap-anywhere tabular-nums">
              {[name, way, isAsked && full !== '' ? full : phone].filter(Boolean).join(' · ')}
              {phone && acts.revealPhone !== undefined && buttons(person, phone)}
              <span role="status" className="text-12 text-text-2">
                {isAsked && isPhoneCopied !== null && ` ${t(isPhoneCopied ? 'shell.copy.done' : 'shell.copy.failed')}`}
              </span>
              {isAsked && phoneFailure && <FieldError>{t.failure(phoneFailure)}</FieldError>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
