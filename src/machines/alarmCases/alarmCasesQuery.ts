/** URL query of the alarm cases: state, owner, event, robots, days, search text, page. */
import { CASE_FILTERS, OWNER_FILTERS } from '../../../contract/endpoints/alarmCases.ts';
import { ALARM_EVENTS } from '../../../contract/rules/alarms.ts';
import { choice, defineQuery, page, text, values } from '../factories/defineQuery.ts';

/** Whole days up to today; '': all time (spec 9). */
export const CASE_DAYS = ['1', '7', '14', '30'] as const;
export type CaseDays = (typeof CASE_DAYS)[number] | '';

export const alarmCasesQuery = defineQuery({
  state: choice('state', CASE_FILTERS, ''),
  owner: choice('owner', OWNER_FILTERS, ''),
  event: choice('event', ['', ...ALARM_EVENTS], ''),
  /** Serial numbers; empty: all robots of the user. */
  robots: values('robots'),
  days: choice('days', ['', ...CASE_DAYS], ''),
  text: text('q'),
  page: page(),
});
export type AlarmCasesQuery = ReturnType<typeof alarmCasesQuery.read>;
