/** The code in large digits, and the progress of the delivery. */
import { useSelector } from '@xstate/react';
import type { DeliveryStatus } from '../../../../contract/entities/constants.ts';
import {
  type PhoneVerificationCodeRef,
  selectDelivery,
} from '../../../machines/phoneVerificationCode/phoneVerificationCode.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/words.ts';
import { Button } from '../../kit/Button.tsx';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';

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
          <h1>{t('phoneVerificationCode.over')}</h1>
          <p>{t('phoneVerificationCode.overText')}</p>
        </div>
      ) : (
        <section className="meeting-code">
          <h1>{t(type === 'loading' ? 'phoneVerificationCode.loadingCode' : 'phoneVerificationCode.pickupCode')}</h1>
          <p className="meeting-digits">
            <span className="sr-only">{[...code].join(' ')}</span>
            <span aria-hidden="true">{code.slice(0, HALF)}</span>
            <span aria-hidden="true">{code.slice(HALF)}</span>
          </p>
          <p>{t(type === 'loading' ? 'phoneVerificationCode.loadingHint' : 'phoneVerificationCode.pickupHint')}</p>
        </section>
      )}
      <dl className="meeting-facts">
        <div>
          <dt>{t('phoneVerificationCode.status')}</dt>
          <dd>
            <span role="status">
              <b>{t(STATUS[status])}</b>
              <small>
                {t('phoneVerificationCode.since', {
                  at: timeStamp(changedAt, zone),
                  zone: zoneName(zone, t.language, changedAt),
                })}
              </small>
            </span>
          </dd>
        </div>
        {destination && (
          <div>
            <dt>{t('phoneVerificationCode.to')}</dt>
            <dd>{destination}</dd>
          </div>
        )}
        {loadingPoint && (
          <div>
            <dt>{t('phoneVerificationCode.from')}</dt>
            <dd>{loadingPoint}</dd>
          </div>
        )}
        {robotName && (
          <div>
            <dt>{t('phoneVerificationCode.robot')}</dt>
            <dd>{robotName}</dd>
          </div>
        )}
      </dl>
      {failure && (
        <p className="meeting-old" role="status">
          {t('phoneVerificationCode.old')}
        </p>
      )}
      <Button size="l" wide onClick={() => screen.send({ type: 'form.again' })}>
        {t('phoneVerificationCode.again')}
      </Button>
    </>
  );
}
