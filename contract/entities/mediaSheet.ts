/** Keys of the texts that only an export of photos and recordings has, in locales/{language}/mediaExport.json. */
export const MEDIA_SHEET_KEYS = {
  cause: 'mediaExport.columns.cause',
  by: 'mediaExport.columns.by',
  alarmCase: 'mediaExport.columns.alarmCase',
  length: 'mediaExport.columns.length',
  bytes: 'mediaExport.columns.bytes',
} as const;
/** Of the sources that other texts do not name. */
export const MEDIA_CAUSE_KEYS = {
  operator: 'mediaExport.causes.operator',
  task: 'mediaExport.causes.task',
  interval: 'mediaExport.causes.interval',
  timer: 'mediaExport.causes.timer',
} as const;
export const MEDIA_NOTE_KEYS = { photo: 'mediaExport.photo', missing: 'mediaExport.missing' } as const;
