/** The scheduled tasks whose next run moves when their site gets another time zone. */
import type { SiteSchedule } from '../../../contract/entities/site.ts';
import { nextOccurrence } from '../../../contract/rules/schedule/occurrences.ts';

export interface ZoneMove extends Pick<SiteSchedule, 'id' | 'name' | 'robotName'> {
  /** ms; null: no run. */
  readonly before: number | null;
  readonly after: number | null;
}

export const zoneMoves = (schedules: readonly SiteSchedule[], timeZone: string, now: number): ZoneMove[] =>
  schedules.flatMap(({ id, name, robotName, nextAt: before, ...times }) => {
    const after = nextOccurrence(times, timeZone, now)?.at ?? null;
    return after === before ? [] : [{ id, name, robotName, before, after }];
  });
