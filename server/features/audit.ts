/** The audit log: listed and exported for administrators. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { audit, AuditFilter } from '../../contract/endpoints/audit.ts';
import type { AuditEntry } from '../../contract/entities/auditEntry.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import { AUDIT_COUNTED } from '../../contract/rules/limits.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { auditPage, auditPiece, record, type AuditRow } from '../db/repositories/audit.ts';
import type { RequestContext } from '../requestContext.ts';

/** Entries per query of an export: a few hundred KiB. */
const PIECE = 1_000;

export function createAuditHandlers({ now }: Pick<CoreDeps, 'now'>): Handlers<typeof audit, RequestContext> {
  return {
    async list(filter, { db, language }) {
      const { total, rows } = await auditPage(db, { ...filter, language, most: AUDIT_COUNTED });
      return {
        total: Math.min(total, AUDIT_COUNTED),
        isMore: total > AUDIT_COUNTED,
        rows: rows.map((row) => entryIn(row, language)),
      };
    },

    async export({ timeZone, ...given }, { db, language, userId }) {
      // Entries added during the export are excluded, so that none is missing or duplicated.
      const filter = { ...given, until: given.until || now() + 1 };
      const first = await auditPiece(db, filter, { language, after: null, limit: PIECE });
      await record(db, { userId, act: 'audit.export', subject: 'audit', after: { ...given, timeZone } });
      const day = new Date(now()).toISOString().slice(0, 10);
      return {
        contentType: 'text/csv; charset=utf-8',
        fileName: `audit-${day}.csv`,
        bytes: csvOf(db, filter, { language, timeZone, first }),
      };
    },
  };
}

const entryIn = ({ at, name, subjectName, ...row }: AuditRow, language: Language): AuditEntry => ({
  ...row,
  at: at.getTime(),
  name: nameIn(name ?? '', language),
  subjectName: nameIn(subjectName ?? '', language),
});

async function* csvOf(
  db: Db,
  filter: AuditFilter,
  { language, timeZone, first }: { language: Language; timeZone: string; first: readonly AuditRow[] },
): AsyncGenerator<Uint8Array> {
  // The Swedish locale formats dates like ISO 8601.
  const stamp = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  yield Buffer.from(
    CSV_MARK + csvLine([`time (${timeZone})`, 'user id', 'user', 'act', 'subject id', 'subject', 'before', 'after']),
  );
  for (let rows = first; rows.length > 0;) {
    yield Buffer.from(
      rows
        .map((row) => {
          const { at, userId, name, act, subject, subjectName, before, after } = entryIn(row, language);
          return csvLine([stamp.format(at), userId, name, act, subject, subjectName, jsonOf(before), jsonOf(after)]);
        })
        .join(''),
    );
    const last = rows.at(-1);
    rows = rows.length < PIECE || !last ? [] : await auditPiece(db, filter, { language, after: last, limit: PIECE });
  }
}

const jsonOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));
