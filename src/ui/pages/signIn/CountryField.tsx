/** Country code of a phone number that was typed without one. */
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { Select } from '../../kit/Select.tsx';
import { useCountryOptions } from '../../verification/countries.ts';

export interface CountryFieldProps {
  readonly country: string;
  readonly onChange: (country: string) => void;
}

export function CountryField({ country, onChange }: CountryFieldProps) {
  const t = useT();
  return (
    <Field label={t('signIn.country')}>
      <Select size="l" value={country} options={useCountryOptions(country)} onChange={onChange} />
    </Field>
  );
}
