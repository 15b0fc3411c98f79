/** URL query of the audit log, and the request for it. */
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { day, defineQuery, page, text, value } from '../factories/defineQuery.ts';

export const auditQuery = defineQuery({
  who: text('who'),
  /** An action, or the area before its dot; '' for all. */
  act: value('act'),
  subject: text('subject'),
  /** In the user's time zone, the last day inclusive. */
  from: day('from'),
  until: day('until'),
  page: page(),
});
export type AuditQuery = ReturnType<typeof auditQuery.read>;

/** The service converts days to times, because it has the time zone. */
export const auditRequest = (query: Query) => ({ ...auditQuery.read(query), limit: PAGE_SIZE.first });
export type AuditRequest = ReturnType<typeof auditRequest>;
