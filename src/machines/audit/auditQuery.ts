/** URL query of the audit log: who, what, on which subject, which days, page. */
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { parsePage } from '../parsePage.ts';

export interface AuditQuery {
  who: string;
  /** An action, or the area before its dot; empty for all. */
  act: string;
  subject: string;
  /** YYYY-MM-DD in the user's time zone, the last day inclusive; empty: unbounded. */
  from: string;
  until: string;
  page: number;
}

const day = (text: string | undefined): string => (/^\d{4}-\d{2}-\d{2}$/u.test(text ?? '') ? (text ?? '') : '');

export const readAuditQuery = (given: Query): AuditQuery => ({
  who: given['who'] ?? '',
  act: given['act'] ?? '',
  subject: given['subject'] ?? '',
  from: day(given['from']),
  until: day(given['until']),
  page: parsePage(given['page']),
});

/** URL query patch. Changing a filter resets to the first page. */
export const auditPatch = ({ page = 1, ...change }: Partial<AuditQuery>): Query => ({
  ...change,
  page: page === 1 ? '' : String(page),
});

export const isFiltered = ({ page: _page, ...filter }: AuditQuery): boolean =>
  Object.values(filter).some((value) => value !== '');

/** The service converts days to times, because it has the time zone. */
export const auditRequest = (query: Query) => ({ ...readAuditQuery(query), limit: PAGE_SIZE.first });
export type AuditRequest = ReturnType<typeof auditRequest>;
