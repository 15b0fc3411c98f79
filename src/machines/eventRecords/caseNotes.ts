/** What people wrote about an alarm, from the history of its case: their notes, and the remark with which it was closed. */
import type { CaseEntry } from '../../../contract/entities/alarmCase.ts';

export type CaseNote = Pick<CaseEntry, 'id' | 'at' | 'by' | 'text'>;

const WRITTEN: ReadonlySet<string> = new Set<CaseEntry['kind']>(['note', 'resolved']);

export const notesOf = (entries: readonly Pick<CaseEntry, 'id' | 'at' | 'by' | 'text' | 'kind'>[]): CaseNote[] =>
  entries
    .filter(({ kind, by, text }) => WRITTEN.has(kind) && by !== '' && text !== '')
    .map(({ id, at, by, text }) => ({ id, at, by, text }));
