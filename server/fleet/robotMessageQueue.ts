/**
 * Handles the messages of each robot one after the other; robots do not wait for each other. Memory and stored events
 * stay bounded, and a flood of one kind of message does not displace another kind: a call, a step of a delivery or the
 * newest state. When a queue is full because the database is slow, what is followed by something newer is dropped
 * first, then the oldest message of the kind that fills the queue.
 */
import * as v from 'valibot';
import { ALARM_TYPES } from '../../contract/entities/robotConstants.ts';
import { eventMessage } from '../../contract/wire/actions.ts';
import type { FromRobot } from '../../contract/wire/topics.ts';
import { createBucket, type Bucket } from '../broker/bucket.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { throttleLog } from '../throttleLog.ts';

/** Rate limit and burst of events per robot, because every event is stored. The broker limits all other messages. */
const EVENTS = { perSecond: 5, most: 100 };
/**
 * Over that limit, each type of alarm and each other kind of event still gets this. A delivery or a call takes several
 * events within seconds, and a lost one is not repeated.
 */
const ALARMS_OF_TYPE = { perSecond: 1 / 60, most: 1 };
const EVENTS_OF_KIND = { perSecond: 1 / 5, most: 10 };
const MOST_WAITING = 100;

export interface RobotMessage {
  serialNumber: string;
  name: FromRobot;
  message: unknown;
  /** As parsed by the schema of its topic; null if it does not match. Undefined: not parsed yet. */
  usable?: object | null;
}

const EVENT_TYPES = eventMessage.entries.event.options.map(({ entries }) => entries.type.literal);
/** Shown for a moment and never stored: nothing is missing later. */
const PASSING: ReadonlySet<string> = new Set<(typeof EVENT_TYPES)[number]>(['speech', 'callScreen']);
const alarmEvent = v.object({ event: v.object({ type: v.literal('alarm'), alarm: v.picklist(ALARM_TYPES) }) });
const anyEvent = v.object({ event: v.object({ type: v.picklist(EVENT_TYPES) }) });

export interface RobotMessageQueue {
  take(message: RobotMessage): void;
  /** Resolves when all queued messages were handled. */
  idle(): Promise<void>;
}

interface Waiting {
  message: RobotMessage;
  /** See `kindOf`. */
  kind: string | null;
}
interface Line {
  waiting: Waiting[];
  working: Promise<void> | undefined;
  events: Bucket;
  /** By kind. There are few, so that it stays small. */
  reserved: Map<string, Bucket>;
}

const ALARM = 'alarm:';
/** @returns the topic; of an event its type, and of an alarm that of the alarm; null if it is needed only now, or never */
function kindOf({ name, message, usable }: RobotMessage): string | null {
  if (usable === null) return null;
  if (name !== 'events') return name;
  const event = usable === undefined ? message : usable;
  const alarm = v.safeParse(alarmEvent, event);
  if (alarm.success) return `${ALARM}${alarm.output.event.alarm}`;
  const read = v.safeParse(anyEvent, event);
  if (!read.success) return null;
  const { type } = read.output.event;
  return type === 'alarm' || PASSING.has(type) ? null : type;
}

/** Where in a full queue the message is that is missed least. */
function leastNeeded(waiting: readonly Waiting[]): number {
  const kinds = waiting.map(({ kind }) => kind);
  const replaced = kinds.findIndex(
    (kind, at) => kind === 'visualization' || (kind === 'state' && kinds.includes(kind, at + 1)),
  );
  if (replaced >= 0) return replaced;
  const passing = kinds.indexOf(null);
  if (passing >= 0) return passing;
  const counts = new Map<string | null, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return kinds.findIndex((kind) => counts.get(kind) === most);
}

export function createRobotMessageQueue({
  handle,
  log,
  now,
}: Pick<CoreDeps, 'log' | 'now'> & { handle: (message: RobotMessage) => Promise<void> }): RobotMessageQueue {
  const lines = new Map<string, Line>();
  const logDropped = throttleLog(now, (times, serialNumber: string) =>
    log.warn({ serialNumber, times }, 'a robot sends messages faster than they can be processed; some were dropped'),
  );
  const logFailed = throttleLog(now, (times, error: unknown) =>
    log.warn({ err: error, times }, 'a robot message could not be handled'),
  );

  const work = async (line: Line): Promise<void> => {
    for (let next = line.waiting.shift(); next; next = line.waiting.shift())
      await handle(next.message).catch(logFailed);
    line.working = undefined;
  };

  const isWithinLimit = ({ events, reserved }: Line, kind: string | null): boolean => {
    if (events.take()) return true;
    if (kind === null) return false;
    const bucket = reserved.get(kind) ?? createBucket(kind.startsWith(ALARM) ? ALARMS_OF_TYPE : EVENTS_OF_KIND, now);
    reserved.set(kind, bucket);
    return bucket.take();
  };

  return {
    take(message) {
      const { serialNumber, name } = message;
      const line: Line = lines.get(serialNumber) ?? {
        waiting: [],
        working: undefined,
        events: createBucket(EVENTS, now),
        reserved: new Map(),
      };
      lines.set(serialNumber, line);
      const kind = kindOf(message);
      if (name === 'events' && !isWithinLimit(line, kind)) return logDropped(serialNumber);
      line.waiting.push({ message, kind });
      if (line.waiting.length > MOST_WAITING) {
        line.waiting.splice(leastNeeded(line.waiting), 1);
        logDropped(serialNumber);
      }
      line.working ??= work(line);
    },
    async idle() {
      await Promise.all([...lines.values()].flatMap(({ working }) => working ?? []));
    },
  };
}
