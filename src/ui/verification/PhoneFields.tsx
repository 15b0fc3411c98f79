/** Phone number with country code, for visitors without an account. */
import { useT } from '../hooks/useT.ts';
import { Field } from '../kit/Field.tsx';
import { Select } from '../kit/Select.tsx';
import { TextInput } from '../kit/TextInput.tsx';
import { useCountryOptions } from './countries.ts';
import { PhoneRow } from './PhoneRow.tsx';

export interface PhoneFieldsProps {
  readonly country: string;
  readonly phoneNumber: string;
  readonly error: string | undefined;
  /** False on a shared screen, where the browser must not remember numbers. */
  readonly remembers: boolean;
  readonly onChange: (field: 'country' | 'phoneNumber', value: string) => void;
}

export function PhoneFields({ country, phoneNumber, error, remembers, onChange }: PhoneFieldsProps) {
  const t = useT();
  const countries = useCountryOptions(country);
  return (
    <PhoneRow on={remembers ? 'hand' : 'kiosk'}>
      <Field label={t('signIn.country')}>
        <Select size="l" value={country} options={countries} onChange={(value) => onChange('country', value)} />
      </Field>
      <Field label={t('verification.phoneNumber')} error={error}>
        <TextInput
          size="l"
          name="phoneNumber"
          type="tel"
          inputMode="tel"
          autoComplete={remembers ? 'tel-national' : 'off'}
          value={phoneNumber}
          onChange={(value) => onChange('phoneNumber', value)}
        />
      </Field>
    </PhoneRow>
  );
}
