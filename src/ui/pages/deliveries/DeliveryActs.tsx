/**
 * What can be done about a delivery. An impossible act keeps its place and says why; each shows how it ended. What the
 * robot carries out is shown as sent until the robot answers.
 */
import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import CornerUpRight from 'lucide-react/icons/corner-up-right';
import PackageOpen from 'lucide-react/icons/package-open';
import Send from 'lucide-react/icons/send';
import Undo from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import { type DeliveryAct, isDeliveryOver } from '../../../../contract/rules/delivery.ts';
import {
  type DeliveryDetailRef,
  selectDetail,
  selectIsActing,
  selectIsUndoable,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import type { ActAnswer, DeliveryTask } from '../../../machines/deliveries/deliveryDetail.machine.ts';
import { clearedText, obstacleText, reasonText } from '../../deliveries/deliveryTexts.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Button, type ButtonProps } from '../../kit/Button.tsx';
import { timeStamp } from '../../shell/siteTime.ts';

interface ActsProps {
  readonly detail: DeliveryDetailRef;
  readonly delivery: Delivery;
  readonly timeZone: string;
  readonly now: number;
  readonly blocked: string | undefined;
}
const TIME_AT = 11;

export function DeliveryActs({ detail, delivery, timeZone, now, blocked }: ActsProps) {
  const t = useT();
  const { task, answers, cancelsAt } = useSelector(detail, selectDetail);
  const acting = useSelector(detail, selectIsActing);
  const undoable = useSelector(detail, selectIsUndoable);
  const { acts, compartment, status } = delivery;
  const time = (at: number): string => timeStamp(at, timeZone).slice(TIME_AT);
  const act = (
    type: Exclude<DeliveryAct, 'notMine' | 'elsewhere' | 'revealCode' | 'revealPhone'>,
    next: DeliveryTask | null,
  ): Partial<ButtonProps> => ({
    wide: true,
    busy: acting && task?.type === type,
    disabledReason: blocked ?? obstacleText(t, acts[type]),
    onClick: () => detail.send(next ? { type: 'act.do', task: next } : { type: 'redirect.open' }),
  });
  const answer = (type: DeliveryAct): string => answerText(t, delivery, type, answers[type], time);
  const acknowledge = acts.acknowledge === null && delivery.group === 'needsYou' && (
    <Act answer={answer('acknowledge')}>
      <Button {...act('acknowledge', { type: 'acknowledge' })} variant="primary" icon={Check}>
        {clearedText(t, delivery, now) ?? t('shared.markAsDealtWith')}
      </Button>
    </Act>
  );
  if (isDeliveryOver(status)) return acknowledge || null;
  return (
    <div className="grid w-full grid-cols-2 gap-2">
      {acknowledge && <div className="col-span-2">{acknowledge}</div>}
      <Act answer={answer('resendCode')}>
        <Button {...act('resendCode', { type: 'resendCode', code: codeToSend(delivery) })} icon={Send}>
          {t('shared.resendCode')}
        </Button>
      </Act>
      <Act answer={answer('openCabinet')}>
        <Button {...act('openCabinet', { type: 'openCabinet' })} icon={PackageOpen}>
          {compartment === null ? t('deliveries.act.openAny') : t('deliveries.act.openCabinet', { compartment })}
        </Button>
      </Act>
      <Act answer={answer('sendBack')}>
        <Button {...act('sendBack', { type: 'sendBack' })} icon={Undo}>
          {t('deliveries.act.sendBack')}
        </Button>
      </Act>
      <Act answer={answer('redirect')}>
        <Button {...act('redirect', null)} icon={CornerUpRight}>
          {t('deliveries.act.redirect')}
        </Button>
      </Act>
      <Act answer={answer('moreTime')}>
        <Button {...act('moreTime', { type: 'moreTime' })} icon={Clock}>
          {t('deliveries.act.moreTime')}
        </Button>
      </Act>
      <Act answer={answer('cancel')}>
        {undoable ? (
          <Button wide onClick={() => detail.send({ type: 'cancel.undo' })}>
            {t('deliveries.act.undo', { seconds: Math.max(0, Math.ceil((cancelsAt - now) / 1_000)) })}
          </Button>
        ) : (
          <Button {...act('cancel', { type: 'cancel' })} variant="danger">
            {t('deliveries.act.cancel')}
          </Button>
        )}
      </Act>
    </div>
  );
}

function Act({ answer, children }: { readonly answer: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      {children}
      <p role="status" className="mt-0.5 min-h-4 text-12 text-text-2 empty:min-h-0">
        {answer}
      </p>
    </div>
  );
}

/** Before the parcel is in the compartment, the code for loading is the one that is missing. */
const codeToSend = ({ loadingCode, loaderPhone }: Delivery): 'loading' | 'pickup' =>
  loadingCode === 'hidden' && loaderPhone !== '' ? 'loading' : 'pickup';

function answerText(
  t: Translate,
  { act, robotName }: Delivery,
  type: DeliveryAct,
  own: ActAnswer | undefined,
  time: (at: number) => string,
): string {
  if (own?.failure) return t.failure(own.failure);
  if (act?.type === type) {
    if (act.state === 'sent') return t('deliveries.answer.sent', { time: time(act.at) });
    return act.state === 'done'
      ? t('deliveries.answer.done', { robot: robotName })
      : t('deliveries.answer.failed', { robot: robotName, reason: reasonText(t, act.reason) || '–' });
  }
  return own ? t('deliveries.answer.own', { time: time(own.at) }) : '';
}
