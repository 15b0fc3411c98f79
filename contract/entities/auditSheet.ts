/** Keys of the texts that only the exported audit log has, in locales/{language}/audit.json. */
export const AUDIT_SHEET_KEYS = {
  whoId: 'audit.sheet.whoId',
  actCode: 'audit.sheet.actCode',
  subjectId: 'audit.sheet.subjectId',
} as const;
