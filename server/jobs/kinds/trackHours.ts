/**
 * Sums what each robot did in every hour, from the tracks. Long ranges of the historical monitoring are read from these
 * sums. Goes on where it ended; after an upgrade it works off the hours of the past, some at a time.
 */
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { markOf, setMark } from '../../db/repositories/installation.ts';
import {
  addTrackHours,
  chunksOfRobots,
  firstTrackedAt,
  trackPeriodsIn,
  type HourRow,
} from '../../db/repositories/tracks.ts';
import { joinPeriods, sharesOf, type RecordedPeriods } from '../../../contract/rules/replayTrack.ts';
import { barsOfChunks } from '../../features/trackBars.ts';
import type { JobKind } from '../jobKind.ts';

const MARK = 'trackHours';
const HOUR_MS = 3_600_000;
/** Chunks of an hour are written up to a minute after its end, and later if the database does not answer, ms. */
const SETTLED_MS = 5 * 60_000;
const HOURS_AT_ONCE = 240;
/** Robots read by one query: about 10 MB of tracks if all of them drive. */
const ROBOTS_AT_ONCE = 40;

const floorHour = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

export async function sumHour(db: Db, serialNumbers: readonly string[], hour: number): Promise<void> {
  const span = { from: hour, until: hour + HOUR_MS };
  const periods = joinPeriods(await trackPeriodsIn(db, new Date(span.from), new Date(span.until)));
  const rows: HourRow[] = [];
  for (let i = 0; i < serialNumbers.length; i += ROBOTS_AT_ONCE)
    rows.push(...(await hourOf(db, serialNumbers.slice(i, i + ROBOTS_AT_ONCE), periods, span)));
  await addTrackHours(db, rows);
}

async function hourOf(
  db: Db,
  serialNumbers: readonly string[],
  periods: RecordedPeriods,
  span: { from: number; until: number },
): Promise<HourRow[]> {
  const rows: HourRow[] = [];
  const found = await chunksOfRobots(db, serialNumbers, new Date(span.from), new Date(span.until));
  for (const serialNumber of serialNumbers) {
    const bars = await barsOfChunks(found.get(serialNumber) ?? [], periods, span);
    if (bars.length === 0) continue;
    const { working, standby, charging, alarm, stopped, silent } = sharesOf(bars);
    const seconds = (ms: number): number => Math.round(ms / 1_000);
    rows.push({
      serialNumber,
      hour: new Date(span.from),
      working: seconds(working),
      standby: seconds(standby),
      charging: seconds(charging),
      alarm: seconds(alarm),
      stopped: seconds(stopped),
      silent: seconds(silent),
    });
  }
  return rows;
}

export const trackHoursJob = ({ db, now, fleet }: Pick<AppDeps, 'db' | 'now' | 'fleet'>): JobKind => ({
  kind: 'trackHours',
  timeLimitMs: 20 * 60_000,
  isLong: true,
  everyMs: 10 * 60_000,
  async run({ signal, progress }) {
    const first = await firstTrackedAt(db);
    if (!first) return;
    const begin = Math.max(Number((await markOf(db, MARK)) ?? 0), floorHour(first.getTime()));
    const end = Math.min(floorHour(now() - SETTLED_MS), begin + HOURS_AT_ONCE * HOUR_MS);
    const robots = [...fleet.fleetCache.robots()].map(({ serialNumber }) => serialNumber);
    for (let hour = begin; hour < end; hour += HOUR_MS) {
      signal.throwIfAborted();
      await sumHour(db, robots, hour);
      await setMark(db, MARK, String(hour + HOUR_MS));
      const done = (hour + HOUR_MS - begin) / HOUR_MS;
      progress((100 * done * HOUR_MS) / (end - begin), { done, of: (end - begin) / HOUR_MS, unit: 'steps' });
    }
  },
});
