/** Phone number with country code, or e-mail address: where the code is sent; it also identifies the account. */
import { useSelector } from '@xstate/react';
import {
  type VerifiedFormRef,
  selectFault,
  selectForm,
} from '../../../machines/verification/verification.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useCountryOptions } from '../../verification/countries.ts';
import { PhoneRow } from '../../verification/PhoneRow.tsx';
import { faultKey } from './faultKey.ts';

export function TargetFields({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  const { fields } = useSelector(screen, selectForm);
  const phoneFault = useSelector(screen, selectFault('phoneNumber'));
  const emailFault = useSelector(screen, selectFault('email'));
  const countries = useCountryOptions(fields.country);
  const change =
    (field: 'phoneNumber' | 'email' | 'country') =>
    (value: string): void =>
      screen.send({ type: 'field.change', field, value });
  return (
    <>
      <SegmentedControl
        full
        label={t('verification.by')}
        value={fields.by}
        onChange={(by) => screen.send({ type: 'by.choose', by })}
        options={[
          { value: 'phone', label: t('verification.phone') },
          { value: 'email', label: t('common.email') },
        ]}
      />
      {fields.by === 'email' ? (
        <Field label={t('common.email')} error={emailFault ? t(faultKey(emailFault)) : undefined}>
          <TextInput
            size="l"
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={fields.email}
            onChange={change('email')}
            onBlur={() => screen.send({ type: 'field.leave', field: 'email' })}
          />
        </Field>
      ) : (
        <PhoneRow>
          <Field label={t('signIn.country')}>
            <Select size="l" value={fields.country} options={countries} onChange={change('country')} />
          </Field>
          <Field label={t('verification.phoneNumber')} error={phoneFault ? t(faultKey(phoneFault)) : undefined}>
            <TextInput
              size="l"
              name="phoneNumber"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              value={fields.phoneNumber}
              onChange={change('phoneNumber')}
              onBlur={() => screen.send({ type: 'field.leave', field: 'phoneNumber' })}
            />
          </Field>
        </PhoneRow>
      )}
    </>
  );
}
