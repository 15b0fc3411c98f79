/** The audit log, for account administrators. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { auditEntry } from '../entities/auditEntry.ts';
import { flag, limit, page, time } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import { AUDIT_COUNTED } from '../rules/limits.ts';

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), '');

const filter = {
  /** An account id, or part of an account's name, e-mail address or phone number. */
  who: text,
  /** An action (`account.lock`), or the area before its dot (`account`). */
  act: text,
  /** The id of the affected object, or part of the name, e-mail address or phone number of the affected account. */
  subject: text,
  /** `from` is inclusive, `until` exclusive; 0: no limit. */
  from: v.optional(time, 0),
  until: v.optional(time, 0),
};
export type AuditFilter = v.InferOutput<v.ObjectSchema<typeof filter, undefined>>;

export const audit = {
  list: endpoint('/audit/get-audit-list', {
    summary: `Lists audit entries, newest first, with the names of the accounts, robots, maps, routes and sites that they contain by id. Entries are counted up to ${AUDIT_COUNTED}; \`isMore\` means that there are more.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, ...filter }),
    response: v.object({
      total: v.number(),
      isMore: flag,
      rows: v.array(auditEntry),
      /** By id. */
      names: v.record(v.string(), v.string()),
    }),
  }),
  export: endpoint('/audit/export', {
    summary:
      'Exports all entries of the filter as CSV (UTF-8), newest first. Times are in the time zone that the header names.',
    access: accountAdmin,
    kind: 'read',
    binary: true,
    request: v.object({ ...filter, timeZone: exportZone }),
    response: v.file(),
  }),
};
