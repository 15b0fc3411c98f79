/** Schemas of small values that many records share. */
import * as v from 'valibot';
import { NICKNAME_MAX, PAGE_SIZE, REASON_MAX, SERIAL_NUMBER_MAX } from '../rules/limits.ts';
import { idOf } from './idOf.ts';

/**
 * An identifier of ours or of the provider: short, printable, no white space. `idOf` declares what a request field
 * identifies.
 */
export const id = v.pipe(v.string(), v.regex(/^[\w:.@-]{1,64}$/u, 'id'));

/** Only characters that MQTT topics can carry: no slash, no wildcard, no white space. */
export const serialNumber = idOf(
  'robot',
  v.pipe(v.string(), v.regex(/^[\w.:-]+$/u, 'serialNumber'), v.maxLength(SERIAL_NUMBER_MAX)),
);
export const pointId = idOf('point', id);
export const routeId = idOf('route', id);
export const mapId = idOf('map', id);
export const routeRunId = idOf('drive', id);
export const disinfectionId = idOf('disinfection', id);
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
export const label = v.pipe(v.string(), v.maxLength(NICKNAME_MAX));
export const reason = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(REASON_MAX));
export const page = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 1);
export const limit = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE.max)),
  PAGE_SIZE.first,
);

export const pose = v.object({ mapId: v.string(), x: metres, y: metres, theta: radians });
export type Pose = v.InferOutput<typeof pose>;
