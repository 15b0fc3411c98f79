/**
 * Seven days with runs as marks and exceptions as hatched bands. Dragging over hours makes a band; its ends can be
 * dragged, and arrow keys move it. Nothing is decided here: the machine gets days and minutes.
 */
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { ScheduleException, TimetableRun } from '../../../../contract/entities/schedule.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { isTouched, SNAP_MIN, snapped } from '../../../machines/scheduleExceptions/exceptionForm.ts';
import {
  type ScheduleExceptionsRef,
  selectExceptions,
  selectIsDraggingBand,
  selectTouched,
} from '../../../machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import { bandsOn, minutesOfTime } from '../../../machines/schedules/exceptionBands.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { datesOf, dayOfRun } from '../../../machines/schedules/timetableView.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { DayHead } from '../../schedules/DayHead.tsx';
import { freePlace } from '../../schedules/freePlace.ts';
import { lengthText, runLabel } from '../../schedules/runTexts.ts';
import { timeOfDay, zoneName } from '../../shell/siteTime.ts';

const HOUR_PX = 24;
const DAY_PX = 24 * HOUR_PX;
const MINUTE_MS = 60_000;
const HOURS = Array.from({ length: 12 }, (_, i) => i * 2);
const topOf = (minute: number): number => (minute * HOUR_PX) / 60;
/** Five days on a narrow desktop. */
const COLUMNS =
  'grid min-w-0 grid-cols-[48px_repeat(7,minmax(0,1fr))] max-wide:grid-cols-[48px_repeat(5,minmax(0,1fr))]';
const FOLDED = 'max-wide:hidden';
const isFolded = (day: number): boolean => day >= 5;
/** Least height of the own band with its label inside, px. */
const OWN_LABEL_PX = 56;
const MARK_PX = 8;
const LABEL_PX = 18;

interface ExceptionCalendarProps {
  readonly screen: ScheduleExceptionsRef;
  readonly mayChange: boolean;
}

