/**
 * Parses a robot's message into JSON that can be stored and forwarded: the database refuses NUL characters and lone
 * surrogates, and 1e999 is parsed as Infinity and serialised as null. One robot that sends them must not prevent the
 * live states of others from being saved or read. Each value is visited once: searching the text for long numbers took
 * a hundred times as long.
 */
import type { Logger } from 'pino';
import { longestOn } from '../../contract/rules/messageLimits.ts';

/** Maximum nesting of lists and objects; VDA 5050 needs seven levels. */
const MOST_LEVELS = 64;

export type RobotMessageListener = (topic: string, message: unknown, payload: Buffer) => void;

/**
 * @param onRead receives the time spent on parsing and on the synchronous listeners, ms
 * @param onUnreadable called for a message that is not JSON, or too long
 */
export function readRobotMessage(
  topic: string,
  payload: Buffer,
  listeners: readonly RobotMessageListener[],
  log: Pick<Logger, 'debug'>,
  onRead: (ms: number) => void = () => undefined,
  onUnreadable: (topic: string, payload: Buffer) => void = () => undefined,
): void {
  const began = performance.now();
  try {
    const message = parsed(topic, payload);
    for (const listener of listeners) listener(topic, message, payload);
  } catch (error) {
    log.debug({ topic, err: error }, 'a robot sent an unreadable message');
    onUnreadable(topic, payload);
  }
  onRead(performance.now() - began);
}

function parsed(topic: string, payload: Buffer): unknown {
  if (payload.length > longestOn(topic)) throw new Error(`${payload.length} bytes exceed the limit`);
  return cleaned(JSON.parse(payload.toString()), 0);
}

const PART_OF_PAIR = /[\ud800-\udfff]/;
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const isDoubtful = (text: string): boolean => text.includes('\u0000') || PART_OF_PAIR.test(text);
const cleanText = (text: string): string =>
  isDoubtful(text) ? text.replaceAll('\u0000', '').replace(HALF_PAIR, '\ufffd') : text;

/** Cleans a freshly parsed value in place. */
function cleaned(value: unknown, level: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (level >= MOST_LEVELS) throw new Error('nested too deeply');
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = cleaned(value[index], level + 1);
    return value;
  }
  const members = value as Record<string, unknown>;
  const keys = Object.keys(members);
  for (const key of keys) {
    const inner = members[key];
    const clean = cleaned(inner, level + 1);
    if (clean !== inner) members[key] = clean;
  }
  if (!keys.some(isDoubtful)) return value;
  return Object.fromEntries(Object.entries(members).map(([key, inner]) => [cleanText(key), inner]));
}
