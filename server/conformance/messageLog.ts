/**
 * The last raw messages of one robot, 200 of each topic. Messages are kept as the bytes that were sent and parsed only
 * when they are read, so that logging is cheap.
 */
import type { LoggedMessage } from '../../contract/entities/conformance.ts';
import type { Problem } from '../../contract/rules/conformance/check.ts';
import { isSentTopic, LOG_TOPICS, type LogTopic } from '../../contract/rules/conformance/kinds.ts';
import { redactMessage } from '../../contract/rules/conformance/redactMessage.ts';

const MOST_MESSAGES = 200;
/** Memory of a logged message beside its payload, bytes. */
const ENTRY_BYTES = 256;
/** Messages redacted in one turn of the event loop. */
const AT_ONCE = 40;

interface Entry {
  seq: number;
  at: number;
  topic: LogTopic;
  payload: Uint8Array;
  problems: readonly Problem[];
}
interface TopicLog {
  entries: Entry[];
  bytes: number;
}

export interface MessageLog {
  /** @returns the message's number in this log */
  add(topic: LogTopic, payload: Uint8Array, problems: readonly Problem[], at: number): number;
  /** Messages after a number, oldest first, redacted. */
  read(after: number): Promise<LoggedMessage[]>;
  arrivals(topic: LogTopic, since: number): { at: number; bad: boolean; gap: boolean }[];
}

/** @param mostBytes per topic; the newest message is kept in any case */
export function createMessageLog(mostBytes: () => number): MessageLog {
  const topics = new Map<LogTopic, TopicLog>();
  let seq = 0;
  return {
    add(topic, payload, problems, at) {
      const log = topics.get(topic) ?? { entries: [], bytes: 0 };
      topics.set(topic, log);
      seq += 1;
      // Copied: a slice of the connection's buffer would keep all of it in memory.
      log.entries.push({ seq, at, topic, payload: new Uint8Array(payload), problems });
      log.bytes += payload.length + ENTRY_BYTES;
      const limit = mostBytes();
      while (log.entries.length > MOST_MESSAGES || (log.bytes > limit && log.entries.length > 1))
        log.bytes -= (log.entries.shift()?.payload.length ?? 0) + ENTRY_BYTES;
      return seq;
    },
    async read(after) {
      const entries = LOG_TOPICS.flatMap((topic) => topics.get(topic)?.entries.filter((one) => one.seq > after) ?? []);
      entries.sort((a, b) => a.seq - b.seq);
      const found: LoggedMessage[] = [];
      for (const [index, entry] of entries.entries()) {
        if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
        found.push(toLoggedMessage(entry));
      }
      return found;
    },
    arrivals: (topic, since) =>
      (topics.get(topic)?.entries ?? [])
        .filter(({ at }) => at >= since)
        .map(({ at, problems }) => ({
          at,
          bad: problems.some(({ kind }) => kind !== 'headerGap'),
          gap: problems.some(({ kind }) => kind === 'headerGap'),
        })),
  };
}

function toLoggedMessage({ seq, at, topic, payload, problems }: Entry): LoggedMessage {
  const message = parsed(payload);
  const { headerId } = (typeof message === 'object' ? message : null) ?? { headerId: null };
  const gap = problems.find(({ kind }) => kind === 'headerGap');
  return {
    seq,
    at,
    topic,
    sent: isSentTopic(topic),
    bytes: payload.length,
    headerId: typeof headerId === 'number' ? headerId : null,
    missing: Number(gap?.params['missing'] ?? 0),
    payload: message === undefined ? '' : JSON.stringify(redactMessage(message), null, 2),
    problems: problems.map(({ kind, path }) => ({ kind, path })),
  };
}

/** undefined if it is not JSON. */
export function parsed(payload: Uint8Array): { headerId?: unknown } | null | undefined {
  try {
    return JSON.parse(Buffer.from(payload).toString()) as { headerId?: unknown } | null;
  } catch {
    return undefined;
  }
}
