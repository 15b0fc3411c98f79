/** Times of the historical monitoring: what the lanes show, what is loaded, what playing skips. Pure. */
import type { MonitoringOverview } from '../../../contract/entities/monitoring.ts';
import {
  MONITORING_RANGES,
  OVERVIEW_BARS_MAX_MS,
  type MonitoringRange,
} from '../../../contract/rules/monitoringLimits.ts';
import { afterIdle, type LaneState } from '../../../contract/rules/replayTrack.ts';

export interface TimeSpan {
  from: number;
  until: number;
}
export const SPEEDS = [1, 4, 16, 60] as const;
export type Speed = (typeof SPEEDS)[number];

/** Tracks are loaded in windows of this length, ms. */
export const WINDOW_MS = 30 * 60_000;
/** The shortest time that the lanes can show. */
const SHORTEST_MS = 60_000;
const DAY_MS = OVERVIEW_BARS_MAX_MS;
/** The record is written once a minute; later moments are not known yet, ms. */
export const WRITTEN_AFTER_MS = 90_000;
/** Playing at this speed and more skips idle times. */
export const SKIPS_FROM = 16;

const WORKS: ReadonlySet<LaneState> = new Set(['working', 'alarm', 'stopped']);

export const panned = ({ from, until }: TimeSpan, ms: number): TimeSpan => ({ from: from + ms, until: until + ms });
export const lengthOf = ({ from, until }: TimeSpan): number => until - from;
export const contains = (outer: TimeSpan, inner: TimeSpan): boolean =>
  outer.from <= inner.from && inner.until <= outer.until;
export const windowStart = (at: number): number => Math.floor(at / WINDOW_MS) * WINDOW_MS;

/** Part of a view of the present that lies after now, for what is planned; a longer view has none. */
const AHEAD_SHARE = 1 / 8;
const aheadOf = (length: number): number => (length > DAY_MS ? 0 : length * AHEAD_SHARE);

/** The view moved to the present. */
export const liveView = (view: TimeSpan, now: number): TimeSpan =>
  panned(view, now + aheadOf(lengthOf(view)) - view.until);

/** A range that ends a little after now, or has the moment in the middle. */
export function viewFor(range: MonitoringRange, at: number | null, now: number): TimeSpan {
  const length = MONITORING_RANGES[range];
  const end = now + aheadOf(length);
  const until = at === null ? end : Math.min(end, at + length / 2);
  return { from: until - length, until };
}

/** What is loaded for a view: a day around it, or the view itself if it is longer. */
export function spanFor(view: TimeSpan, now: number): TimeSpan {
  if (lengthOf(view) > DAY_MS) return { from: Math.max(0, Math.round(view.from)), until: Math.round(view.until) };
  const middle = (view.from + view.until) / 2;
  const until = Math.round(Math.max(view.until, Math.min(now, middle + DAY_MS / 2)));
  return { from: Math.max(0, Math.min(until - DAY_MS, Math.round(view.from))), until };
}

/** The view moved so that the moment is in it. */
export function viewWith(view: TimeSpan, at: number): TimeSpan {
  if (view.from <= at && at <= view.until) return view;
  const length = lengthOf(view);
  return { from: at - length / 2, until: at + length / 2 };
}

export function zoomed(view: TimeSpan, factor: number, at: number): TimeSpan {
  const length = Math.min(MONITORING_RANGES['30d'], Math.max(SHORTEST_MS, lengthOf(view) * factor));
  const share = (at - view.from) / lengthOf(view);
  return { from: at - share * length, until: at + (1 - share) * length };
}

/** The range whose length is nearest. */
export function rangeOf(view: TimeSpan): MonitoringRange {
  const length = lengthOf(view);
  const names = Object.keys(MONITORING_RANGES) as MonitoringRange[];
  return names.reduce((best, one) =>
    Math.abs(Math.log(MONITORING_RANGES[one] / length)) < Math.abs(Math.log(MONITORING_RANGES[best] / length))
      ? one
      : best,
  );
}

/** Where playing goes on after an idle time of the robots; null to go on as it does. */
export function skipTo(overview: MonitoringOverview | null, robot: string, at: number): number | null {
  if (!overview) return null;
  const lanes = overview.robots.filter(({ serialNumber }) => robot === '' || serialNumber === robot);
  const busy = lanes.flatMap(({ bars }) =>
    bars.filter(([, , state]) => WORKS.has(state)).map(([from, until]) => [from, until] as const),
  );
  const last = Math.max(0, ...lanes.flatMap(({ bars }) => bars.at(-1)?.[1] ?? []));
  return busy.length === 0 ? null : afterIdle(busy, at, Math.max(at, last));
}

/** Times of all robots that are not connected, as events: [from, until, serial number]. */
export const linkLosses = (
  overview: MonitoringOverview | null,
): { serialNumber: string; from: number; until: number }[] =>
  (overview?.robots ?? []).flatMap(({ serialNumber, bars }) =>
    bars.flatMap(([from, until, state]) => (state === 'silent' ? [{ serialNumber, from, until }] : [])),
  );

export interface Clip {
  from: number | null;
  until: number | null;
}
/** Marks closer than this leave nothing between them, ms. */
const CLIP_MIN_MS = 1_000;
/** The clip with another begin or end: marks in the other order change places, and one that would leave no time is ignored. */
export function markedClip(clip: Clip, edge: keyof Clip, at: number): Clip {
  const { from, until }: Clip = { ...clip, [edge]: at };
  if (from === null || until === null) return { from, until };
  return Math.abs(until - from) < CLIP_MIN_MS ? clip : { from: Math.min(from, until), until: Math.max(from, until) };
}
