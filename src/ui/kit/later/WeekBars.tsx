/** Seven small bars, one a day: in a row of a list, or larger with days and values. A zero is a hairline, no data a gap. */
import { classes } from '../classes.ts';

export interface WeekBar {
  /** "Mon", "周一". */
  readonly day: string;
  /** null: no data. */
  readonly value: number | null;
  /** The value in words, where it is not the number: "12 min", "no data". */
  readonly text?: string | undefined;
}

export interface WeekBarsProps {
  readonly label: string;
  readonly days: readonly WeekBar[];
  /** The full height: one scale for all rows of a list. The week's own maximum if omitted. */
  readonly max?: number | undefined;
  /** Index of today, which is darker; the last day if omitted. */
  readonly today?: number | undefined;
  /** Shows days and values, for a card. */
  readonly large?: boolean | undefined;
}

const LEAST_PERCENT = 8;

export function WeekBars({ label, days, max, today = days.length - 1, large = false }: WeekBarsProps) {
  const full = Math.max(1, max ?? Math.max(...days.map(({ value }) => value ?? 0)));
  const height = (value: number): string => `${Math.max(LEAST_PERCENT, Math.min(100, (100 * value) / full))}%`;
  return (
    <ul
      aria-label={label}
      className={classes('grid flex-none grid-flow-col', large ? 'auto-cols-fr gap-1' : 'w-10.5 auto-cols-fr gap-0.5')}
    >
      {days.map(({ day, value, text }, index) => {
        const words = text ?? String(value ?? '—');
        return (
          <li
            key={day}
            className="grid min-w-0 justify-items-center gap-0.5 text-11 text-text-2"
            title={`${day} ${words}`}
          >
            {large && <span aria-hidden="true">{words}</span>}
            <span aria-hidden="true" className={classes('flex w-full items-end', large ? 'h-16' : 'h-4.5')}>
              {value !== null && (
                <span
                  className={classes(
                    'w-full rounded-[1px]',
                    value === 0 ? 'h-px! bg-n-300' : index === today ? 'bg-mark' : 'bg-ch-6',
                  )}
                  style={{ height: height(value) }}
                />
              )}
            </span>
            {large && (
              <span aria-hidden="true" className={classes(index === today && 'text-text')}>
                {day}
              </span>
            )}
            <span className="sr-only">
              {day} {words}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
