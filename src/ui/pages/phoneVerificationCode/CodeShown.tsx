/** The code in large digits, and the progress of the delivery. */
import { useSelector } from '@xstate/react';
import type { DeliveryStatus } from '../../../../contract/entities/robotConstants.ts';
import {
  type PhoneVerificationCodeRef,
  selectDelivery,
} from '../../../machines/phoneVerificationCode/phoneVerificationCode.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/words.ts';
import { Button } from '../../kit/Button.tsx';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';
import { FactNote, VisitorFact, VisitorFacts } from '../../visitors/VisitorFacts.tsx';
import { VisitorTitle } from '../../visitors/VisitorPage.tsx';

const STATUS = {
  created: 'phoneVerificationCode.at.created',
  goingToLoadingPoint: 'phoneVerificationCode.at.goingToLoadingPoint',
  arrivedAtLoadingPoint: 'phoneVerificationCode.at.arrivedAtLoadingPoint',
  loading: 'phoneVerificationCode.at.loading',
  loadingCompleted: 'phoneVerificationCode.at.loadingCompleted',
  loadingFailed: 'phoneVerificationCode.at.loadingFailed',
  goingToLoadingFailed: 'phoneVerificationCode.at.goingToLoadingFailed',
  loadingTimeout: 'phoneVerificationCode.at.loadingTimeout',
  cabinetOpen: 'phoneVerificationCode.at.cabinetOpen',
  delivering: 'phoneVerificationCode.at.delivering',
  arrivedAtRoom: 'phoneVerificationCode.at.arrivedAtRoom',
  completed: 'phoneVerificationCode.at.completed',
  notPickedUp: 'phoneVerificationCode.at.notPickedUp',
  cancelled: 'phoneVerificationCode.at.cancelled',
  deliveryFailed: 'phoneVerificationCode.at.deliveryFailed',
  expired: 'phoneVerificationCode.at.expired',
} as const satisfies Record<DeliveryStatus, Key>;
/** Six digits are shown as two groups of three. */
const HALF = 3;

export function CodeShown({ screen }: { readonly screen: PhoneVerificationCodeRef }) {
  const t = useT();
  const { found, failure } = useSelector(screen, selectDelivery);
  if (!found) return null;
  const { code, type, status, isOver, loadingPoint, destination, robotName, changedAt, timeZone } = found;
  const zone = timeZone || 'UTC';
  return (
    <>
      {isOver ? (
        <div>
          <VisitorTitle>{t('phoneVerificationCode.over')}</VisitorTitle>
          <p className="mt-1.5">{t('phoneVerificationCode.overText')}</p>
        </div>
      ) : (
        <section className="rounded-lg border border-line-2 bg-surface px-4 py-5 text-center">
          <h1 className="text-[18px]/6 font-medium">
            {t(type === 'loading' ? 'phoneVerificationCode.loadingCode' : 'phoneVerificationCode.pickupCode')}
          </h1>
          <p className="mt-1.5 mb-2 flex justify-center gap-[0.35em] text-[length:clamp(48px,16vw,80px)]/[1.15] font-[600] tracking-[0.04em] text-heading tabular-nums">
            <span className="sr-only">{[...code].join(' ')}</span>
            <span aria-hidden="true">{code.slice(0, HALF)}</span>
            <span aria-hidden="true">{code.slice(HALF)}</span>
          </p>
          <p>{t(type === 'loading' ? 'phoneVerificationCode.loadingHint' : 'phoneVerificationCode.pickupHint')}</p>
        </section>
      )}
      <VisitorFacts>
        <VisitorFact name={t('phoneVerificationCode.status')}>
          <span role="status">
            <b>{t(STATUS[status])}</b>
            <FactNote>
              {t('phoneVerificationCode.since', {
                at: timeStamp(changedAt, zone),
                zone: zoneName(zone, t.language, changedAt),
              })}
            </FactNote>
          </span>
        </VisitorFact>
        {destination && <VisitorFact name={t('phoneVerificationCode.to')}>{destination}</VisitorFact>}
        {loadingPoint && <VisitorFact name={t('phoneVerificationCode.from')}>{loadingPoint}</VisitorFact>}
        {robotName && <VisitorFact name={t('phoneVerificationCode.robot')}>{robotName}</VisitorFact>}
      </VisitorFacts>
      {failure && (
        <p className="rounded bg-attn-soft px-3 py-2.5 text-attn-text" role="status">
          {t('phoneVerificationCode.old')}
        </p>
      )}
      <Button size="l" wide onClick={() => screen.send({ type: 'form.again' })}>
        {t('phoneVerificationCode.again')}
      </Button>
    </>
  );
}
