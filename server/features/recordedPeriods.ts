/** Times in which tracks were recorded, as answers have them. */
import { joinPeriods } from '../../contract/rules/replayTrack.ts';
import type { Db } from '../db/database.ts';
import { trackPeriodsIn } from '../db/repositories/tracks.ts';

/** The record is written once a minute: between two periods a pause up to this counts as none, ms. */
const PERIOD_SLACK_MS = 2_000;

export const recordedPeriods = async (
  db: Db,
  { from, until }: { from: number; until: number },
): Promise<[number, number][]> =>
  joinPeriods(await trackPeriodsIn(db, new Date(from), new Date(until)), PERIOD_SLACK_MS);
