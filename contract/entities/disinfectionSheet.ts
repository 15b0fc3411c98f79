/** Keys of the texts that only the exported sheet of disinfections has, in locales/{language}/disinfectionRecords.json. */
export const DISINFECTION_SHEET_KEYS = {
  ended: 'shared.endedAt',
  planned: 'disinfectionRecords.sheet.planned',
  serialNumber: 'shared.serialNumber',
  squareMetres: 'disinfectionRecords.sheet.squareMetres',
  covered: 'disinfectionRecords.sheet.covered',
  dose: 'disinfectionRecords.sheet.dose',
  aim: 'disinfectionRecords.sheet.aim',
  unit: 'disinfectionRecords.sheet.unit',
  agentLeft: 'disinfectionRecords.sheet.agentLeft',
  startedBy: 'shared.startedBy',
} as const;
