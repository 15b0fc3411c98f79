/** Where the parcel is, its code, and what the recipient (or loader) can do now. */
import { useSelector } from '@xstate/react';
import PackageOpen from 'lucide-react/icons/package-open';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Parcel } from '../../../../contract/entities/delivery.ts';
import { OPEN_CABINET_TTL_MS } from '../../../../contract/rules/deliveryLimits.ts';
import {
  type PhoneVerificationCodeRef,
  selectDelivery,
  selectIsActing,
  selectQuestion,
} from '../../../machines/phoneVerificationCode/phoneVerificationCode.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { ReceptionLink } from '../../shell/ReceptionLink.tsx';
import { Question } from '../../shell/Question.tsx';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';
import { VisitorTitle } from '../../visitors/VisitorPage.tsx';
import { ParcelHelp } from './ParcelHelp.tsx';
import { ParcelMap } from './ParcelMap.tsx';
import { ParcelTrack } from './ParcelTrack.tsx';
import { headline, phaseOf } from './parcelTexts.ts';

const CARD = 'rounded-lg border border-line-2 bg-surface px-4 py-4';
/** Six digits are shown as two groups of three boxes. */
const HALF = 3;
/** They grow with the text size of a phone. */
const BOX = 'grid min-h-[1.2em] min-w-[0.95em] place-items-center rounded bg-surface-2';

export function ParcelShown({ screen }: { readonly screen: PhoneVerificationCodeRef }) {
  const t = useT();
  const { found, failure, act, actFailure } = useSelector(screen, selectDelivery);
  const clock = useServerNow();
  const question = useSelector(screen, selectQuestion);
  if (!found) return null;
  const { parcel, receivedAt } = found;
  const now = parcel.time + Math.max(0, clock - receivedAt);
  const phase = phaseOf(parcel);
  const [title, text] = headline(t, parcel, now);
  const isHere = phase === 'door' || phase === 'open';
  const zone = parcel.timeZone || 'UTC';
  return (
    <>
      <div role="status">
        <VisitorTitle>{title}</VisitorTitle>
        <p className="mt-1.5">{text}</p>
      </div>
      {isHere && <OpenCard screen={screen} parcel={parcel} now={now} isOpen={phase === 'open'} />}
      {actFailure && (
        <p className="field-error" role="alert">
          {t.failure(actFailure)}
        </p>
      )}
      {phase !== 'over' && (
        <section className={CARD} aria-label={t('phoneVerificationCode.whereIsIt')}>
          <ParcelMap parcel={parcel} now={now} />
          <ParcelTrack parcel={parcel} />
        </section>
      )}
      {phase === 'way' && parcel.code !== '' && (
        <section className={`${CARD} text-center`}>
          <Code code={parcel.code} title={t(codeTitle(parcel))} />
          <p className="text-text-2">{t('phoneVerificationCode.codeLater')}</p>
        </section>
      )}
      {phase !== 'done' && phase !== 'over' && <ParcelHelp screen={screen} parcel={parcel} phase={phase} />}
      {failure && (
        <p className="rounded bg-attn-soft px-3 py-2.5 text-attn-text" role="status">
          {t('phoneVerificationCode.old')}
        </p>
      )}
      <ReceptionLink number={parcel.sitePhone} size="l" className="justify-center" />
      <p className="text-center text-[14px]/5 text-text-2">
        {t('phoneVerificationCode.ordered', {
          from: parcel.loadingPoint || '–',
          at: timeStamp(parcel.createdAt, zone),
          zone: zoneName(zone, t.language, parcel.createdAt),
          number: parcel.number,
        })}
      </p>
      <Button size="l" wide variant="ghost" onClick={() => screen.send({ type: 'form.again' })}>
        {t('phoneVerificationCode.again')}
      </Button>
      <Question
        question={question}
        cancelLabel={act === 'sendBack' ? t('phoneVerificationCode.sendBack.keep') : undefined}
      />
    </>
  );
}

