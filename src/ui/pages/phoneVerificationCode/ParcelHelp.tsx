/** What to do if one is somewhere else, it does not open, takes longer, is not wanted, or is somebody else's. */
import { useSelector } from '@xstate/react';
import CircleHelp from 'lucide-react/icons/circle-help';
import Hourglass from 'lucide-react/icons/hourglass';
import Keyboard from 'lucide-react/icons/keyboard';
import MapPin from 'lucide-react/icons/map-pin';
import Undo from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import type { Parcel } from '../../../../contract/entities/delivery.ts';
import {
  type PhoneVerificationCodeRef,
  selectDelivery,
  selectIsActing,
} from '../../../machines/phoneVerificationCode/phoneVerificationCode.selectors.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';

export function ParcelHelp({
  screen,
  parcel: { acts, type, isLeftInside = false, isElsewhere = false },
  phase,
}: {
  readonly screen: PhoneVerificationCodeRef;
  readonly parcel: Parcel;
  readonly phase: 'way' | 'door' | 'open';
}) {
  const t = useT();
  const { act } = useSelector(screen, selectDelivery);
  const acting = useSelector(screen, selectIsActing);
  if (phase === 'way')
    return type === 'pickup' && acts.elsewhere !== undefined ? (
      <ul className="rounded-lg border border-line-2 bg-surface">
        <Line
          icon={MapPin}
          title={t('phoneVerificationCode.help.elsewhere')}
          text={t(
            isElsewhere ? 'phoneVerificationCode.help.elsewhereTold' : 'phoneVerificationCode.help.elsewhereText',
          )}
        >
          {!isElsewhere && (
            <Button
              busy={acting && act === 'elsewhere'}
              disabledReason={acts.elsewhere === null ? undefined : t('phoneVerificationCode.help.notNow')}
              onClick={() => screen.send({ type: 'parcel.elsewhere' })}
            >
              {t('phoneVerificationCode.elsewhere.accept')}
            </Button>
          )}
        </Line>
      </ul>
    ) : null;
  if (phase === 'open')
    return type === 'pickup' && acts.notMine !== undefined && !isLeftInside ? (
      <ul className="rounded-lg border border-line-2 bg-surface">
        <Line
          icon={CircleHelp}
          title={t('phoneVerificationCode.help.notMine')}
          text={t('phoneVerificationCode.help.notMineText')}
        >
          <Button
            busy={acting && act === 'notMine'}
            disabledReason={acts.notMine === null ? undefined : t('phoneVerificationCode.help.notNow')}
            onClick={() => screen.send({ type: 'parcel.notMine' })}
          >
            {t('phoneVerificationCode.notMine.accept')}
          </Button>
        </Line>
      </ul>
    ) : null;
  return (
    <section className="rounded-lg border border-line-2 bg-surface" aria-label={t('phoneVerificationCode.help.title')}>
      <h2 className="px-4 pt-3 font-semibold">{t('phoneVerificationCode.help.title')}</h2>
      <ul>
        <Line
          icon={Keyboard}
          title={t('phoneVerificationCode.help.type')}
          text={t('phoneVerificationCode.help.typeText')}
        />
        {type === 'pickup' && (
          <>
            <Line
              icon={Hourglass}
              title={t('phoneVerificationCode.help.moreTime')}
              text={t('phoneVerificationCode.help.moreTimeText')}
            >
              <Button
                busy={acting && act === 'moreTime'}
                disabledReason={acts.moreTime === null ? undefined : t('phoneVerificationCode.help.moreTimeUsed')}
                onClick={() => screen.send({ type: 'parcel.moreTime' })}
              >
                {t('phoneVerificationCode.help.wait')}
              </Button>
            </Line>
            <Line
              icon={Undo}
              title={t('phoneVerificationCode.help.sendBack')}
              text={t('phoneVerificationCode.help.sendBackText')}
            >
              <Button
                busy={acting && act === 'sendBack'}
                disabledReason={acts.sendBack === null ? undefined : t('phoneVerificationCode.help.notNow')}
                onClick={() => screen.send({ type: 'parcel.sendBack' })}
              >
                {t('phoneVerificationCode.sendBack.accept')}
              </Button>
            </Line>
          </>
        )}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly icon: Glyph;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Line({ icon, title, text, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-line px-4 py-2.5 not-first:border-t [&_.btn]:min-h-11">
      <Icon of={icon} size={20} className="flex-none text-text-2" />
      <span className="min-w-[min(9rem,100%)] flex-1">
        {title}
        <small className="block text-[14px]/5 text-text-2">{text}</small>
      </span>
      {children}
    </li>
  );
}
