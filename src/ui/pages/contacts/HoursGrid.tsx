/**
 * The hours of a week, 7 x 24: pressed and dragged, or moved over by the arrow keys and set by Space. One tab stop. A finger
 * sets the hour that it taps and scrolls the grid, which is wider than a phone; it paints after that was switched on.
 */
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import {
  DAYS_PER_WEEK,
  HOURS_PER_DAY,
  isOnAt,
  type WeekHours,
  withHour,
} from '../../../../contract/rules/alarmContacts.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Chip } from '../../kit/Chip.tsx';
import { classes } from '../../kit/classes.ts';

const DAYS = [
  'contacts.day.mon',
  'contacts.day.tue',
  'contacts.day.wed',
  'contacts.day.thu',
  'contacts.day.fri',
  'contacts.day.sat',
  'contacts.day.sun',
] as const satisfies readonly Key[];

interface HoursGridProps {
  readonly hours: WeekHours;
  /** The saved hours, from which unsaved ones are told apart; null for a new contact. */
  readonly saved: WeekHours | null;
  readonly onChange: (hours: number[]) => void;
}
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** Hours whose number stands above the grid. */
const MARKED = [0, 6, 12, 18];

export function HoursGrid({ hours, saved, onChange }: HoursGridProps) {
  const t = useT();
  // The place of the keyboard in the grid, what a finger does, and the drag in flight: nothing that anybody would want to
  // reproduce.
  const [cursor, setCursor] = useState<readonly [number, number]>([0, 0]);
  const [isFingerPainting, setIsFingerPainting] = useState(false);
  const isTap = useRef(false);
  const painting = useRef<boolean | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const set = (day: number, hour: number, isOn: boolean): void => {
    if (isOnAt(hours, day, hour) !== isOn) onChange(withHour(hours, day, hour, isOn));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const day = Math.min(DAYS_PER_WEEK - 1, Math.max(0, cursor[0] + step[0]));
    const hour = Math.min(HOURS_PER_DAY - 1, Math.max(0, cursor[1] + step[1]));
    setCursor([day, hour]);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${day}-${hour}"]`)?.focus();
  };
  return (
    <>
      <div className="pb-2 desk:hidden">
        <Chip
          large
          label={t('contacts.form.dragHours')}
          on={isFingerPainting}
          onToggle={() => setIsFingerPainting(!isFingerPainting)}
        />
      </div>
      <div className="overflow-x-auto">
        <div
          ref={grid}
          role="group"
          aria-label={t('contacts.form.hours')}
          className={classes(
            'grid min-w-110 grid-cols-[72px_repeat(24,minmax(0,1fr))] gap-px text-11 text-text-2 select-none',
            isFingerPainting && 'touch-none',
          )}
          onKeyDown={onKeyDown}
          onPointerUp={() => (painting.current = null)}
          onPointerLeave={() => (painting.current = null)}
          onPointerCancel={() => (painting.current = null)}
        >
          <span />
          {Array.from({ length: HOURS_PER_DAY }, (_, hour) => (
            <span key={hour} aria-hidden="true">
              {MARKED.includes(hour) ? hour : ''}
            </span>
          ))}
          {DAYS.map((key, day) => (
            <Fragment key={key}>{rowOf(day, t(key))}</Fragment>
          ))}
        </div>
      </div>
    </>
  );

  function rowOf(day: number, name: string): ReactNode {
    return (
      <>
        <span className="sticky left-0 z-1 flex items-center bg-surface text-12">{name}</span>
        {Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
          const isOn = isOnAt(hours, day, hour);
          const isUnsaved = saved !== null && isOnAt(saved, day, hour) !== isOn;
          return (
            <button
              key={hour}
              type="button"
              data-cell={`${day}-${hour}`}
              tabIndex={cursor[0] === day && cursor[1] === hour ? 0 : -1}
              aria-pressed={isOn}
              aria-label={t(isUnsaved ? 'contacts.form.hourUnsaved' : 'contacts.form.hour', {
                day: name,
                from: hour,
                until: hour + 1,
              })}
              className={classes(
                'h-6 rounded-[2px] max-desk:h-8',
                isUnsaved
                  ? classes('border border-dashed border-n-500', isOn ? 'bg-brand-200' : 'bg-surface')
                  : isOn
                    ? 'bg-mark'
                    : 'bg-surface-3',
              )}
              onClick={(event) => {
                // A press by keyboard, or the tap of a finger that scrolls; the pointer paints.
                if (event.detail === 0 || isTap.current) set(day, hour, !isOn);
              }}
              onPointerDown={(event) => {
                isTap.current = event.pointerType === 'touch' && !isFingerPainting;
                setCursor([day, hour]);
                if (isTap.current) return;
                event.currentTarget.releasePointerCapture(event.pointerId);
                painting.current = !isOn;
                set(day, hour, !isOn);
              }}
              onPointerEnter={() => {
                if (painting.current !== null) set(day, hour, painting.current);
              }}
            />
          );
        })}
      </>
    );
  }
}