const codeTitle = ({ type }: Parcel) =>
  type === 'loading' ? 'phoneVerificationCode.loadingCode' : 'phoneVerificationCode.pickupCode';

function Code({ code, title }: { readonly code: string; readonly title: string }) {
  return (
    <>
      <h2 className="text-[16px]/6 font-medium">{title}</h2>
      <p className="my-2 flex flex-wrap justify-center gap-[0.35em] text-[length:clamp(28px,10.5vw,40px)]/[1.15] font-[600] text-heading tabular-nums">
        <span className="sr-only">{[...code].join(' ')}</span>
        {[code.slice(0, HALF), code.slice(HALF)].map((digits, half) => (
          <span key={half} aria-hidden="true" className="flex gap-[0.15em]">
            {[...digits].map((digit, place) => (
              <span key={place} className={BOX}>
                {digit}
              </span>
            ))}
          </span>
        ))}
      </p>
    </>
  );
}

interface OpenProps {
  readonly screen: PhoneVerificationCodeRef;
  readonly parcel: Parcel;
  readonly now: number;
  readonly isOpen: boolean;
}

function OpenCard({ screen, parcel, now, isOpen }: OpenProps) {
  const t = useT();
  const { act } = useSelector(screen, selectDelivery);
  const acting = useSelector(screen, selectIsActing);
  const { opening, acts, code, compartment, closesAt, isLeftInside = false } = parcel;
  const isLate = opening !== null && now - opening.at >= OPEN_CABINET_TTL_MS;
  const isSilent = opening?.state === 'sent' && isLate;
  const hasFailed = opening?.state === 'failed';
  const closing = closesAt != null && closesAt > now ? Math.ceil((closesAt - now) / 1_000) : 0;
  const hint = isOpen
    ? closing > 0
      ? compartment === null
        ? t('phoneVerificationCode.opening.closesAny', { seconds: closing })
        : t('phoneVerificationCode.opening.closes', { compartment, seconds: closing })
      : ''
    : compartment === null
      ? t('phoneVerificationCode.opening.hintAny')
      : t('phoneVerificationCode.opening.hint', { compartment });
  const busy = (acting && act === 'open') || (opening?.state === 'sent' && !isLate);
  return (
    <>
      {!isOpen && (isSilent || hasFailed) && (
        <p className="flex gap-2.5 rounded-lg border border-attn bg-attn-soft p-3" role="alert">
          <Icon of={TriangleAlert} size={18} className="mt-0.5 flex-none text-attn" />
          <span>
            <b className="block font-semibold text-attn-text">
              {t(isSilent ? 'phoneVerificationCode.opening.silent' : 'phoneVerificationCode.opening.failed', {
                seconds: OPEN_CABINET_TTL_MS / 1_000,
              })}
            </b>
            {t('phoneVerificationCode.opening.typeCode')}
          </span>
        </p>
      )}
      <section className={`${CARD} text-center`}>
        {code !== '' && <Code code={code} title={t(codeTitle(parcel))} />}
        {!isLeftInside && (
          <Button
            size="l"
            wide
            variant={isOpen ? 'secondary' : 'primary'}
            icon={PackageOpen}
            busy={busy}
            disabledReason={
              acts.open === null || busy
                ? undefined
                : t(
                    acts.open === 'deliveryActPending'
                      ? 'phoneVerificationCode.help.notNow'
                      : 'phoneVerificationCode.opening.notHere',
                  )
            }
            onClick={() => screen.send({ type: 'parcel.open' })}
          >
            {t(
              busy
                ? 'phoneVerificationCode.opening.busy'
                : isOpen
                  ? 'phoneVerificationCode.opening.again'
                  : isSilent || hasFailed
                    ? 'common.retry'
                    : 'phoneVerificationCode.opening.open',
            )}
          </Button>
        )}
        {hint !== '' && <p className="mt-2 text-[14px]/5 text-text-2">{hint}</p>}
      </section>
    </>
  );
}
