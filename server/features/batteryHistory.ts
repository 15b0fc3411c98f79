/**
 * The battery of robots in past days, from their tracks, about every ten minutes. A day (UTC) that is over does not change
 * any more and is kept; the current one is read again after some minutes.
 */
import type { Received } from '../../contract/endpoint.ts';
import type { schedules } from '../../contract/endpoints/schedules.ts';
import type { BatteryHistory } from '../../contract/entities/schedule.ts';
import { BATTERY_HISTORY_STEP_MS, TIMETABLE_REACH_DAYS } from '../../contract/rules/schedule/scheduleLimits.ts';
import { decodeTrack, TrackDamaged, type TrackSample } from '../../contract/rules/trackChunk.ts';
import { plusDays, zonedDate, zonedInstant } from '../../contract/rules/zonedTime.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { allSites } from '../db/repositories/maps.ts';
import { robotsOf } from '../db/repositories/robots.ts';
import { trackSteps } from '../db/repositories/tracks.ts';
import type { RequestContext } from '../requestContext.ts';

type Line = BatteryHistory[number]['line'];

const DAY_MS = 86_400_000;
/** Days of robots that are kept: a week of 300 robots. */
const MOST_KEPT = 2_100;
/** How long the current day is kept, ms. */
const FRESH_MS = 5 * 60_000;
/** Without a chunk for this long, nothing is known: a robot that stands still writes more often. */
const GAP_MS = 3 * BATTERY_HISTORY_STEP_MS;

interface Day {
  line: Line;
  readAt: number;
}

export function createBatteryHistory({ now }: Pick<AppDeps, 'now'>) {
  const days = new Map<string, Day>();

  const dayOf = async (db: Db, serialNumber: string, start: number): Promise<Line> => {
    const key = `${serialNumber} ${start}`;
    const known = days.get(key);
    const isOver = start + DAY_MS < (known?.readAt ?? 0) - FRESH_MS;
    if (known && (isOver || now() - known.readAt < FRESH_MS)) return known.line;
    const chunks = await trackSteps(
      db,
      serialNumber,
      new Date(start),
      new Date(start + DAY_MS),
      BATTERY_HISTORY_STEP_MS,
    );
    const line = chunks.flatMap((chunk): Line => {
      const sample = firstOf(chunk);
      if (!sample) return [];
      const { at, battery, status, connection } = sample;
      return [{ at, percent: connection === 'online' ? battery : null, charging: status === 'charging' }];
    });
    const [oldest] = days.keys();
    if (days.size >= MOST_KEPT && oldest !== undefined) days.delete(oldest);
    days.set(key, { line, readAt: now() });
    return line;
  };

  return async (
    { siteId, from, days: count }: Received<(typeof schedules)['batteryHistory']>,
    { db, userId }: RequestContext,
  ): Promise<BatteryHistory> => {
    const site = (await allSites(db)).find(({ id }) => id === siteId);
    if (!site) throw new ApiError('siteUnknown', { field: 'siteId' });
    const today = zonedDate(site.timeZone, now());
    if (from < plusDays(today, -TIMETABLE_REACH_DAYS) || from > plusDays(today, TIMETABLE_REACH_DAYS))
      throw new ApiError('fieldInvalid', { field: 'from' });
    const begin = zonedInstant(site.timeZone, from);
    const end = Math.min(now(), zonedInstant(site.timeZone, plusDays(from, count)));
    const found: BatteryHistory = [];
    for (const { robot } of await robotsOf(db, userId)) {
      if (robot.siteId !== siteId) continue;
      const line: Line = [];
      for (let start = Math.floor(begin / DAY_MS) * DAY_MS; start < end; start += DAY_MS)
        line.push(...(await dayOf(db, robot.serialNumber, start)));
      found.push({
        serialNumber: robot.serialNumber,
        line: withGaps(line.filter(({ at }) => at >= begin && at <= end)),
      });
    }
    return found;
  };
}

/** null for a damaged chunk. */
function firstOf(chunk: Uint8Array): TrackSample | null {
  try {
    return decodeTrack(chunk)[0] ?? null;
  } catch (error) {
    if (error instanceof TrackDamaged) return null;
    throw error;
  }
}

/** With an unknown value from the last one before each gap. */
const withGaps = (line: Line): Line =>
  line.flatMap((point, i) => {
    const next = line[i + 1];
    return next && next.at - point.at > GAP_MS
      ? [point, { at: point.at + 1, percent: null, charging: false }]
      : [point];
  });
