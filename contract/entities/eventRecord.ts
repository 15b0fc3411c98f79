/** What happened to robots: deliveries, runs, disinfections, alarms, receptions, operators' acts (spec 3 "Event record"). */
import * as v from 'valibot';
import { fileId } from './file.ts';
import { idOf } from './idOf.ts';
import { pictureBox } from './pictureBox.ts';
import { serialNumber, time } from './values.ts';

/**
 * `manual`: what a person commanded. `system`: what the console noticed by itself: a lost connection, a scheduled run that
 * did not start.
 */
export const BIZ_TYPES = ['delivery', 'cruise', 'disinfection', 'alarm', 'reception', 'manual', 'system'] as const;
/** Characters of an id. */
export const EVENT_ID_MAX = 120;
/** Characters of a name, or part of one, that is searched for. */
export const EVENT_NAME_MAX = 100;
export type BizType = (typeof BIZ_TYPES)[number];

/** The kind and the id of the record, `alarm:…`. */
export const eventId = idOf(
  'event',
  v.pipe(v.string(), v.maxLength(EVENT_ID_MAX), v.regex(/^[a-z]+:[\w:.@-]+$/u, 'id')),
);

export const eventRecord = v.object({
  /** Unique among all kinds: `alarm:…`. */
  id: v.string(),
  bizType: v.picklist(BIZ_TYPES),
  /** Of the delivery, run, case, command …: what the record is about. */
  sourceId: v.string(),
  serialNumber,
  robotName: v.string(),
  at: time,
  /** null while it lasts, and for what has no end. */
  until: v.nullable(time),
  /** An alarm's event, a command's kind, the mode of a disinfection, `offline` or `notStarted` of the system; else ''. */
  kind: v.string(),
  /** State of the delivery, run, case or command, by its own words. */
  state: v.string(),
  /** What it is about, in the reader's language: the route, the destination, the target; '' without. */
  title: v.string(),
  /** Who has the case, or started or commanded it; '' for nobody. */
  by: v.string(),
  /** Why an alarm case was resolved, or a scheduled run did not start; '' without. */
  cause: v.string(),
  value: v.nullable(v.number()),
  place: v.nullable(v.object({ mapId: v.string(), x: v.number(), y: v.number(), name: v.string(), floor: v.string() })),
  pictureId: v.nullable(fileId),
  /** What the robot recognised in the picture; null if it did not say. */
  box: v.optional(v.nullable(pictureBox), null),
});
export type EventRecord = v.InferOutput<typeof eventRecord>;
