/** Speech captions for the page on the robot's own screen. */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { caption } from '../entities/caption.ts';
import { CAPTION_TTL_MS, CAPTIONS_KEPT } from '../rules/limits.ts';

export const captions = {
  list: endpoint('/semantic-scene/get-captions', {
    summary: `Returns the last ${CAPTIONS_KEPT} lines that the robot of a screen key said or was asked within ${CAPTION_TTL_MS / 60_000} minutes, oldest first. They are never stored.`,
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
};
