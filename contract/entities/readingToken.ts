/** A short-lived token for reading one robot: credentials of an MQTT connection, and the topics that it may subscribe to. */
import * as v from 'valibot';
import { time } from './values.ts';

export const readingToken = v.object({
  /** The broker's WebSocket address: absolute, or a path of the console's address. */
  url: v.string(),
  clientId: v.string(),
  username: v.string(),
  /** The password of the connection. */
  token: v.string(),
  topics: v.array(v.string()),
  /** The connection ends then. */
  until: time,
});
export type ReadingToken = v.InferOutput<typeof readingToken>;
