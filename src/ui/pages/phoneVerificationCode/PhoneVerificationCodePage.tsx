/**
 * Opened from a delivery notification: the recipient (or loader) enters their phone number, sees where the parcel is, and
 * opens the compartment. Usable with one hand.
 */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import {
  type PhoneVerificationCodeRef,
  selectDelivery,
  selectDeliveryStep,
  selectIsAsking,
} from '../../../machines/phoneVerificationCode/phoneVerificationCode.selectors.ts';
import { clockText } from '../../alarms/alarmTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { PhoneFields } from '../../verification/PhoneFields.tsx';
import { VisitorForm, VisitorPage, VisitorTitle } from '../../visitors/VisitorPage.tsx';
import { ParcelShown } from './ParcelShown.tsx';

export function PhoneVerificationCodePage({ screen }: { readonly screen: PhoneVerificationCodeRef }) {
  return (
    <VisitorPage on="hand">
      <Content screen={screen} />
    </VisitorPage>
  );
}

function Content({ screen }: { readonly screen: PhoneVerificationCodeRef }) {
  const t = useT();
  const step = useSelector(screen, selectDeliveryStep);
  if (step === 'shown') return <ParcelShown screen={screen} />;
  if (step === 'form') return <Form screen={screen} />;
  return (
    <>
      <VisitorTitle>{t('phoneVerificationCode.lost')}</VisitorTitle>
      <p className="mt-1.5">{t('phoneVerificationCode.lostText')}</p>
    </>
  );
}

function Form({ screen }: { readonly screen: PhoneVerificationCodeRef }) {
  const t = useT();
  const { type, country, phoneNumber, isFaulty, failure, wait } = useSelector(screen, selectDelivery);
  const asking = useSelector(screen, selectIsAsking);
  // Counted down: the text of the failure has the seconds at which it happened.
  const locked = wait > 0 ? t('phoneVerificationCode.wait', { time: clockText(wait * 1_000) }) : undefined;
  const submit = (): void => {
    if (!asking) screen.send({ type: 'form.submit' });
  };
  return (
    <VisitorForm remembers onSubmit={submit}>
      <div>
        <VisitorTitle>{t('phoneVerificationCode.title')}</VisitorTitle>
        <p className="mt-1.5">{t('phoneVerificationCode.intro')}</p>
      </div>
      <PhoneFields
        country={country}
        phoneNumber={phoneNumber}
        remembers
        error={isFaulty ? t('verification.fullNumber') : undefined}
        onChange={(field, value) => screen.send({ type: 'field.change', field, value })}
      />
      <SegmentedControl
        full
        size="l"
        label={t('phoneVerificationCode.who')}
        value={type}
        onChange={(codeType) => screen.send({ type: 'type.choose', codeType })}
        options={[
          { value: 'pickup', label: t('phoneVerificationCode.pickup') },
          { value: 'loading', label: t('phoneVerificationCode.loading') },
        ]}
      />
      {failure && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={16} />
          {locked === undefined ? t.failure(failure) : t('phoneVerificationCode.locked')}
        </p>
      )}
      <Button type="submit" variant="primary" size="l" wide busy={asking} disabledReason={locked}>
        {asking ? t('phoneVerificationCode.asking') : (locked ?? t('phoneVerificationCode.ask'))}
      </Button>
    </VisitorForm>
  );
}
