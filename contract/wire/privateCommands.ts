/** What the server tells a robot on its private topic, which no watcher may read (design 7). */
import * as v from 'valibot';
import { MEDIA_KINDS } from '../entities/constants.ts';
import { time } from '../entities/values.ts';

/** The MQTT client id of a viewer's connection, as in its `rtc` topics. */
const viewer = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
/** A channel of an outside media service: random, used for one call only. */
const channel = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/u));

const mediaGrant = v.object({ viewer, what: v.array(v.picklist(MEDIA_KINDS)), until: time });
export type MediaGrant = v.InferOutput<typeof mediaGrant>;

export const privateCommand = v.variant('type', [
  /**
   * Everybody who may watch and hear the robot, or speak through it: whoever is not listed may not. `sentAt` and `until` are times of
   * the server; only their difference counts, from the message's arrival on.
   */
  v.object({ type: v.literal('mediaGrants'), sentAt: time, grants: v.array(mediaGrant) }),
  /** Publishes picture and sound to this channel; sent again with a fresh token at every renewal. */
  v.object({
    type: v.literal('joinMediaChannel'),
    appId: v.string(),
    channel,
    account: v.string(),
    token: v.string(),
    until: time,
  }),
  /** Leaves this channel for good: its name is not used again. */
  v.object({ type: v.literal('leaveMediaChannel'), channel }),
]);
export type PrivateCommand = v.InferOutput<typeof privateCommand>;
export type MediaGrants = Extract<PrivateCommand, { type: 'mediaGrants' }>;
