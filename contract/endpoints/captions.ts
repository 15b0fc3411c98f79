/** Speech captions for the page on the robot's own screen, and what a robot said for its page in the console. */
import * as v from 'valibot';
import { endpoint, onRobot, publicAccess } from '../endpoint.ts';
import { caption, spokenLine } from '../entities/caption.ts';
import { readingToken } from '../entities/readingToken.ts';
import { serialNumber } from '../entities/values.ts';
import { CAPTION_TTL_MS, CAPTIONS_KEPT, READING_TOKEN_MS, SPOKEN_SHOWN } from '../rules/limits.ts';

export const captions = {
  list: endpoint('/semantic-scene/get-captions', {
    summary: `Returns the last ${CAPTIONS_KEPT} lines that the robot of a screen key said or was asked within ${CAPTION_TTL_MS / 60_000} minutes, oldest first. Of them, only questions are stored, as events.`,
    access: publicAccess,
    kind: 'read',
    request: v.object({ key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)) }),
    response: v.object({
      robotName: v.string(),
      /** Whether the robot is connected to the server. */
      online: v.boolean(),
      /** The server's clock, ms since 1970. */
      now: v.number(),
      captions: v.array(caption),
    }),
  }),
  accessToken: endpoint('/semantic-scene/get-access-token', {
    summary: `Returns a token, valid for ${READING_TOKEN_MS / 60_000} minutes, for reading the captions of the robot of a screen key, and whether the robot is connected. It ends when the key is revoked.`,
    access: publicAccess,
    kind: 'secret',
    request: v.object({ key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)) }),
    response: readingToken,
  }),
  spoken: endpoint('/robot/get-spoken', {
    summary: `Returns the last ${SPOKEN_SHOWN} lines that a robot said within ${CAPTION_TTL_MS / 60_000} minutes, newest first. They are never stored; what people say to the robot is not included.`,
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ lines: v.array(spokenLine) }),
  }),
};
