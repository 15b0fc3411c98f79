/** The audit log, for account administrators. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { auditEntry } from '../entities/auditEntry.ts';
import { flag, limit, page, time } from '../entities/values.ts';
import { AUDIT_COUNTED } from '../rules/limits.ts';

const words = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), '');
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
/** Zone names are IANA's. */
const timeZone = v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64), v.check(isTimeZone, 'timeZone')), 'UTC');

const filter = {
  /** An account's id, or what its name, e-mail or phone number has. */
  who: words,
  /** An act (`account.lock`), or the area before its dot (`account`). */
  act: words,
  /** The id of what it was done to, or what the name, e-mail or phone number of that account has. */
  subject: words,
  /** From then, and until before then; 0: without bound. */
  from: v.optional(time, 0),
  until: v.optional(time, 0),
};
export type AuditFilter = v.InferOutput<v.ObjectSchema<typeof filter, undefined>>;

export const audit = {
  list: endpoint('/audit/get-audit-list', {
    summary: `Entries, newest first. They are counted up to ${AUDIT_COUNTED}; \`isMore\` says that there are more.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, ...filter }),
    response: v.object({ total: v.number(), isMore: flag, rows: v.array(auditEntry) }),
  }),
  export: endpoint('/audit/export', {
    summary: 'All entries of the filter as CSV (UTF-8), newest first, with times in a zone that the head names.',
    access: accountAdmin,
    kind: 'read',
    binary: true,
    request: v.object({ ...filter, timeZone }),
    response: v.file(),
  }),
};
