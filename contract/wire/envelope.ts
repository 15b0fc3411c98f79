/**
 * The envelope of every request (spec 7, design 3): POST {host}/apis{path}, HTTP 200 for every response with a code.
 */
import * as v from 'valibot';

export const API_BASE = '/apis';
export const SYSTEM_TYPE = 'web';

export const requestId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/u));
const signature = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u));
const word = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));

/** Envelope of the console. */
export const consoleEnvelope = v.object({ id: requestId, data: v.unknown(), extra: signature });
/** Envelope of the companion app and integrators, for the second signature scheme. */
export const appEnvelope = v.object({
  id: requestId,
  data: v.unknown(),
  extra: signature,
  requestId,
  appId: word,
  version: word,
  userId: word,
});
/** Integer as text, ms since 1970. */
export const timeHeader = v.pipe(v.string(), v.regex(/^\d{10,16}$/u));

export interface Reply<Data = unknown> {
  code: number;
  message: string;
  data: Data;
}
