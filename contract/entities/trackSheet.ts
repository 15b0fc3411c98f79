/** Keys of the texts in an export of the historical monitoring, in locales/{language}/trackExport.json. */
export const TRACK_SHEET_KEYS = {
  time: 'trackExport.columns.time',
  map: 'trackExport.columns.map',
  x: 'trackExport.columns.x',
  y: 'trackExport.columns.y',
  heading: 'trackExport.columns.heading',
  status: 'trackExport.columns.status',
  connection: 'trackExport.columns.connection',
  battery: 'trackExport.columns.battery',
} as const;
export const TRACK_CONNECTION_KEYS = {
  online: 'trackExport.connections.online',
  offline: 'trackExport.connections.offline',
  broken: 'trackExport.connections.broken',
} as const;
export const TRACK_NOTE_KEYS = {
  time: 'trackExport.notes.time',
  robots: 'trackExport.notes.robots',
  gap: 'trackExport.notes.gap',
  noTracks: 'trackExport.notes.noTracks',
  moreEvents: 'trackExport.notes.moreEvents',
  pictures: 'trackExport.notes.pictures',
  morePictures: 'trackExport.notes.morePictures',
  noPictures: 'trackExport.notes.noPictures',
} as const;
