/** The days on which a contact is not told, as first and last date; one row each. */
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { QUIET_DAYS_PER_CONTACT, type QuietDays } from '../../../../contract/rules/alarmContacts.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

interface QuietDaysListProps {
  readonly days: readonly QuietDays[];
  /** The current date at the site, for a new row. */
  readonly today: string;
  readonly error: string | undefined;
  readonly onChange: (days: QuietDays[]) => void;
}

export function QuietDaysList({ days, today, error, onChange }: QuietDaysListProps) {
  const t = useT();
  const set = (index: number, change: Partial<QuietDays>): void =>
    onChange(days.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <div className="flex flex-col items-start gap-2">
      {days.map(({ from, until }, index) => (
        // Rows have no identity besides their place.
        <div key={index} className="flex items-center gap-2">
          <TextInput
            type="date"
            aria-label={t('contacts.form.quietFrom', { number: index + 1 })}
            value={from}
            onChange={(next) => set(index, { from: next, ...(until < next && { until: next }) })}
          />
          <span aria-hidden="true">–</span>
          <TextInput
            type="date"
            aria-label={t('contacts.form.quietUntil', { number: index + 1 })}
            value={until}
            min={from}
            onChange={(next) => set(index, { until: next })}
          />
          <IconButton
            size="s"
            icon={Trash2}
            label={t('contacts.form.quietRemove', { number: index + 1 })}
            onClick={() => onChange(days.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <Button
        size="s"
        icon={Plus}
        disabledReason={days.length >= QUIET_DAYS_PER_CONTACT ? t('contacts.form.quietFull') : undefined}
        onClick={() => onChange([...days, { from: today, until: today }])}
      >
        {t('contacts.form.quietAdd')}
      </Button>
    </div>
  );
}
