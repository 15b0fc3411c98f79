/** Times in which tracks were recorded, as answers have them. */
import { joinPeriods } from '../../contract/rules/replayTrack.ts';
import type { Db } from '../db/database.ts';
import { trackPeriodsIn } from '../db/repositories/tracks.ts';

/** Tracks are written once a minute: a pause up to this long between two periods is not a gap, ms. */
const PERIOD_SLACK_MS = 2_000;

export const recordedPeriods = async (
  db: Db,
  { from, until }: { from: number; until: number },
): Promise<[number, number][]> =>
  joinPeriods(await trackPeriodsIn(db, new Date(from), new Date(until)), PERIOD_SLACK_MS);
