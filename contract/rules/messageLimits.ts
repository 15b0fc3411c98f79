/** Maximum MQTT message size by topic, and the topics whose messages the broker retains. */
import { parseTopic, STOPS_TOPIC, type RobotTopic } from '../wire/topics.ts';

const KIB = 1 << 10;

/** The maximum over all topics. */
export const MESSAGE_MAX_BYTES = 256 * KIB;
/** WebRTC signalling; teleop messages are much smaller. */
export const RTC_MAX_BYTES = 64 * KIB;
const TELEOP_MAX_BYTES = 4 * KIB;
/** Bytes buffered for a connection that does not read, and for how long, before the embedded broker closes it. */
export const UNREAD_MAX_BYTES = 1 << 20;
export const UNREAD_MAX_MS = 10_000;

const OF_ROBOT: Record<RobotTopic | '+', number> = {
  connection: 4 * KIB,
  state: MESSAGE_MAX_BYTES,
  visualization: 64 * KIB,
  factsheet: MESSAGE_MAX_BYTES,
  events: 64 * KIB,
  teleopEcho: 4 * KIB,
  order: MESSAGE_MAX_BYTES,
  instantActions: MESSAGE_MAX_BYTES,
  ledger: 64 * KIB,
  lease: 16 * KIB,
  '+': 0,
};
const OTHER_MAX_BYTES = 64 * KIB;

/** Maximum message size on a topic, bytes. */
export function longestOn(topic: string): number {
  if (topic === STOPS_TOPIC) return OTHER_MAX_BYTES;
  const parsed = parseTopic(topic);
  switch (parsed?.about) {
    case undefined:
      return 0;
    case 'robot':
      return OF_ROBOT[parsed.name];
    case 'rtc':
      return RTC_MAX_BYTES;
    case 'teleop':
      return TELEOP_MAX_BYTES;
    default:
      return OTHER_MAX_BYTES;
  }
}

/** Topic names whose messages may be retained. */
export const RETAINED: readonly string[] = ['connection', 'factsheet', 'state', 'lease'] satisfies RobotTopic[];

/**
 * Whether a message on this topic may be retained: only a robot's state and its lease. Any other retained message would
 * be redelivered long after it is outdated.
 */
export function mayBeRetained(topic: string): boolean {
  const parsed = parseTopic(topic);
  return parsed?.about === 'robot' && RETAINED.includes(parsed.name);
}
