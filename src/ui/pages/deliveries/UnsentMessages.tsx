/** Messages of a delivery that were not sent, each with a button to send it again. The acts show what became of it. */
import { useSelector } from '@xstate/react';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import {
  type DeliveryDetailRef,
  selectDetail,
  selectIsActing,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { obstacleText, unsentText } from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';

interface UnsentProps {
  readonly detail: DeliveryDetailRef;
  readonly delivery: Delivery;
  readonly blocked: string | undefined;
}

export function UnsentMessages({ detail, delivery: { unsent = [], acts }, blocked }: UnsentProps) {
  const t = useT();
  const { task } = useSelector(detail, selectDetail);
  const acting = useSelector(detail, selectIsActing);
  const tried = task?.type === 'resendCode' ? task.code : null;
  return unsent.map((type) => (
    <p key={type} className="flex flex-wrap items-center gap-3 text-13 text-attn-text">
      <span>{unsentText(t, type)}</span>
      <Button
        size="s"
        busy={acting && tried === type}
        disabledReason={blocked ?? obstacleText(t, acts.resendCode)}
        onClick={() => detail.send({ type: 'act.do', task: { type: 'resendCode', code: type } })}
      >
        {t('deliveries.act.sendAgain')}
      </Button>
    </p>
  ));
}
