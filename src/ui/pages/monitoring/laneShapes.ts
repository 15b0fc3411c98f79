/** Places of bars, hours, runs and marks on the lanes, in percent of the width. Pure. */
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { LaneOfRobot } from '../../../../contract/entities/monitoring.ts';
import { OVERVIEW_BARS_MAX_MS } from '../../../../contract/rules/monitoringLimits.ts';
import { gapsIn, LANE_STATES, type LaneState } from '../../../../contract/rules/replayTrack.ts';
import type { PlannedRun } from '../../../machines/monitoring/monitoring.selectors.ts';
import { lengthOf, type TimeSpan } from '../../../machines/monitoring/timeView.ts';

export interface Stretch {
  /** Percent. */
  left: number;
  width: number;
  state: LaneState | 'gap';
  /** 0 to 1: height of the bar. */
  share: number;
}
const HOUR_MS = 3_600_000;
const DAY_MS = OVERVIEW_BARS_MAX_MS;
export const HEAD = 'pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-heading';
export const NAME = 'w-28 flex-none truncate text-left text-12 wide:w-34';
/** Runs have room for their names up to this length; a little more than the shortest range, which zooming hardly meets. */
const NAMED_MAX_MS = 1.05 * HOUR_MS;
const RUNS: ReadonlySet<EventRecord['bizType']> = new Set(['delivery', 'cruise', 'disinfection']);

export const isNamed = (view: TimeSpan): boolean => lengthOf(view) <= NAMED_MAX_MS;

export const placeOf = (view: TimeSpan, at: number): number => (100 * (at - view.from)) / lengthOf(view);

/** @param now nothing is known after it */
export function stretchesOf(
  { bars, hours }: Pick<LaneOfRobot, 'bars' | 'hours'>,
  periods: readonly (readonly [number, number])[],
  view: TimeSpan,
  now: number,
): Stretch[] {
  const cut = (from: number, until: number, state: Stretch['state'], share = 1): Stretch[] => {
    const [begin, end] = [Math.max(from, view.from), Math.min(until, view.until, now)];
    if (end <= begin) return [];
    const left = placeOf(view, begin);
    return [{ left, width: placeOf(view, end) - left, state, share }];
  };
  const gaps = gapsIn(periods, view, now).flatMap(([from, until]) => cut(from, until, 'gap'));
  if (hours.length > 0)
    return [
      ...gaps,
      ...hours.flatMap(([hour, shares]) => {
        const busiest = LANE_STATES.map((state, index) => ({ state, ms: shares[index] ?? 0 })).filter(
          ({ state }) => state !== 'standby',
        );
        const top = busiest.reduce((best, one) => (one.ms > best.ms ? one : best), {
          state: 'standby' as LaneState,
          ms: 0,
        });
        return cut(hour, hour + HOUR_MS, top.state, Math.max(0.15, top.ms / HOUR_MS));
      }),
    ];
  return [...gaps, ...bars.flatMap(([from, until, state]) => cut(from, until, state))];
}

export interface RunBar {
  event: EventRecord;
  left: number;
  width: number;
  /** Part of the bar's width that lies before the view; the name begins after it. */
  textLeft: number;
}
/** The events in a view; one that has not ended lasts until now. */
const barsOf = (events: readonly EventRecord[], view: TimeSpan, now: number): RunBar[] =>
  lengthOf(view) > DAY_MS
    ? []
    : events.flatMap((event) => {
        const end = event.until ?? now;
        if (end < view.from || event.at > view.until) return [];
        const [left, right] = [placeOf(view, event.at), placeOf(view, end)];
        return [{ event, left, width: right - left, textLeft: left < 0 ? (100 * -left) / (right - left) : 0 }];
      });

export const runBars = (events: readonly EventRecord[], view: TimeSpan, now: number): RunBar[] =>
  barsOf(
    events.filter(({ bizType }) => RUNS.has(bizType)),
    view,
    now,
  );
