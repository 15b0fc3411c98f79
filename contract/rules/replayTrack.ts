/**
 * Reads tracks back: where a robot was at a moment, and what it did over a time. Samples are at most a second apart while
 * something changes, so between two of them the robot stood, and moved within the last second. What was not recorded is a
 * gap, and nothing is interpolated over it. Pure.
 */
import type { RobotStatus } from '../entities/robotConstants.ts';
import { TRACK_STANDING_MS } from './limits.ts';
import type { TrackSample } from './trackChunk.ts';

/** Times in which tracks were recorded, [from, until], ms, in order and without overlaps. */
export type RecordedPeriods = readonly (readonly [from: number, until: number])[];

/** What a robot did, as the lanes show it. `silent`: it was not connected. */
export const LANE_STATES = ['working', 'standby', 'charging', 'alarm', 'stopped', 'silent'] as const;
export type LaneState = (typeof LANE_STATES)[number];
export type LaneBar = readonly [from: number, until: number, state: LaneState];

/** Between two samples of a moving robot, ms. */
const SAMPLE_MS = 1_000;
/** A longer step is a relocation, metres. */
const JUMP_M = 4;
/** A stationary robot is noted at least this often; with some delay. */
const NOTED_EVERY_MS = TRACK_STANDING_MS + 5_000;

export interface PastPose {
  mapId: string;
  x: number;
  y: number;
  theta: number;
}
export interface PastState {
  pose: PastPose | null;
  status: RobotStatus;
  battery: number | null;
  /** Not connected, or not recorded: the pose is the last known one, from `since`. */
  isKnown: boolean;
  /** Time of the last sample that says this. */
  since: number;
}

/** Index of the last sample that is not later; -1 before the first. */
export function indexAt(samples: readonly TrackSample[], at: number): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((samples[middle]?.at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Joins periods that touch, in order. @param slackMs a shorter pause between two of them counts as none */
export function joinPeriods(periods: RecordedPeriods, slackMs = 0): [number, number][] {
  const joined: [number, number][] = [];
  for (const [from, until] of [...periods].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1] + slackMs) last[1] = Math.max(last[1], until);
    else joined.push([from, until]);
  }
  return joined;
}
export const periodAt = (periods: RecordedPeriods, at: number): RecordedPeriods[number] | undefined =>
  periods.find(([from, until]) => from <= at && at <= until);

/** The record is written once a minute, so the last minutes can be incomplete and do not count as a gap, ms. */
const WRITTEN_WITHIN_MS = 3 * 60_000;
/** Times of a span in which nothing was recorded. */
export function gapsIn(
  periods: RecordedPeriods,
  span: { readonly from: number; readonly until: number },
  now: number,
): [number, number][] {
  const gaps: [number, number][] = [];
  let at = span.from;
  for (const [from, until] of periods) {
    if (from > at) gaps.push([at, Math.min(from, span.until)]);
    at = Math.max(at, until);
  }
  const end = Math.min(span.until, now - WRITTEN_WITHIN_MS);
  if (end > at) gaps.push([at, end]);
  return gaps.filter(([from, until]) => until > from && from < span.until);
}

/** null before the first sample. */
export function stateAt(samples: readonly TrackSample[], periods: RecordedPeriods, at: number): PastState | null {
  const index = indexAt(samples, at);
  const sample = samples[index];
  if (!sample) return null;
  const { pose, status, battery, connection } = sample;
  const period = periodAt(periods, at);
  const isRecorded = period !== undefined && period[0] <= sample.at && at - sample.at <= NOTED_EVERY_MS;
  const state = { status, battery, since: sample.at, isKnown: isRecorded && connection === 'online' };
  const next = samples[index + 1];
  if (!period || !state.isKnown || !pose || !next?.pose || next.at > period[1] || next.pose.mapId !== pose.mapId)
    return { ...state, pose };
  const begin = Math.max(sample.at, next.at - SAMPLE_MS);
  const step = Math.hypot(next.pose.x - pose.x, next.pose.y - pose.y);
  if (at <= begin || step > JUMP_M) return { ...state, pose };
  const share = (at - begin) / (next.at - begin);
  const turn = Math.atan2(Math.sin(next.pose.theta - pose.theta), Math.cos(next.pose.theta - pose.theta));
  return {
    ...state,
    pose: {
      mapId: pose.mapId,
      x: pose.x + (next.pose.x - pose.x) * share,
      y: pose.y + (next.pose.y - pose.y) * share,
      theta: pose.theta + turn * share,
    },
  };
}

export function laneState({ status, connection }: Pick<TrackSample, 'status' | 'connection'>): LaneState {
  if (connection !== 'online' || status === 'offline') return 'silent';
  return status === 'online' ? 'standby' : status;
}

/** What a robot did from `from` to `until`; what is missing was not recorded. */
export function barsOf(
  samples: readonly TrackSample[],
  periods: RecordedPeriods,
  from: number,
  until: number,
): LaneBar[] {
  const bars: [number, number, LaneState][] = [];
  const add = (begin: number, end: number, state: LaneState): void => {
    const last = bars.at(-1);
    if (last && last[1] === begin && last[2] === state) last[1] = end;
    else if (end > begin) bars.push([begin, end, state]);
  };
  for (const [index, sample] of samples.entries()) {
    const end = Math.min(until, samples[index + 1]?.at ?? until, sample.at + NOTED_EVERY_MS);
    const begin = Math.max(from, sample.at);
    if (end <= begin) continue;
    const period = periods.find((one) => one[0] <= sample.at && sample.at <= one[1]);
    if (period) add(begin, Math.min(end, period[1]), laneState(sample));
  }
  return bars;
}

/** Time in each state, ms. */
export function sharesOf(bars: readonly LaneBar[]): Record<LaneState, number> {
  const shares: Record<LaneState, number> = { working: 0, standby: 0, charging: 0, alarm: 0, stopped: 0, silent: 0 };
  for (const [from, until, state] of bars) shares[state] += until - from;
  return shares;
}

/** A stretch of the play in which no robot works for this long is skipped at high speed, ms. */
export const IDLE_SKIPPED_MS = 10 * 60_000;

/** Where playing goes on, if nothing happens at `at` for a while; null while something does. */
export function afterIdle(busy: readonly (readonly [number, number])[], at: number, until: number): number | null {
  let next = until;
  for (const [from, end] of busy) {
    if (from <= at && at < end) return null;
    if (from > at) next = Math.min(next, from);
  }
  return next - at > IDLE_SKIPPED_MS ? next : null;
}
