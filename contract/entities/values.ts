/** Schemas of small values that many records share. */
import * as v from 'valibot';
import { NICKNAME_MAX, PAGE_SIZE, REASON_MAX, SERIAL_NUMBER_MAX } from '../rules/limits.ts';

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
  'friendRelation',
  'site',
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];
/** `caller` must be the caller's own account. Ids of the kinds after it are looked up by the handler. */
export type IdKind =
  | ResourceKind
  | 'caller'
  | 'account'
  | 'app'
  | 'chargeBay'
  | 'delivery'
  | 'door'
  | 'drawingPart'
  | 'elevator'
  | 'file'
  | 'floorDrawing'
  | 'inquiry'
  | 'invitation'
  | 'job'
  | 'messageLog'
  | 'mqttClient'
  | 'picture'
  | 'problemReport'
  | 'session'
  | 'stop'
  | 'wallKey';

/**
 * An identifier of ours or of the provider: short, printable, no white space. `idOf` declares what a request field
 * identifies.
 */
export const id = v.pipe(v.string(), v.regex(/^[\w:.@-]{1,64}$/u, 'id'));

type TextSchema = v.GenericSchema<string>;

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

/** Only characters that MQTT topics can carry: no slash, no wildcard, no white space. */
export const serialNumber = idOf(
  'robot',
  v.pipe(v.string(), v.regex(/^[\w.:-]+$/u, 'serialNumber'), v.maxLength(SERIAL_NUMBER_MAX)),
);
export const pointId = idOf('point', id);
export const routeId = idOf('route', id);
export const mapId = idOf('map', id);
export const routeRunId = idOf('drive', id);
export const friendRelationId = idOf('friendRelation', id);
export const siteId = idOf('site', id);
/** The caller's own account; can be left out. */
export const callerId = v.optional(idOf('caller', v.string()), '');
/** The MQTT client id of one tab's connection. */
export const mqttClientId = idOf('mqttClient', v.pipe(v.string(), v.regex(/^[\w.:@~-]{1,120}$/u)));
export const manufacturer = v.pipe(v.string(), v.regex(/^[\w.:-]+$/u, 'manufacturer'), v.maxLength(SERIAL_NUMBER_MAX));
/** The end of the year 9999, because later dates need more than four digits for the year. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);
/** Milliseconds since 1970, UTC. */
export const time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_INSTANT));
export const metres = v.pipe(v.number(), v.finite(), v.minValue(-100_000), v.maxValue(100_000));
/** Radians, counter-clockwise from +x. */
export const radians = v.pipe(v.number(), v.finite());
export const flag = v.boolean();
export const nothing = v.null();
export const label = v.pipe(v.string(), v.maxLength(NICKNAME_MAX));
export const reason = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(REASON_MAX));
export const page = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 1);
export const limit = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE.max)),
  PAGE_SIZE.first,
);

export const pose = v.object({ mapId: v.string(), x: metres, y: metres, theta: radians });
export type Pose = v.InferOutput<typeof pose>;
