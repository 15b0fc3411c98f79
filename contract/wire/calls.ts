/**
 * Calls between server and robot. The server sends the robot's current call on the private topic at every change, at a
 * reconnect and every few seconds; the robot reports its side by events. Announced in the factsheet as the feature
 * `calls`.
 */
import * as v from 'valibot';
import { fileId, sha256 } from '../entities/file.ts';
import { id, time } from '../entities/values.ts';
import { CALL_ORIGINS, CALL_PICTURES, CALL_SCREENS, CALL_STATES } from '../rules/call.ts';
import { NICKNAME_MAX, SPOKEN_MAX } from '../rules/limits.ts';

/** The robot's call; null: it has none, and shows and sends nothing of one. */
export const callCommand = v.object({
  type: v.literal('call'),
  sentAt: time,
  call: v.nullable(
    v.object({
      callId: id,
      origin: v.picklist(CALL_ORIGINS),
      state: v.picklist(CALL_STATES),
      /** The operator's name for the screen; '' while no operator has answered. */
      name: v.pipe(v.string(), v.maxLength(NICKNAME_MAX)),
      /** Time that it rings on, ms from the message's arrival. */
      ringMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  ),
});
export type CallCommand = v.InferOutput<typeof callCommand>;

/** A picture of the site, for robots that announce `callPictures`. */
export const callImage = v.object({
  imageId: fileId,
  /** Where the robot fetches it, for a minute. */
  url: v.string(),
  sha256,
  contentType: v.string(),
});
export type CallImage = v.InferOutput<typeof callImage>;

/**
 * Speaks a text in a call, or shows a picture; the robot answers with `callScreen`. An empty picture clears it; `image`
 * is shown instead of a built-in picture.
 */
export const callActCommand = v.object({
  type: v.literal('callAct'),
  callId: id,
  actId: id,
  say: v.optional(v.pipe(v.string(), v.maxLength(SPOKEN_MAX)), ''),
  show: v.optional(v.nullable(v.union([v.picklist(CALL_PICTURES), v.literal('')])), null),
  image: v.optional(v.nullable(callImage), null),
});
export type CallActCommand = v.InferOutput<typeof callActCommand>;

/** What happened at the robot. `pressed`: a visitor wants to call; it has no call yet. */
export const CALL_REPORTS = ['pressed', 'rang', 'answered', 'declined', 'busy', 'hungUp'] as const;
export const callEvent = v.object({
  type: v.literal('call'),
  callId: v.union([id, v.literal('')]),
  what: v.picklist(CALL_REPORTS),
});
/** What the robot's screen shows and whether it speaks; never stored as an event. */
export const callScreenEvent = v.object({
  type: v.literal('callScreen'),
  callId: id,
  /** The last `callAct` that it carried out; '' before the first. */
  actId: v.union([id, v.literal('')]),
  shows: v.picklist(CALL_SCREENS),
  picture: v.union([v.picklist(CALL_PICTURES), v.literal('')]),
  /** The picture of the site on the screen; '' if none. */
  imageId: v.optional(v.union([fileId, v.literal('')]), ''),
  /** The text that is being spoken; '' if none. */
  saying: v.pipe(v.string(), v.maxLength(SPOKEN_MAX)),
  /** Frames of the operator's camera that it has shown. */
  frames: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type CallScreenEvent = v.InferOutput<typeof callScreenEvent>;
