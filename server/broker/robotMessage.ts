/**
 * A message of a robot's, from bytes to JSON that can be kept and passed on: a database refuses the character NUL and half
 * a surrogate pair, and 1e999 is read as infinite and written as null. One robot that sends them must not keep the others'
 * pictures from being saved, or a watcher from reading any.
 */
import type { Logger } from 'pino';

/** No message of the standard comes near; an embedded broker refuses longer ones at its door. */
export const MAX_MESSAGE_BYTES = 256 << 10;

/** In JSON text such characters can stand as an escape alone, such numbers with many digits. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])|e\+?\d{3}|\d{300}/iu;

export function readRobotMessage(topic: string, payload: Buffer, listeners: readonly ((topic: string, message: unknown) => void)[], log: Pick<Logger, 'debug'>): void {
  try {
    if (payload.length > MAX_MESSAGE_BYTES) throw new Error(`${payload.length} bytes are too many`);
    const text = payload.toString();
    const message: unknown = JSON.parse(text);
    const clean = SUSPICIOUS.test(text) ? cleaned(message) : message;
    for (const listener of listeners) listener(topic, clean);
  } catch (error) {
    log.debug({ topic, err: error }, 'a robot sent what cannot be read');
  }
}

const cleanText = (text: string): string => text.replaceAll('\u0000', '').replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleaned(inner)]));
}