/** What people commanded. Manual driving has its own look, and a started route is a run. */
export const commandBars = (events: readonly EventRecord[], view: TimeSpan, now: number): RunBar[] =>
  barsOf(
    events.filter(({ bizType, kind }) => bizType === 'manual' && kind !== 'drive' && kind !== 'cruise'),
    view,
    now,
  );

export interface PlannedBar {
  run: PlannedRun;
  left: number;
  width: number;
}
export const plannedBars = (planned: readonly PlannedRun[], serialNumber: string, view: TimeSpan): PlannedBar[] =>
  lengthOf(view) > DAY_MS
    ? []
    : planned.flatMap((run) => {
        const end = run.until ?? run.from;
        if (run.serialNumber !== serialNumber || end < view.from || run.from > view.until) return [];
        const left = placeOf(view, run.from);
        return [{ run, left, width: placeOf(view, end) - left }];
      });

/** Height of a row, and of a lane with one, px. */
export const LANE_ROW_PX = 18;
/** More than that at one time overlap in the last row, where the keyboard still reaches each. */
export const LANE_ROWS_MAX = 4;
/** A mark is shown at least about this wide, percent. */
const MARK_MIN = 0.4;
/** Places are rounded differently at the end of one and the beginning of the next. */
const SAME_PLACE = 0.01;

export type Stacked<Mark> = Mark & { readonly row: number };
/** What is in the view, in the order of time, each in the first row in which it covers nothing. */
export function stacked<Mark extends { readonly left: number; readonly width: number }>(
  marks: readonly Mark[],
): Stacked<Mark>[] {
  const ends: number[] = [];
  return marks
    .filter(({ left, width }) => left <= 100 && left + width >= 0)
    .toSorted((a, b) => a.left - b.left || b.width - a.width)
    .map((mark) => {
      const free = ends.findIndex((end) => end <= mark.left + SAME_PLACE);
      const row = free >= 0 ? free : Math.min(ends.length, LANE_ROWS_MAX - 1);
      ends[row] = Math.max(ends[row] ?? 0, mark.left + Math.max(mark.width, MARK_MIN));
      return { ...mark, row };
    });
}

const STEPS_MS = [
  10_000,
  30_000,
  ...[1, 5, 15, 30, 60, 180, 360, 720, 1_440, 4_320, 10_080].map((minutes) => minutes * 60_000),
];
/** Times of the ruler: at most eight. */
export function ticksOf(view: TimeSpan, offsetMs: number): number[] {
  const step = STEPS_MS.find((one) => lengthOf(view) / one <= 8) ?? 10_080 * 60_000;
  const first = Math.ceil((view.from + offsetMs) / step) * step - offsetMs;
  return Array.from({ length: Math.floor((view.until - first) / step) + 1 }, (_, index) => first + index * step);
}

export interface Activity {
  left: number;
  width: number;
  share: number;
}
/** How many of the robots worked in each part of a day. */
export function activityOf(lanes: readonly LaneOfRobot[], span: TimeSpan, parts = 96): Activity[] {
  const length = lengthOf(span) / parts;
  return Array.from({ length: parts }, (_, index) => {
    const [from, until] = [span.from + index * length, span.from + (index + 1) * length];
    const busy = lanes.reduce(
      (sum, { bars, hours }) =>
        sum +
        bars.reduce(
          (ms, [begin, end, state]) =>
            state === 'working' || state === 'alarm'
              ? ms + Math.max(0, Math.min(end, until) - Math.max(begin, from))
              : ms,
          0,
        ) +
        hours.reduce(
          (ms, [hour, shares]) =>
            hour <= from && from < hour + HOUR_MS ? ms + ((shares[0] ?? 0) / HOUR_MS) * length : ms,
          0,
        ),
      0,
    );
    return {
      left: (100 * index) / parts,
      width: 100 / parts,
      share: lanes.length === 0 ? 0 : busy / (length * lanes.length),
    };
  });
}
