/**
 * Handles the messages of each robot one after the other; robots do not wait for each other. When a queue is full
 * because the database is slow, the oldest state and visualization messages are dropped, so that memory stays bounded.
 */
import type { FromRobot } from '../../contract/wire/topics.ts';
import { createBucket, type Bucket } from '../broker/bucket.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { throttleLog } from '../throttleLog.ts';

/** Rate limit and burst of events per robot, because every event is stored. The broker limits all other messages. */
const EVENTS = { perSecond: 5, most: 100 };
const MOST_WAITING = 100;

export interface RobotMessage {
  serialNumber: string;
  name: FromRobot;
  message: unknown;
  /** As parsed by the schema of its topic; null if it does not match. Undefined: not parsed yet. */
  usable?: object | null;
}

export interface RobotMessageQueue {
  take(message: RobotMessage): void;
  /** Resolves when all queued messages were handled. */
  idle(): Promise<void>;
}

interface Line {
  waiting: RobotMessage[];
  working: Promise<void> | undefined;
  events: Bucket;
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
    for (let next = line.waiting.shift(); next; next = line.waiting.shift()) await handle(next).catch(logFailed);
    line.working = undefined;
  };

  return {
    take(message) {
      const { serialNumber, name } = message;
      const line = lines.get(serialNumber) ?? { waiting: [], working: undefined, events: createBucket(EVENTS, now) };
      lines.set(serialNumber, line);
      if (name === 'events' && !line.events.take()) return logDropped(serialNumber);
      line.waiting.push(message);
      if (line.waiting.length > MOST_WAITING) {
        const oldest = line.waiting.findIndex((waits) => waits.name === 'visualization' || waits.name === 'state');
        line.waiting.splice(Math.max(oldest, 0), 1);
        logDropped(serialNumber);
      }
      line.working ??= work(line);
    },
    async idle() {
      await Promise.all([...lines.values()].flatMap(({ working }) => working ?? []));
    },
  };
}
