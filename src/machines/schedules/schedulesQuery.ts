/** URL query of the timetable: site, first day, view, filters, and the run whose details are open. */
import { RUN_VERDICTS } from '../../../contract/rules/schedule/scheduleLimits.ts';
import type { Query } from '../app/events.ts';
import { choice, day, defineQuery, page, value, values } from '../factories/defineQuery.ts';

export const TIMETABLE_VIEWS = ['timetable', 'days'] as const;
export type TimetableView = (typeof TIMETABLE_VIEWS)[number];

export const schedulesQuery = defineQuery({
  /** Serial numbers; empty: all robots of the site. */
  robots: values('robots'),
  kind: choice('kind', ['', 'cruise', 'disinfection'], ''),
  /** Only runs of which this is expected. */
  verdict: choice('show', ['', ...RUN_VERDICTS], ''),
  page: page(),
});
export type SchedulesQuery = ReturnType<typeof schedulesQuery.read>;

const view = choice('view', TIMETABLE_VIEWS, 'timetable');
const from = day('from');
export const viewIn = (query: Query): TimetableView => view.read(query['view'] ?? '');
/** YYYY-MM-DD; '': two days before today. */
export const firstDayIn = (query: Query): string => from.read(query['from'] ?? '');
export const siteIn = (query: Query): string => value('site').read(query['site'] ?? '');
export const runIn = (query: Query): string => query['run'] ?? '';

/** The key of a run, as in the URL. */
export const runKeyOf = ({ taskId, plannedAt }: { taskId: string; plannedAt: number }): string =>
  `${taskId}@${plannedAt}`;
