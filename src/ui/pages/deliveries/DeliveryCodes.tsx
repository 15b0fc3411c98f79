/** The two codes of a delivery as dots. Operators can look; each look is in the history and in the audit log. */
import { useSelector } from '@xstate/react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { CodeType, Delivery } from '../../../../contract/entities/delivery.ts';
import {
  type DeliveryDetailRef,
  selectDetail,
  selectIsRevealing,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { obstacleText } from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { FieldError } from '../../kit/FieldError.tsx';
import { IconButton } from '../../kit/IconButton.tsx';

const NAMES = { loading: 'deliveries.code.loading', pickup: 'deliveries.code.pickup' } as const satisfies Record<
  CodeType,
  Key
>;
const STATES = { used: 'deliveries.code.used', over: 'deliveries.code.over', none: 'shared.noneInText' } as const;
const DOTS = '••••••';

interface CodesProps {
  readonly detail: DeliveryDetailRef;
  readonly delivery: Delivery;
  readonly blocked: string | undefined;
}

export function DeliveryCodes({ detail, delivery, blocked }: CodesProps) {
  const t = useT();
  const { codeType, code, codeFailure } = useSelector(detail, selectDetail);
  const revealing = useSelector(detail, selectIsRevealing);
  const states = { loading: delivery.loadingCode, pickup: delivery.pickupCode };
  return (
    <div>
      <div className="grid grid-cols-2 gap-2">
        {(['loading', 'pickup'] as const).map((type) => {
          const state = states[type];
          const isShown = code !== '' && codeType === type;
          return (
            <div key={type} className="relative rounded bg-surface-3 px-3 py-2">
              <span className="block text-12 text-text-2">{t(NAMES[type])}</span>
              {state === 'hidden' ? (
                <>
                  <b className="font-mono text-[18px]/6 font-semibold tracking-wider text-heading">
                    {isShown ? code : <span aria-label={t('deliveries.code.hidden')}>{DOTS}</span>}
                  </b>
                  <span className="absolute top-2.5 right-1.5">
                    <IconButton
                      size="s"
                      icon={isShown ? EyeOff : Eye}
                      label={t(isShown ? 'deliveries.code.hide' : 'deliveries.code.show', { code: t(NAMES[type]) })}
                      aria-busy={(revealing && codeType === type) || undefined}
                      disabledReason={blocked ?? obstacleText(t, delivery.acts.revealCode)}
                      onClick={() => detail.send(isShown ? { type: 'code.hide' } : { type: 'code.reveal', code: type })}
                    />
                  </span>
                </>
              ) : (
                <span className="block text-13/6 text-text-2">{t(STATES[state])}</span>
              )}
            </div>
          );
        })}
      </div>
      {codeFailure && <FieldError>{t.failure(codeFailure)}</FieldError>}
    </div>
  );
}
