/** What people wrote about alarm cases, for an export of many: their notes and the remarks with which they closed them. */
import { and, desc, inArray, ne } from 'drizzle-orm';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import { nameIn } from '../localName.ts';
import { alarmEntries } from '../schema.ts';

/** The newest ones; the text of an export stays within some megabytes. */
export const NOTES_MAX = 20_000;

export interface CaseNotes {
  /** Texts with their authors, oldest first and separated by lines, by the id of the case. */
  notes: ReadonlyMap<string, string>;
  /** Whether older ones are missing. */
  isCut: boolean;
}

/** @param most for tests */
export async function caseNotes(
  db: Db,
  caseIds: readonly string[],
  language: Language,
  most = NOTES_MAX,
): Promise<CaseNotes> {
  const notes = new Map<string, string>();
  if (caseIds.length === 0) return { notes, isCut: false };
  const rows = await db
    .select({ caseId: alarmEntries.caseId, by: alarmEntries.by, text: alarmEntries.text })
    .from(alarmEntries)
    .where(
      and(
        inArray(alarmEntries.caseId, [...caseIds]),
        inArray(alarmEntries.kind, ['note', 'resolved']),
        ne(alarmEntries.text, ''),
        ne(alarmEntries.by, ''),
      ),
    )
    .orderBy(desc(alarmEntries.id))
    .limit(most + 1);
  for (const { caseId, by, text } of rows.slice(0, most).reverse()) {
    const before = notes.get(caseId);
    const note = `${nameIn(by, language)}: ${text}`;
    notes.set(caseId, before === undefined ? note : `${before}\n${note}`);
  }
  return { notes, isCut: rows.length > most };
}