export function ExceptionCalendar({ screen, mayChange }: ExceptionCalendarProps) {
  const t = useT();
  const { data, form } = useSelector(screen, selectExceptions);
  const dragging = useSelector(screen, selectIsDraggingBand);
  const touched = useSelector(screen, selectTouched);
  const grid = useRef<HTMLDivElement>(null);
  const now = useServerNow(MINUTE_MS);
  if (!data) return null;
  const { timeZone } = data;
  const dates = datesOf(data);
  const today = zonedDate(timeZone, now);
  const [hour = 0, minute = 0] = timeOfDay(now, timeZone).split(':').map(Number);
  const touchedKeys = new Set((touched ?? []).filter(isTouched).map(runKeyOf));
  const marks = data.runs.map((run) => ({
    date: dayOfRun(run, timeZone),
    top: topOf(minutesOfTime(timeOfDay(run.startsAt, timeZone))) - MARK_PX / 2,
    height: MARK_PX,
  }));
  /** The day and the minute under the pointer. */
  const placeAt = (event: PointerEvent): { date: string; minute: number } | null => {
    const all = [...(grid.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])];
    const shown = all.filter((column) => column.getBoundingClientRect().width > 0);
    const columns = shown.length > 0 ? shown : all;
    const at = columns.findIndex((column) => event.clientX < column.getBoundingClientRect().right);
    const column = columns[at < 0 ? columns.length - 1 : at];
    const date = column?.dataset['date'];
    if (!column || date === undefined) return null;
    const { top, height } = column.getBoundingClientRect();
    return { date, minute: snapped(((event.clientY - top) / (height || DAY_PX)) * 1_440, event.shiftKey) };
  };
  const grab = (end: 'new' | 'from' | 'to') => (event: PointerEvent<HTMLElement>) => {
    const place = placeAt(event);
    // Touch scrolls over the hours; it can take the ends of a band.
    const isScroll = event.pointerType === 'touch' && end === 'new';
    if (!mayChange || event.button !== 0 || isScroll || !place) return;
    event.stopPropagation();
    event.preventDefault();
    grid.current?.setPointerCapture?.(event.pointerId);
    screen.send({ type: 'band.grab', end, ...place });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && (dragging || form)) {
      event.stopPropagation();
      screen.send({ type: 'band.cancel' });
    }
  };
  return (
    <div className="card card-clip min-h-0 flex-1 overflow-auto" onKeyDown={onKeyDown}>
      <div className={classes(COLUMNS, 'sticky top-0 z-20 border-b border-line bg-surface-2')}>
        <div className="flex h-10 items-center justify-center text-11 text-text-2">
          {zoneName(timeZone, t.language, now).split(/[ ,]+/u).at(-1)}
        </div>
        {dates.map((date, day) => (
          <DayHead
            key={date}
            date={date}
            isToday={date === today}
            className={classes('border-l border-line', isFolded(day) && FOLDED)}
          />
        ))}
      </div>
      <div
        ref={grid}
        className={classes(COLUMNS, 'select-none', mayChange && 'cursor-crosshair')}
        style={{ height: DAY_PX }}
        onPointerMove={(event) => {
          const place = dragging ? placeAt(event) : null;
          if (place) screen.send({ type: 'band.drag', ...place });
        }}
        onPointerUp={() => {
          if (dragging) screen.send({ type: 'band.drop' });
        }}
        onPointerCancel={() => screen.send({ type: 'band.cancel' })}
      >
        <div className="relative">
          {HOURS.map((each) => (
            <span
              key={each}
              className="absolute right-1.5 -translate-y-1/2 text-11 text-text-2 tabular-nums"
              style={{ top: Math.max(8, topOf(each * 60)) }}
            >
              {`${String(each).padStart(2, '0')}:00`}
            </span>
          ))}
        </div>
        {dates.map((date, day) => (
          <div
            key={date}
            data-date={date}
            className={classes(
              'relative border-l border-line',
              date === today && 'bg-brand-50',
              isFolded(day) && FOLDED,
            )}
            onPointerDown={grab('new')}
          >
            {HOURS.map((each) => (
              <span
                key={each}
                aria-hidden="true"
                className="absolute inset-x-0 border-t border-line"
                style={{ top: topOf(each * 60) }}
              />
            ))}
            {bandsOn(
              data.exceptions.filter(({ id }) => id !== form?.id),
              date,
            ).map(({ exception, from, until }) => (
              <Band
                key={exception.id}
                exception={exception}
                top={topOf(from)}
                bottom={Math.max(topOf(from) + 6, topOf(until))}
                marks={marks.filter((mark) => mark.date === date)}
                onOpen={() => screen.send({ type: 'exception.open', id: exception.id })}
              />
            ))}
            {data.runs
              .filter((run) => dayOfRun(run, timeZone) === date)
              .map((run) => (
                <Mark
                  key={runKeyOf(run)}
                  run={run}
                  timeZone={timeZone}
                  isTouched={touchedKeys.has(runKeyOf(run))}
                  label={runLabel(t, run, data.tasks.find(({ id }) => id === run.taskId)?.pathName ?? '', timeZone)}
                />
              ))}
            {form?.dates.includes(date) && <OwnBand screen={screen} date={date} onGrab={grab} />}
            {date === today && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute inset-x-0 border-t-2 border-mark"
                style={{ top: topOf(hour * 60 + minute) }}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface BandProps {
  readonly exception: ScheduleException;
  readonly top: number;
  readonly bottom: number;
  /** Marks of the day; the remark goes where they are not. */
  readonly marks: readonly { readonly top: number; readonly height: number }[];
  readonly onOpen: () => void;
}
function Band({ exception, top, bottom, marks, onOpen }: BandProps) {
  const label = freePlace({ top, bottom }, marks, LABEL_PX);
  return (
    <button
      type="button"
      className="absolute inset-x-0 cursor-pointer overflow-hidden border-y border-dashed border-n-400 bg-hatch-grey text-left text-11 text-text-2"
      style={{ top, height: bottom - top }}
      title={[exception.remark, exception.robotName, ...exception.pointNames].filter(Boolean).join(', ')}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onOpen}
    >
      <span
        className={
          label === null ? 'sr-only' : 'absolute left-1 max-w-[calc(100%-8px)] truncate rounded-[3px] bg-surface px-1'
        }
        style={label === null ? undefined : { top: label - top }}
      >
        {exception.remark || exception.robotName}
      </span>
    </button>
  );
}

interface MarkProps {
  readonly run: TimetableRun;
  readonly timeZone: string;
  readonly isTouched: boolean;
  readonly label: string;
}
function Mark({ run, timeZone, isTouched: isRinged, label }: MarkProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classes(
        'pointer-events-none absolute inset-x-1 h-2 rounded-full border',
        run.state === null ? 'border-dashed border-n-500 bg-surface' : 'border-transparent bg-n-400',
        run.state === null && run.verdict === 'notAtAll' && 'bg-hatch-grey',
        isRinged && 'shadow-ring',
      )}
      style={{ top: topOf(minutesOfTime(timeOfDay(run.startsAt, timeZone))) - 4 }}
    />
  );
}

interface OwnBandProps {
  readonly screen: ScheduleExceptionsRef;
  readonly date: string;
  readonly onGrab: (end: 'from' | 'to') => (event: PointerEvent<HTMLElement>) => void;
}

/** The band of the open form, with a handle at each end. */
function OwnBand({ screen, date, onGrab }: OwnBandProps) {
  const t = useT();
  const { form } = useSelector(screen, selectExceptions);
  if (!form) return null;
  const isLast = form.lastDate === '' || form.lastDate === date;
  const [from, to] = [minutesOfTime(form.from), isLast ? minutesOfTime(form.to) : 1_439];
  const length = Math.max(0, to - from);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.shiftKey ? 1 : SNAP_MIN;
    const by = { ArrowUp: -step, ArrowDown: step }[event.key];
    const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined && days === undefined) return;
    event.preventDefault();
    if (event.altKey && by !== undefined) {
      const minutes = snapped(to + by, true);
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      screen.send({ type: 'form.change', change: { to: time } });
    } else screen.send({ type: 'band.shift', minutes: by ?? 0, days: days ?? 0 });
  };
  // 10 px visible, 24 px for touch.
  const handle =
    'absolute left-1/2 z-10 grid size-6 -translate-x-1/2 cursor-ns-resize touch-none place-items-center after:size-2.5 after:rounded-full after:border-2 after:border-mark after:bg-surface';
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('scheduleExceptions.band', { from: form.from, to: form.to })}
      className="absolute inset-x-0.5 rounded border-2 border-mark bg-hatch-grey/50"
      style={{ top: topOf(from), height: Math.max(4, topOf(length)) }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <span aria-hidden="true" data-end="from" className={classes(handle, '-top-3')} onPointerDown={onGrab('from')} />
      <span
        className={classes(
          'absolute left-1/2 -translate-x-1/2 rounded-[3px] bg-surface px-1 text-center text-11 whitespace-nowrap',
          // A short band has no room for it between its handles.
          topOf(length) < OWN_LABEL_PX ? 'top-full mt-2' : 'top-1/2 -translate-y-1/2',
        )}
      >
        <b className="block text-link tabular-nums">{`${form.from} – ${form.to}`}</b>
        {lengthText(t, length * MINUTE_MS)}
      </span>
      <span aria-hidden="true" data-end="to" className={classes(handle, '-bottom-3')} onPointerDown={onGrab('to')} />
    </div>
  );
}
