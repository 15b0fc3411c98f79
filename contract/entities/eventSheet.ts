/** Keys of the texts that only an export of events has, in locales/{language}/eventTexts.json. */
export const EVENT_SHEET_KEYS = { notesCut: 'eventTexts.column.notesCut' } as const;
