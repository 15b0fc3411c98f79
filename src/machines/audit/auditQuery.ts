/** What of the audit log stands in its address: who, what, to what, which days, page. */
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { parsePage } from '../parsePage.ts';

export interface AuditQuery {
  who: string;
  /** An act, or the area before its dot; empty for all. */
  act: string;
  subject: string;
  /** YYYY-MM-DD in the reader's zone, the last day counted in; empty: without bound. */
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

/** What to change in the address. Another filter begins at the first page again. */
export const auditPatch = ({ page = 1, ...change }: Partial<AuditQuery>): Query => ({
  ...change,
  page: page === 1 ? '' : String(page),
});

/** Whether a filter is set. */
export const isFiltered = ({ page: _page, ...filter }: AuditQuery): boolean =>
  Object.values(filter).some((value) => value !== '');

/** Days become moments where the zone is known. */
export const auditWish = (query: Query) => ({ ...readAuditQuery(query), limit: PAGE_SIZE.first });
export type AuditWish = ReturnType<typeof auditWish>;
