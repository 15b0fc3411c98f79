/** Why the server gives a delivery to a robot, and why not to the others. Distances in metres, batteries in per cent. */
import * as v from 'valibot';

/** `sameTrip`: it is on its way to the same loading point. `freeFirst`: all are busy. '': not known to this version. */
export const CHOICE_REASONS = ['', 'named', 'sameTrip', 'onlyOne', 'nearest', 'freeFirst'] as const;
export type ChoiceReason = (typeof CHOICE_REASONS)[number];

/**
 * `ready`: it could have taken the delivery too. `declined`: it was asked before and did not take the delivery.
 * `scheduledRun`: a run of its timetable waits for it.
 */
export const OTHER_REASONS = [
  '',
  'ready',
  'declined',
  'scheduledRun',
  'busy',
  'batteryLow',
  'offline',
  'noCompartment',
  'liftOut',
  'noRight',
  'noWay',
] as const;
export type OtherReason = (typeof OTHER_REASONS)[number];

/** Robots that are listed beside the chosen one; the rest is counted. */
export const CHOICE_OTHERS_MAX = 6;

const facts = {
  serialNumber: v.string(),
  /** To the loading point by the planned path; null if unknown or on another map. */
  metres: v.nullable(v.number()),
  battery: v.nullable(v.number()),
};

export const robotChoice = v.object({
  /** `serialNumber` is '' if no robot can be named. */
  ...facts,
  reason: v.fallback(v.picklist(CHOICE_REASONS), ''),
  /** Free compartments that fit, the one for this delivery included. */
  compartments: v.number(),
  /** Deliveries that it has to carry already. */
  carries: v.number(),
  /** Robots of the reader, the nearest reason first. */
  others: v.array(v.object({ ...facts, robotName: v.string(), reason: v.fallback(v.picklist(OTHER_REASONS), '') })),
  /** Robots of the site that are not listed. */
  more: v.number(),
});
export type RobotChoice = v.InferOutput<typeof robotChoice>;
