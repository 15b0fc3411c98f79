/** WebRTC signalling between browser and robot. */
import * as v from 'valibot';
import { VIDEO_QUALITIES } from '../entities/robotConstants.ts';
import { id } from '../entities/values.ts';
import { STILL_MAX_BASE64 } from '../rules/videoWall.ts';

const candidate = v.object({
  candidate: v.string(),
  sdpMid: v.nullable(v.string()),
  sdpMLineIndex: v.nullable(v.number()),
});
/** Browser to robot. `call` distinguishes the viewings on one connection. */
export const rtcUp = v.variant('type', [
  v.object({
    type: v.literal('watch'),
    call: id,
    quality: v.picklist(VIDEO_QUALITIES),
    /** The robot offers to receive a camera too: only in a call. */
    camera: v.optional(v.boolean()),
  }),
  v.object({ type: v.literal('answer'), call: id, sdp: v.string() }),
  v.object({ type: v.literal('candidate'), call: id, candidate }),
  v.object({ type: v.literal('quality'), call: id, quality: v.picklist(VIDEO_QUALITIES) }),
  /** A single picture, without a media connection, of a robot that announces `stillPictures`. */
  v.object({ type: v.literal('still'), call: id, quality: v.picklist(VIDEO_QUALITIES) }),
  v.object({ type: v.literal('bye'), call: v.optional(id) }),
]);
export type RtcUp = v.InferOutput<typeof rtcUp>;
/** Robot to browser. */
export const rtcDown = v.variant('type', [
  v.object({ type: v.literal('offer'), call: id, sdp: v.string() }),
  v.object({ type: v.literal('candidate'), call: id, candidate }),
  v.object({
    type: v.literal('refused'),
    call: id,
    reason: v.picklist(['noCamera', 'tooManyViewers', 'failed', 'notAllowed']),
  }),
  /** The answer to `still`: a JPEG file. */
  v.object({
    type: v.literal('still'),
    call: id,
    picture: v.pipe(v.string(), v.nonEmpty(), v.maxLength(STILL_MAX_BASE64), v.base64()),
  }),
  /** Picture and sound are muted: the server revoked the grant, or has not confirmed it in time. */
  v.object({ type: v.literal('muted'), call: id, reason: v.picklist(['revoked', 'unconfirmed']) }),
  v.object({ type: v.literal('bye'), call: id }),
]);
export type RtcDown = v.InferOutput<typeof rtcDown>;
