/** A call between an operator and a visitor at a robot (contract/rules/call.ts). */
import * as v from 'valibot';
import {
  CALL_ENDS,
  CALL_LINE_KINDS,
  CALL_LOSSES,
  CALL_ORIGINS,
  CALL_PICTURES,
  CALL_SCREENS,
  CALL_SIDES,
  CALL_STATES,
  CALL_TOOLS,
  CALL_TOPICS,
} from '../rules/call.ts';

const person = v.object({ id: v.string(), name: v.string() });

/** What the robot says about its screen and its voice. */
export const callScreen = v.object({
  shows: v.picklist(CALL_SCREENS),
  picture: v.union([v.picklist(CALL_PICTURES), v.literal('')]),
  /** The picture of the site that it shows; '' for none. */
  imageId: v.optional(v.string(), ''),
  saying: v.string(),
  /** The last act that the robot carried out. */
  actId: v.string(),
  /** Frames of the operator's camera shown so far. */
  frames: v.number(),
  since: v.number(),
});
export type CallScreen = v.InferOutput<typeof callScreen>;

export const call = v.object({
  id: v.string(),
  serialNumber: v.string(),
  robotName: v.string(),
  /** Where the robot was: point or room, and floor. */
  place: v.string(),
  /** Where the operator called from, as sent with the call; '' if nothing was sent. */
  area: v.optional(v.string(), ''),
  origin: v.picklist(CALL_ORIGINS),
  tool: v.picklist(CALL_TOOLS),
  state: v.picklist(CALL_STATES),
  /** The operator in the call; null while a visitor's call rings. */
  operator: v.nullable(person),
  /** Whom a visitor's call rings for. */
  ringsFor: v.array(person),
  /** The reader has declined it. */
  isDeclined: v.boolean(),
  isAskedToWait: v.boolean(),
  createdAt: v.number(),
  rangAt: v.nullable(v.number()),
  answeredAt: v.nullable(v.number()),
  lostAt: v.nullable(v.number()),
  loss: v.nullable(v.picklist(CALL_LOSSES)),
  endedAt: v.nullable(v.number()),
  endedBy: v.nullable(v.picklist(CALL_SIDES)),
  end: v.nullable(v.picklist(CALL_ENDS)),
  interruptions: v.number(),
  interruptedMs: v.number(),
  /** ms; null before it was measured. */
  roundTrip: v.nullable(v.number()),
  /** null before the robot has reported it. */
  screen: v.nullable(callScreen),
  topic: v.nullable(v.picklist(CALL_TOPICS)),
  note: v.string(),
});
export type Call = v.InferOutput<typeof call>;

export const callLine = v.object({
  at: v.number(),
  kind: v.picklist(CALL_LINE_KINDS),
  side: v.picklist(CALL_SIDES),
  /** What was said, the picture that was shown, or which connection was lost. */
  text: v.string(),
  /** ms, of an interruption. */
  ms: v.nullable(v.number()),
});
export type CallLine = v.InferOutput<typeof callLine>;
