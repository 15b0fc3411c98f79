/** Keys of the texts in an export of photos and recordings, in locales/{language}/mediaExport.json. */
import type { LibraryKind, MediaSource } from '../rules/mediaLibrary.ts';

export const MEDIA_SHEET_KEYS = {
  time: 'mediaExport.columns.time',
  file: 'mediaExport.columns.file',
  kind: 'mediaExport.columns.kind',
  robot: 'mediaExport.columns.robot',
  serialNumber: 'mediaExport.columns.serialNumber',
  place: 'mediaExport.columns.place',
  map: 'mediaExport.columns.map',
  cause: 'mediaExport.columns.cause',
  by: 'mediaExport.columns.by',
  alarmCase: 'mediaExport.columns.alarmCase',
  length: 'mediaExport.columns.length',
  bytes: 'mediaExport.columns.bytes',
} as const;
export const MEDIA_KIND_KEYS = {
  photo: 'mediaExport.kinds.photo',
  video: 'mediaExport.kinds.video',
} as const satisfies Record<LibraryKind, string>;
export const MEDIA_CAUSE_KEYS = {
  operator: 'mediaExport.causes.operator',
  task: 'mediaExport.causes.task',
  interval: 'mediaExport.causes.interval',
  timer: 'mediaExport.causes.timer',
  alarm: 'mediaExport.causes.alarm',
  robot: 'mediaExport.causes.robot',
} as const satisfies Record<MediaSource, string>;
export const MEDIA_NOTE_KEYS = { missing: 'mediaExport.missing' } as const;
