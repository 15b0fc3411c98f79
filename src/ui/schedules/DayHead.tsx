/** The head of a day's column: today is a filled pill. */
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { longDay, shortDay } from './dayTexts.ts';

export interface DayHeadProps {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly isToday: boolean;
  /** It heads a column of a table. */
  readonly inTable?: boolean | undefined;
  readonly className?: string | undefined;
}

export function DayHead({ date, isToday, inTable = false, className }: DayHeadProps) {
  const t = useT();
  return (
    <div
      role={inTable ? 'columnheader' : undefined}
      title={longDay(t, date)}
      className={classes(
        'flex h-10 items-center gap-1.5 px-2 text-13 font-semibold',
        isToday && 'bg-brand-50',
        className,
      )}
    >
      <span className={classes('whitespace-nowrap', isToday && 'rounded-full bg-fill px-2 py-0.5 text-on-fill')}>
        {shortDay(t, date)}
      </span>
      {isToday && (
        <span className="truncate text-12 font-normal text-text-2 max-wide:hidden">{t('schedules.today')}</span>
      )}
    </div>
  );
}
