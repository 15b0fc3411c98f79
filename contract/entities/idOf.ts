/** What an id in a request identifies. Apart from values.ts, because the sign-in page needs nothing else of it. */
import * as v from 'valibot';

type TextSchema = v.GenericSchema<string>;

/**
 * Resources of a robot or of a site: access follows from the caller's relation to the robots. `robots`:
 * comma-separated.
 */
export const RESOURCE_KINDS = [
  'robot',
  'robots',
  'point',
  'route',
  'map',
  'command',
  'drive',
  'disinfection',
  'alarmCase',
  'face',
  'facePerson',
  'delivery',
  'event',
  'call',
  'friendRelation',
  'contact',
  'contactRole',
  'scheduledTask',
  'scheduleException',
  'site',
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];
/** `caller` must be the caller's own account. Ids of the kinds after it are looked up by the handler. */
export type IdKind =
  | ResourceKind
  | 'caller'
  | 'account'
  | 'alarmRule'
  | 'alarmTest'
  | 'app'
  | 'chargeBay'
  | 'door'
  | 'drawingPart'
  | 'elevator'
  | 'file'
  | 'floorDrawing'
  | 'inquiry'
  | 'invitation'
  | 'job'
  | 'learningRecord'
  | 'mediaLink'
  | 'messageLog'
  | 'mqttClient'
  | 'picture'
  | 'problemReport'
  | 'session'
  | 'software'
  | 'stop'
  | 'videoLayout'
  | 'wallKey';

/**
 * Declares what a field identifies. The access check of a request and the API reference use the declaration
 * (rules/resourceIds.ts).
 */
/* @__NO_SIDE_EFFECTS__ */
export const idOf = <const Kind extends IdKind, const Schema extends TextSchema>(kind: Kind, schema: Schema) =>
  v.pipe(schema, v.metadata({ idOf: kind }));

/** Marks an id whose access the handler checks itself; the access check of the request skips it. */
/* @__NO_SIDE_EFFECTS__ */
export const handlerChecked = <const Schema extends TextSchema>(schema: Schema) =>
  v.pipe(schema, v.metadata({ checkedBy: 'handler' }));

/** Marks an id of which only the access is checked: it need not agree with the other ids of the request. */
/* @__NO_SIDE_EFFECTS__ */
export const independent = <const Schema extends TextSchema>(schema: Schema) =>
  v.pipe(schema, v.metadata({ agrees: false }));

export const nothing = v.null();
