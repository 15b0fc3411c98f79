/**
 * Watches the messages of all robots: findings against VDA 5050, and the last raw messages. In memory only. Every server
 * receives every message of the robots, so each has its own copy, and any of them can answer; nothing is written to the
 * database, and nothing has to be passed between servers.
 */
import type { Finding, LoggedMessage, TopicActivity } from '../../contract/entities/conformance.ts';
import {
  checkMessage,
  checkUnreadable,
  createCheckMemory,
  noteSent,
  type Checked,
  type CheckMemory,
  type HeardTopic,
} from '../../contract/rules/conformance/check.ts';
import { addFinding, findingsNow, type FindingStore } from '../../contract/rules/conformance/findings.ts';
import { LOG_TOPICS, type FindingKind, type LogTopic } from '../../contract/rules/conformance/kinds.ts';
import type { Flood } from '../broker/robotBudget.ts';
import { newSecret } from '../broker/credentials.ts';
import type { FleetCache, RobotRow } from '../fleet/fleetCache.ts';
import { createMessageLog, parsed, type MessageLog } from './messageLog.ts';

/** Most bytes of raw messages per topic of a robot; in a large fleet, half of the robot's share of ALL_BYTES. */
const TOPIC_BYTES = 512 << 10;
const ALL_BYTES = 48 << 20;
/** A finding in messages is over when the topic has been free of it for this long, ms; what happens once lasts longer. */
const OVER_MS = 120_000;
const ONCE_MS = 3_600_000;
const ONCE: ReadonlySet<FindingKind> = new Set(['headerGap', 'headerRepeat', 'tooMany', 'cutOff', 'notJson']);
/** The arrivals shown, ms. */
const STRIP_MS = 60_000;

export interface Conformance {
  /** This server's id, and since when it listens. */
  readonly source: string;
  readonly since: number;
  /** Checks and logs a message. `usable`: as parsed, by this robot's accepted deviations; null if it cannot be used. */
  heard(robot: RobotRow, topic: HeardTopic, message: unknown, payload: Uint8Array): Checked;
  /** A message that is not JSON, or too long: then without payload. */
  unreadable(robot: RobotRow, topic: HeardTopic, payload: Uint8Array): void;
  sent(robot: RobotRow, topic: 'order' | 'instantActions', payload: Uint8Array): void;
  flooded(serialNumber: string, flood: Flood): void;
  /** What holds now, accepted or not. */
  findings(robot: RobotRow, isOnline: boolean): Omit<Finding, 'accept'>[];
  topics(serialNumber: string): TopicActivity[];
  log(serialNumber: string, after: number): Promise<LoggedMessage[]>;
  version(serialNumber: string): string;
}

interface Watched {
  memory: CheckMemory;
  findings: FindingStore;
  log: MessageLog;
}

export function createConformance({
  now,
  fleetCache,
}: {
  now: () => number;
  fleetCache: Pick<FleetCache, 'mapIdOf' | 'acceptedOf'>;
}): Conformance {
  const source = newSecret(6);
  const since = now();
  /** Registered robots only. */
  const robots = new Map<string, Watched>();
  const topicBytes = (): number => Math.min(TOPIC_BYTES, ALL_BYTES / robots.size / 2);
  const watched = (serialNumber: string): Watched => {
    const known = robots.get(serialNumber);
    if (known) return known;
    const made = {
      memory: createCheckMemory(),
      findings: new Map() as FindingStore,
      log: createMessageLog(topicBytes),
    };
    robots.set(serialNumber, made);
    return made;
  };

  return {
    source,
    since,
    heard(robot, topic, message, payload) {
      const { serialNumber, manufacturer } = robot;
      const { memory, findings, log } = watched(serialNumber);
      const at = now();
      const checked = checkMessage(memory, topic, message, at, {
        serialNumber,
        manufacturer,
        accepted: fleetCache.acceptedOf(serialNumber),
        isMapKnown: (name) => fleetCache.mapIdOf(serialNumber, name) !== null,
      });
      const seq = log.add(topic, payload, checked.problems, at);
      for (const one of checked.problems) addFinding(findings, topic, one, at, seq);
      return checked;
    },
    unreadable({ serialNumber }, topic, payload) {
      const { memory, findings, log } = watched(serialNumber);
      const at = now();
      const problems = checkUnreadable(memory, topic, at);
      const seq = log.add(topic, payload, problems, at);
      for (const one of problems) addFinding(findings, topic, one, at, seq);
    },
    sent({ serialNumber }, topic, payload) {
      const { memory, log } = watched(serialNumber);
      const at = now();
      noteSent(memory, topic, parsed(payload), at);
      log.add(topic, payload, [], at);
    },
    flooded(serialNumber, { messages, bytes, since: at }) {
      const cutOff = {
        kind: 'cutOff',
        severity: 'blocks',
        path: '',
        value: null,
        allowed: [],
        params: { perSecond: Math.round(messages), kilobytes: Math.ceil(bytes / 1024) },
      } as const;
      addFinding(watched(serialNumber).findings, 'state', cutOff, at, null);
    },
    findings({ serialNumber, factsheet }, isOnline) {
      const { memory, findings } = watched(serialNumber);
      const time = now();
      for (const [id, { kind, topic, lastAt }] of findings) {
        const newest = memory.topics.get(topic)?.lastAt ?? time;
        if (ONCE.has(kind) ? time - lastAt > ONCE_MS : newest - lastAt > OVER_MS) findings.delete(id);
      }
      return [
        ...findings.values(),
        ...findingsNow(memory, { now: time, since, isOnline, hasFactsheet: memory.hasFactsheet || factsheet !== null }),
      ];
    },
    topics(serialNumber) {
      const { memory, log } = watched(serialNumber);
      return LOG_TOPICS.map((topic: LogTopic) => {
        const one = memory.topics.get(topic);
        return {
          topic,
          lastAt: one?.lastAt ?? null,
          total: one?.total ?? 0,
          arrivals: log.arrivals(topic, now() - STRIP_MS),
        };
      });
    },
    log: (serialNumber, after) => watched(serialNumber).log.read(after),
    version: (serialNumber) => watched(serialNumber).memory.version,
  };
}
