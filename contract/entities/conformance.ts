/** What a robot's messages look like against VDA 5050, and its last raw messages. */
import * as v from 'valibot';
import { ACCEPT_KINDS } from '../rules/conformance/accept.ts';
import { FINDING_KINDS, LOG_TOPICS, SEVERITIES } from '../rules/conformance/kinds.ts';
import { time } from './values.ts';

const params = v.record(v.string(), v.union([v.string(), v.number()]));

export const finding = v.object({
  /** Kind, topic and path: one finding counts every repeat. */
  id: v.string(),
  kind: v.picklist(FINDING_KINDS),
  severity: v.picklist(SEVERITIES),
  topic: v.picklist(LOG_TOPICS),
  /** JSON path in the message; list positions as `[]`; '' for the message as a whole. */
  path: v.string(),
  /** The offending value as redacted JSON, null if there is none. */
  value: v.nullable(v.string()),
  allowed: v.array(v.string()),
  params,
  count: v.number(),
  firstAt: time,
  lastAt: time,
  /** The last message with it, in the message log; null for what no single message shows. */
  seq: v.nullable(v.number()),
  /** The rule that accepts it for this robot; `choices`: what the value can mean, empty if there is nothing to choose. */
  accept: v.nullable(
    v.object({
      kind: v.picklist(ACCEPT_KINDS),
      value: v.string(),
      choices: v.array(v.object({ meaning: v.string(), name: v.string() })),
    }),
  ),
});
export type Finding = v.InferOutput<typeof finding>;

export const acceptedDeviation = v.object({
  kind: v.picklist(ACCEPT_KINDS),
  value: v.string(),
  /** A mode, the id of a map, or ''. */
  meaning: v.string(),
  /** The map's name in the reader's language; otherwise as `meaning`. */
  meaningName: v.string(),
  by: v.object({ userId: v.string(), name: v.string() }),
  at: time,
});
export type AcceptedDeviation = v.InferOutput<typeof acceptedDeviation>;

export const loggedMessage = v.object({
  /** Rises with every message of the robot on this server. */
  seq: v.number(),
  at: time,
  topic: v.picklist(LOG_TOPICS),
  sent: v.boolean(),
  bytes: v.number(),
  headerId: v.nullable(v.number()),
  /** Header ids that are missing before this message. */
  missing: v.number(),
  /** Redacted JSON, indented by two spaces; '' if the message is not JSON. */
  payload: v.string(),
  problems: v.array(v.object({ kind: v.picklist(FINDING_KINDS), path: v.string() })),
});
export type LoggedMessage = v.InferOutput<typeof loggedMessage>;

export const topicActivity = v.object({
  topic: v.picklist(LOG_TOPICS),
  /** null: none since this server started. */
  lastAt: v.nullable(time),
  total: v.number(),
  /** Arrival times within the last minute, newest last, at most 200; `bad`: with a problem. */
  arrivals: v.array(v.object({ at: time, bad: v.boolean(), gap: v.boolean() })),
});
export type TopicActivity = v.InferOutput<typeof topicActivity>;

export const REFUSED_REASONS = ['unknownUser', 'wrongPassword', 'otherClientId', 'certificate', 'wrongTopic'] as const;
export const refusedConnection = v.object({
  reason: v.picklist(REFUSED_REASONS),
  /** As sent by the robot: a serial number in most cases; '' if it is not known. */
  userName: v.string(),
  /** Address network of the robot; '' if the broker does not report it. */
  network: v.string(),
  /** The topic, or the client id. */
  detail: v.string(),
  count: v.number(),
  firstAt: time,
  lastAt: time,
});
export type RefusedConnection = v.InferOutput<typeof refusedConnection>;

export const conformanceReport = v.object({
  /** Id of the server that answered: each server keeps its own log. */
  source: v.string(),
  serverTime: time,
  /** Since when this server listens. */
  since: time,
  robot: v.object({
    serialNumber: v.string(),
    name: v.string(),
    manufacturer: v.string(),
    model: v.string(),
    connection: v.string(),
    lastAt: v.nullable(time),
    /** The version in the robot's header; '' before the first message. */
    version: v.string(),
    /** Whether the robot has ever confirmed a Stop. */
    stopConfirmed: v.boolean(),
    /** Whether the console refuses orders to it until it confirms a Stop. */
    drivingBlocked: v.boolean(),
    /** Whether a Stop holds the robot. */
    held: v.boolean(),
    paused: v.boolean(),
    /** Whether the caller may send it a test order. */
    operable: v.boolean(),
  }),
  findings: v.array(finding),
  accepted: v.array(acceptedDeviation),
  /** While the robot is offline: refused connections that may be its own, under no robot's name; newest first. */
  refused: v.array(refusedConnection),
  topics: v.array(topicActivity),
  log: v.array(loggedMessage),
});
export type ConformanceReport = v.InferOutput<typeof conformanceReport>;

/** Where a test order leads: 2 m ahead of the robot, and back to where it is now. Metres, radians. */
export const testTarget = v.object({
  mapId: v.string(),
  x: v.number(),
  y: v.number(),
  theta: v.number(),
  backX: v.number(),
  backY: v.number(),
});
export type TestTarget = v.InferOutput<typeof testTarget>;

/** A test order that may begin. `clientId` and `number` renew and release the lease that was taken for it. */
export const startedTest = v.object({ ...testTarget.entries, clientId: v.string(), number: v.number() });
export type StartedTest = v.InferOutput<typeof startedTest>;
