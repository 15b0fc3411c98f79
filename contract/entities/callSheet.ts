/** Keys of the texts that only the exported sheet of calls has, in locales/{language}/callRecords.json. */
export const CALL_SHEET_KEYS = {
  serialNumber: 'shared.serialNumber',
  waited: 'callRecords.sheet.waited',
  talked: 'callRecords.sheet.talked',
  interrupted: 'callRecords.sheet.interrupted',
  note: 'shared.note',
  area: 'callRecords.sheet.area',
} as const;
