/** What is promised before a delivery is sent: which robot, when, and who gets a message; or what was sent. */
import { useSelector } from '@xstate/react';
import type { DeliveryPromise, MessageLimit } from '../../../../contract/entities/delivery.ts';
import {
  type NewDeliveryRef,
  selectDraft,
  selectIsPromising,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { RobotChoiceDetails } from '../../deliveries/RobotChoiceDetails.tsx';
import { waitingText } from '../../deliveries/deliveryTexts.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { timeOfDay } from '../../shell/siteTime.ts';

export function PromiseLine({ form, timeZone }: { readonly form: NewDeliveryRef; readonly timeZone: string }) {
  const t = useT();
  const { promise, promiseFailure, sent, draft } = useSelector(form, selectDraft);
  const promising = useSelector(form, selectIsPromising);
  const choice = sent || promiseFailure ? undefined : promise?.choice;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p role="status" className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1">
        {sent ? (
          <b className="font-semibold text-st-online-text">
            {t('deliveries.new.sent', { number: sent.number, to: sent.to.name })}
          </b>
        ) : promiseFailure ? (
          <span className="text-attn-text">{t.failure(promiseFailure)}</span>
        ) : promise ? (
          promiseTexts(t, promise, draft.notBefore, timeZone).map((text) => <span key={text}>{text}</span>)
        ) : (
          <span>{t(promising ? 'deliveries.new.promising' : 'deliveries.new.incomplete')}</span>
        )}
      </p>
      {choice && <RobotChoiceDetails choice={choice} robotName={promise?.robotName ?? ''} />}
    </div>
  );
}

const LIMITS = {
  numberLimit: 'deliveries.new.numberLimit',
  accountLimit: 'deliveries.new.accountLimit',
} as const satisfies Record<Exclude<MessageLimit, ''>, Key>;

function promiseTexts(t: Translate, promise: DeliveryPromise, notBefore: string, timeZone: string): string[] {
  const { robotName, battery, isFree, loadingAt, arrivalAt, ahead, tellsRecipient, tellsLoader, messageLimit } =
    promise;
  const time = (at: number): string => timeOfDay(at, timeZone);
  const who =
    robotName === ''
      ? waitingText(t, promise, notBefore)
      : isFree
        ? t('deliveries.new.takes', { robot: robotName, battery: battery === null ? '–' : Math.round(battery) })
        : loadingAt === null
          ? t('deliveries.new.queued', { robot: robotName })
          : t('deliveryTexts.now.next', { robot: robotName, time: time(loadingAt) });
  return [
    who,
    ...(ahead > 0 ? [t('deliveries.new.ahead', { count: ahead })] : []),
    ...(loadingAt !== null && arrivalAt !== null
      ? [t('deliveries.new.times', { loading: time(loadingAt), arrival: time(arrivalAt) })]
      : []),
    t(
      messageLimit !== ''
        ? LIMITS[messageLimit]
        : tellsRecipient
          ? tellsLoader
            ? 'deliveries.new.tellsBoth'
            : 'deliveries.new.tells'
          : 'deliveries.new.tellsNobody',
    ),
  ];
}
