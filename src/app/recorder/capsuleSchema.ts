/** The schema that validates a recording's file (machines/recording/format.ts). */
import * as v from 'valibot';
import { RECORDING_FORMAT, type Capsule, type Json, type Patch, type Value } from '../../machines/recording/format.ts';

const json = v.unknown() as unknown as v.GenericSchema<Json>;
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const value: v.GenericSchema<Value> = v.union([
  v.string(),
  v.record(
    v.string(),
    v.lazy(() => value),
  ),
]);
const patch: v.GenericSchema<Patch> = v.object({
  set: v.optional(v.record(v.string(), json)),
  gone: v.optional(v.array(v.string())),
  in: v.optional(
    v.record(
      v.string(),
      v.lazy(() => patch),
    ),
  ),
  items: v.optional(v.record(v.string(), json)),
});
const status = v.picklist(['active', 'done', 'error', 'stopped']);
const timer = v.object({ actor: count, id: v.string(), event: v.string(), delay: v.number(), startedAt: v.number() });
const timers = v.array(timer);
const step = v.object({
  at: v.number(),
  actor: count,
  from: v.nullable(count),
  event: v.objectWithRest({ type: v.string() }, json),
  took: v.optional(v.array(v.string())),
  status: v.optional(status),
  value: v.optional(value),
  patch: v.optional(patch),
  children: v.optional(v.array(count)),
  timers: v.optional(timers),
});
const actor = v.object({
  id: v.string(),
  src: v.string(),
  systemId: v.optional(v.string()),
  machine: v.optional(v.string()),
  parent: v.nullable(count),
  syncs: v.optional(v.boolean()),
});

/** The fields that every version of the format starts with: enough to detect a file that is too new. */
export const capsuleMark = v.object({
  format: v.literal(RECORDING_FORMAT),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});
export const capsule = v.object({
  ...capsuleMark.entries,
  build: v.string(),
  sentence: v.string(),
  takenAt: v.number(),
  page: v.string(),
  language: v.string(),
  width: v.number(),
  height: v.number(),
  dark: v.boolean(),
  actors: v.record(v.string(), actor),
  base: v.object({
    at: v.number(),
    states: v.record(v.string(), v.object({ status, value, context: json, children: v.array(count) })),
    timers,
  }),
  steps: v.array(step),
}) satisfies v.GenericSchema<unknown, Capsule>;
/** Updates of a followed tab after the full recording (recorder.ts News). */
export const capsuleNews = v.array(v.object({ step, actors: v.record(v.string(), actor) }));
