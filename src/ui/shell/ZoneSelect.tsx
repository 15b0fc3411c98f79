/** Choice of an IANA time zone. */
import { useT } from '../hooks/useT.ts';
import { Select } from '../kit/Select.tsx';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

interface ZoneSelectProps {
  /** '' for none yet. */
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}

export function ZoneSelect({ value, onChange }: ZoneSelectProps) {
  const t = useT();
  // A zone that this browser does not list stays chosen.
  const zones = [...new Set([...(value === '' ? [] : [value]), 'UTC', ...ZONES])].sort();
  return (
    <Select
      value={value}
      options={[
        ...(value === '' ? [{ value: '', label: t('sites.form.chooseZone') }] : []),
        ...zones.map((zone) => ({ value: zone, label: zone })),
      ]}
      onChange={onChange}
    />
  );
}
