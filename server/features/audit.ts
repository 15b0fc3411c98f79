/** The audit log: listed and exported for administrators. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { audit, AuditFilter } from '../../contract/endpoints/audit.ts';
import type { AuditEntry } from '../../contract/entities/auditEntry.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { AUDIT_COUNTED } from '../../contract/rules/limits.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { type LocalName, nameIn } from '../db/localName.ts';
import { auditPage, auditPiece, type AuditRow, namesById, record } from '../db/repositories/audit.ts';
import type { RequestContext } from '../requestContext.ts';
import { auditCsvHead, auditCsvLines } from './auditCsv.ts';

/** Entries per query of an export: a few hundred KiB. */
const PIECE = 1_000;

export function createAuditHandlers({ now }: Pick<CoreDeps, 'now'>): Handlers<typeof audit, RequestContext> {
  return {
    async list(filter, { db, language }) {
      const { total, rows } = await auditPage(db, { ...filter, language, most: AUDIT_COUNTED });
      return {
        total: Math.min(total, AUDIT_COUNTED),
        isMore: total > AUDIT_COUNTED,
        ...(await entriesIn(db, rows, language)),
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

/** Fields of recorded values that are ids of accounts, robots, maps, routes or sites. */
const REFERENCES = ['superAdmin', 'holder', 'userId', 'invitedBy', 'pathId', 'mapId', 'siteId', 'serialNumber'];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ids of what these rows are about or refer to. */
function idsIn(rows: readonly AuditRow[]): string[] {
  const ids = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one);
    else if (isObject(value))
      for (const [field, inner] of Object.entries(value))
        if (typeof inner === 'string' && REFERENCES.includes(field)) ids.add(inner);
        else collect(inner);
  };
  for (const { subject, before, after } of rows) {
    ids.add(subject);
    collect([before, after]);
  }
  return [...ids];
}

const LANGUAGES: readonly string[] = ['zhCN', 'enUS'];
/** Recorded values with localised names in the reader's language. */
function inLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language));
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => LANGUAGES.includes(key))
    ? nameIn(value as LocalName, language)
    : Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, inLanguage(inner, language)]));
}

/** The entries with all names in the reader's language, and the names of what they contain by id. */
async function entriesIn(
  db: Db,
  rows: readonly AuditRow[],
  language: Language,
): Promise<{ rows: AuditEntry[]; names: Record<string, string> }> {
  const found = await namesById(db, idsIn(rows));
  const names = Object.fromEntries([...found].map(([id, name]) => [id, nameIn(name, language)]));
  return { rows: rows.map((row) => entryIn(row, language, names)), names };
}

const entryIn = (
  { at, name, subjectName, before, after, ...row }: AuditRow,
  language: Language,
  names: Readonly<Record<string, string>>,
): AuditEntry => ({
  ...row,
  before: inLanguage(before, language),
  after: inLanguage(after, language),
  at: at.getTime(),
  name: nameIn(name ?? '', language),
  subjectName: nameIn(subjectName ?? '', language) || (names[row.subject] ?? ''),
});

async function* csvOf(
  db: Db,
  filter: AuditFilter,
  { language, timeZone, first }: { language: Language; timeZone: string; first: readonly AuditRow[] },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(auditCsvHead({ language, timeZone }));
  for (let rows = first; rows.length > 0;) {
    const entries = await entriesIn(db, rows, language);
    yield Buffer.from(auditCsvLines(entries.rows, { language, timeZone }));
    const last = rows.at(-1);
    rows = rows.length < PIECE || !last ? [] : await auditPiece(db, filter, { language, after: last, limit: PIECE });
  }
}
