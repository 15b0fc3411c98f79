/** Entries of the audit log as CSV in the reader's language; codes and recorded values stay as they are stored. */
import type { AUDIT_SHEET_KEYS } from '../../contract/entities/auditSheet.ts';
import type { AuditEntry } from '../../contract/entities/auditEntry.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import enUS from '../../locales/enUS/audit.json' with { type: 'json' };
import enShared from '../../locales/enUS/shared.json' with { type: 'json' };
import zhCN from '../../locales/zhCN/audit.json' with { type: 'json' };
import zhShared from '../../locales/zhCN/shared.json' with { type: 'json' };

interface Reader {
  language: Language;
  timeZone: string;
}
const TEXTS = { enUS: { ...enUS, shared: enShared }, zhCN: { ...zhCN, shared: zhShared } } as const;

export function auditCsvHead({ language, timeZone }: Reader): string {
  const { column, sheet, after, shared } = TEXTS[language];
  const { whoId, actCode, subjectId }: Readonly<Record<keyof typeof AUDIT_SHEET_KEYS, string>> = sheet;
  return (
    CSV_MARK +
    csvLine([
      `${shared.time} (${timeZone})`,
      whoId,
      column.who,
      actCode,
      column.act,
      subjectId,
      column.subject,
      shared.before,
      after,
    ])
  );
}

export function auditCsvLines(entries: readonly AuditEntry[], { language, timeZone }: Reader): string {
  const stamp = zonedStamp(timeZone);
  const acts: Readonly<Record<string, Readonly<Record<string, string>>>> = TEXTS[language].act;
  // An action of a newer server, in a database that it wrote, has only its code.
  const actText = (code: string): string => {
    const [area = '', act = ''] = code.split('.');
    return acts[area]?.[act] ?? code;
  };
  return entries
    .map(({ at, userId, name, act, subject, subjectName, before, after }) =>
      csvLine([stamp(at), userId, name, act, actText(act), subject, subjectName, jsonOf(before), jsonOf(after)]),
    )
    .join('');
}

const jsonOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));
