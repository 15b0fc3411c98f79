/** Samples of a robot that goes some ways and rests between them, as the recorder would have taken them. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { TRACK_STANDING_MS } from '../../../contract/rules/limits.ts';
import type { TrackSample } from '../../../contract/rules/trackChunk.ts';
import type { DemoRobot } from '../../../demo/roster.ts';

/** A way with its times, ms. */
export interface Trip {
  begin: number;
  end: number;
  path: readonly Place[];
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** A shorter stop on the way belongs to the work. */
const AT_WORK_MS = 5 * 60_000;
/** Percent an hour. */
const DRAIN = { working: 12, standby: 2, charging: -35 } as const;

export function samplesOf(
  { mapId, pose, battery, homeBayId }: Pick<DemoRobot, 'mapId' | 'pose' | 'battery' | 'homeBayId'>,
  trips: readonly Trip[],
  { from, until, silent }: { from: number; until: number; silent: readonly [number, number] | null },
): TrackSample[] {
  const samples: TrackSample[] = [];
  let here = { x: pose.x, y: pose.y, theta: pose.theta };
  let level = battery;
  let last = from;
  const add = (at: number, status: 'working' | 'standby' | 'charging'): void => {
    level = Math.min(100, Math.max(15, level - (DRAIN[status] * (at - last)) / HOUR_MS));
    last = at;
    const isSilent = silent !== null && at >= silent[0] && at < silent[1];
    samples.push({
      at,
      pose: { mapId, ...here },
      status: isSilent ? 'offline' : status,
      connection: isSilent ? 'broken' : 'online',
      battery: Math.round(level),
    });
  };
  const rest = (begin: number, end: number): void => {
    const isAtHome = Math.hypot(here.x - pose.x, here.y - pose.y) < 0.5;
    const status = end - begin < AT_WORK_MS && !isAtHome ? 'working' : isAtHome && homeBayId ? 'charging' : 'standby';
    for (let at = begin; at < end; at += TRACK_STANDING_MS)
      add(at, level >= 99 && status === 'charging' ? 'standby' : status);
  };
  let at = from;
  for (const { begin, end, path } of trips) {
    if (begin < at) continue;
    rest(at, begin);
    const wayOf = measured(path);
    for (at = Math.ceil(begin / SECOND_MS) * SECOND_MS; at < Math.min(end, until); at += SECOND_MS) {
      here = wayOf((at - begin) / (end - begin));
      add(at, 'working');
    }
    here = wayOf(1);
    at = Math.ceil(end / SECOND_MS) * SECOND_MS;
  }
  rest(at, until);
  return samples;
}

/** The place and heading at a share of a path, at constant speed. */
function measured(path: readonly Place[]): (share: number) => { x: number; y: number; theta: number } {
  const ends: number[] = [];
  let length = 0;
  for (const [index, [x, y]] of path.entries()) {
    const before = path[index - 1];
    if (before) length += Math.hypot(x - before[0], y - before[1]);
    ends.push(length);
  }
  return (share) => {
    const wanted = Math.min(1, Math.max(0, share)) * length;
    const index = Math.max(
      1,
      ends.findIndex((end) => end >= wanted),
    );
    const a: Place = path[index - 1] ?? path[0] ?? [0, 0];
    const b: Place = path[index] ?? a;
    const begin = ends[index - 1] ?? 0;
    const part = (ends[index] ?? begin) - begin;
    const within = part === 0 ? 0 : (wanted - begin) / part;
    return {
      x: a[0] + (b[0] - a[0]) * within,
      y: a[1] + (b[1] - a[1]) * within,
      theta: Math.atan2(b[1] - a[1], b[0] - a[0]),
    };
  };
}
