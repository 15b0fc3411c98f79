/** The days that a list or a chart shows: the last days up to today, or dates. It names the time zone of the days. */
import { useT } from '../hooks/useT.ts';
import { useServerNow } from '../hooks/useServerNow.ts';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { TextInput } from '../kit/TextInput.tsx';
import { zoneName } from '../shell/siteTime.ts';

export const RANGE_DAYS = ['1', '7', '14', '30'] as const;
export type RangeDays = (typeof RANGE_DAYS)[number] | '';

/** As in a list's query: `days: choice('days', …)`, `from: day('from')`, `until: day('until')`. */
export interface DayRange {
  /** Whole days up to today; '': unbounded, or the dates apply. */
  readonly days: RangeDays;
  /** YYYY-MM-DD, both inclusive; '' for unbounded. */
  readonly from: string;
  readonly until: string;
}

export interface RangePickerProps {
  readonly value: DayRange;
  /** A number of days clears the dates, and a date clears the number of days. */
  readonly onChange: (range: DayRange) => void;
  /** IANA name: the site's zone, or the browser's. */
  readonly timeZone: string;
  /** Offered numbers of days; '' is all days; with none, there are only dates. */
  readonly choices?: readonly RangeDays[] | undefined;
  /** The last day that can be chosen; for records, today. */
  readonly max?: string | undefined;
}

export function RangePicker({ value, onChange, timeZone, choices = RANGE_DAYS, max }: RangePickerProps) {
  const t = useT();
  const now = useServerNow(60_000);
  const { days, from, until } = value;
  const dated = from !== '' || until !== '';
  const nameOf = (choice: RangeDays): string =>
    choice === ''
      ? t('common.all')
      : choice === '1'
        ? t('shared.today')
        : t('lists.range.days', { count: Number(choice) });
  const earliest = [until, max ?? ''].filter(Boolean).sort()[0];
  return (
    <div className="flex flex-wrap items-center gap-2 max-desk:w-full" role="group" aria-label={t('lists.range.name')}>
      {choices.length > 0 && (
        <SegmentedControl<RangeDays | 'dates'>
          size="s"
          label={t('lists.range.last')}
          value={dated ? 'dates' : days}
          options={choices.map((choice) => ({ value: choice, label: nameOf(choice) }))}
          onChange={(choice) => {
            if (choice !== 'dates') onChange({ days: choice, from: '', until: '' });
          }}
        />
      )}
      <TextInput
        size="s"
        type="date"
        value={from}
        max={earliest}
        aria-label={t('lists.range.from')}
        onChange={(day) => onChange({ days: '', from: day, until })}
      />
      <span aria-hidden="true" className="max-desk:hidden">
        –
      </span>
      <TextInput
        size="s"
        type="date"
        value={until}
        min={from || undefined}
        max={max}
        aria-label={t('shared.lastDay')}
        onChange={(day) => onChange({ days: '', from, until: day })}
      />
      <span className="whitespace-nowrap">{zoneName(timeZone, t.language, now)}</span>
    </div>
  );
}
