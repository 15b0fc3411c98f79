/** Commands from the server to a robot on its private topic, which no viewer can read (design 7). */
import * as v from 'valibot';
import { MEDIA_KINDS } from '../entities/robotConstants.ts';
import { fileId } from '../entities/file.ts';
import { id, time } from '../entities/values.ts';
import { callActCommand, callCommand } from './calls.ts';
import { deliveryList, openCompartment } from './deliveries.ts';

/** MQTT client id of the viewer's connection, as in its `rtc` topics; for a viewer over Agora also a channel. */
const viewer = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
/** A channel of an external media service: random, used for one call only. */
const channel = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/u));

const mediaGrant = v.object({ viewer, what: v.array(v.picklist(MEDIA_KINDS)), until: time });
export type MediaGrant = v.InferOutput<typeof mediaGrant>;

export const privateCommand = v.variant('type', [
  /**
   * The complete list of viewers that may watch, hear or speak through the robot. `sentAt` and `until` are server
   * times; the robot uses only their difference, starting at the message's arrival.
   */
  v.object({ type: v.literal('mediaGrants'), sentAt: time, grants: v.array(mediaGrant) }),
  /**
   * Publish picture and sound to this channel, as far as the grant whose viewer is the channel's name allows; sent again
   * with a fresh token at every renewal. `what` is that grant; with `camera` the channel belongs to a call. A robot that
   * does not join says so by `refused` in `viewer`'s `rtc` topic, with the channel as its `call`.
   */
  v.object({
    type: v.literal('joinMediaChannel'),
    appId: v.string(),
    channel,
    what: v.array(v.picklist(MEDIA_KINDS)),
    viewer: v.nullable(viewer),
    account: v.string(),
    token: v.string(),
    until: time,
  }),
  /** Leave this channel permanently: its name is never reused. */
  v.object({ type: v.literal('leaveMediaChannel'), channel }),
  /** Answers an `uploadRequest`. `url` is absolute: HEAD or GET for the offset, PUT, then POST to its /complete. */
  v.object({ type: v.literal('uploadTicket'), requestId: id, fileId, url: v.string(), until: time }),
  /** `code` is one of the error catalogue. */
  v.object({ type: v.literal('uploadRefused'), requestId: id, code: v.number() }),
  deliveryList,
  openCompartment,
  /**
   * Whether the robot may recognise faces, and whom: all registered persons of its site. A person who is missing must be
   * forgotten at once. A list with an earlier `sentAt` (server time at which it was read) than the last one was overtaken
   * and is ignored, also after a move to another site. `faceId` is the recognition from which the person was registered; `serialNumber` is its robot.
   */
  v.object({
    type: v.literal('faceRecognition'),
    sentAt: time,
    isOn: v.boolean(),
    persons: v.array(
      v.object({
        personId: id,
        serialNumber: v.string(),
        faceId: id,
        /** When the consent ends; null: until it is withdrawn. */
        until: v.nullable(time),
      }),
    ),
  }),
  callCommand,
  callActCommand,
]);
export type PrivateCommand = v.InferOutput<typeof privateCommand>;
export type FaceRecognition = Extract<PrivateCommand, { type: 'faceRecognition' }>;
export type MediaGrants = Extract<PrivateCommand, { type: 'mediaGrants' }>;
