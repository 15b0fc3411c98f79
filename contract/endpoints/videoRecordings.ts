/** Recording a robot's video: the browser uploads parts while it records, and the server makes one file of them. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { fileId } from '../entities/file.ts';
import { serialNumber, time } from '../entities/values.ts';
import {
  VIDEO_RECORDING_MS_MAX,
  VIDEO_RECORDING_SILENT_MS,
  VIDEO_RECORDING_STILL_MAX,
} from '../rules/videoRecording.ts';

export const videoRecordings = {
  start: endpoint('/video/start-recording', {
    summary: `Starts a recording of a robot's video, of at most ${VIDEO_RECORDING_MS_MAX / 60_000} minutes. Parts are appended to \`uploadUrl\` (PUT with \`content-range: bytes <offset>-<last>/*\`). A recording to which nothing is added for ${VIDEO_RECORDING_SILENT_MS / 1000} seconds is completed by the server with what it has.`,
    access: onRobot('operate'),
    kind: 'secret',
    request: v.object({ serialNumber }),
    response: v.object({ fileId, uploadUrl: v.string(), until: time }),
  }),
  finish: endpoint('/video/finish-recording', {
    summary:
      'Completes a recording of the caller: its file becomes visible, with its length and an index for seeking. A recording without a frame is deleted. `still` is a picture of it in base64 (PNG, JPEG or WebP), from which its thumbnail is made; one that is damaged is ignored.',
    access: signedIn,
    kind: 'write',
    request: v.object({
      fileId,
      still: v.optional(v.pipe(v.string(), v.maxLength(VIDEO_RECORDING_STILL_MAX), v.base64())),
    }),
    response: v.object({ fileId, bytes: v.number(), durationMs: v.number() }),
  }),
};
