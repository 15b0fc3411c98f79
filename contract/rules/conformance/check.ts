/**
 * Checks a robot's messages against VDA 5050, one message after the other. Runs for every message, so its memory is
 * changed in place and has fixed bounds.
 */
import * as v from 'valibot';
import { connectionMessage, factsheetMessage, stateMessage, visualizationMessage } from '../../wire/vda5050.ts';
import { OPERATING_MODES } from '../../wire/vdaModes.ts';
import { applyAccepted, type AcceptRule } from './accept.ts';
import { type FindingKind, type LogTopic, MOST_PER_SECOND, type Severity } from './kinds.ts';
import { shownValue } from './redactMessage.ts';

export type HeardTopic = Exclude<LogTopic, 'order' | 'instantActions'>;
const SCHEMAS = {
  state: stateMessage,
  visualization: visualizationMessage,
  connection: connectionMessage,
  factsheet: factsheetMessage,
} as const;

export interface CheckFacts {
  manufacturer: string;
  serialNumber: string;
  accepted: readonly AcceptRule[];
  isMapKnown(name: string): boolean;
}

/** One problem of one message. */
export interface Problem {
  kind: FindingKind;
  severity: Severity;
  /** JSON path in the message, list positions as `[0]`; '' for the message as a whole. */
  path: string;
  /** The offending value as redacted JSON; null if the field is missing. */
  value: string | null;
  /** What would be allowed, if that is a short list. */
  allowed: readonly string[];
  params: Readonly<Record<string, string | number>>;
}

/** Samples for the clock, arrivals for the rate, and unanswered actions per robot. */
const CLOCK_SAMPLES = 20;
const RATE_SECONDS = 10;
const RATE_MESSAGES = MOST_PER_SECOND * RATE_SECONDS;
const MOST_PENDING = 50;
/** Problems named per message. */
const MOST_PROBLEMS = 12;

interface TopicMemory {
  headerId: number | null;
  lastAt: number;
  total: number;
  /** Arrival times of the last messages, as a ring. */
  arrivals: Float64Array;
}
export interface PendingAction {
  actionId: string;
  actionType: string;
  topic: 'order' | 'instantActions';
  sentAt: number;
}
export interface CheckMemory {
  topics: Map<LogTopic, TopicMemory>;
  /** Arrival minus timestamp, ms, as a ring. The smallest is the clock's difference plus the shortest delay of the link. */
  clock: number[];
  clockAt: number;
  pending: Map<string, PendingAction>;
  /** From the last usable state. */
  mode: string | null;
  isLocalized: boolean | null;
  version: string;
  hasFactsheet: boolean;
}

export const createCheckMemory = (): CheckMemory => ({
  topics: new Map(),
  clock: [],
  clockAt: 0,
  pending: new Map(),
  mode: null,
  isLocalized: null,
  version: '',
  hasFactsheet: false,
});

const memoryOf = (memory: CheckMemory, topic: LogTopic): TopicMemory => {
  const known = memory.topics.get(topic);
  if (known) return known;
  const made = { headerId: null, lastAt: 0, total: 0, arrivals: new Float64Array(RATE_MESSAGES + 1) };
  memory.topics.set(topic, made);
  return made;
};

/** Counts a message. Returns whether there are too many of this topic. */
function count(memory: CheckMemory, topic: LogTopic, at: number): boolean {
  const one = memoryOf(memory, topic);
  const slot = one.total % one.arrivals.length;
  const oldest = one.arrivals[slot] ?? 0;
  one.arrivals[slot] = at;
  one.total += 1;
  one.lastAt = at;
  return one.total > one.arrivals.length && at - oldest < RATE_SECONDS * 1_000;
}

const NONE: readonly Problem[] = [];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const problem = (
  kind: FindingKind,
  severity: Severity,
  path: string,
  value: unknown,
  more: Partial<Pick<Problem, 'allowed' | 'params'>> = {},
): Problem => ({ kind, severity, path, value: shownValue(path, value), allowed: [], params: {}, ...more });

/** A JSON path: `agvPosition.mapId`, `actionStates[2].actionStatus`. */
const pathOf = (issue: v.BaseIssue<unknown>): string =>
  (issue.path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, 64)}`))
    .join('')
    .replace(/^\./u, '');

function schemaProblem(topic: HeardTopic, issue: v.BaseIssue<unknown>): Problem {
  const path = pathOf(issue);
  const severity = topic === 'state' || topic === 'connection' ? 'blocks' : 'breaks';
  if (issue.input === undefined && path !== '') return problem('missingField', severity, path, undefined);
  if (issue.type === 'picklist') {
    const allowed = [...(issue.expected ?? '').matchAll(/"([^"]*)"/gu)].map(([, word = '']) => word);
    return problem('wrongValue', severity, path, issue.input, { allowed });
  }
  return problem('wrongType', severity, path, issue.input, { params: { expected: issue.expected ?? '' } });
}

/** Header fields, checked in the message as sent. */
function checkHeader(
  memory: CheckMemory,
  topic: HeardTopic,
  message: Record<string, unknown>,
  at: number,
  { manufacturer, serialNumber }: CheckFacts,
  found: Problem[],
): void {
  const { headerId, timestamp, version } = message;
  const one = memoryOf(memory, topic);
  if (typeof headerId === 'number') {
    const last = one.headerId;
    one.headerId = headerId;
    if (last !== null && headerId === last) found.push(problem('headerRepeat', 'breaks', 'headerId', headerId));
    // A smaller id is a robot that has restarted.
    else if (last !== null && headerId > last + 1)
      found.push(
        problem('headerGap', 'breaks', 'headerId', headerId, {
          params: { from: last, to: headerId, missing: headerId - last - 1 },
        }),
      );
  }
  if (typeof timestamp === 'string') {
    const sentAt = Date.parse(timestamp);
    if (Number.isNaN(sentAt)) found.push(problem('timestampFormat', 'breaks', 'timestamp', timestamp));
    // The last will was written when the robot connected, so `connection` says nothing about the clock.
    else if (topic === 'state' || topic === 'visualization') {
      memory.clock[memory.clockAt % CLOCK_SAMPLES] = at - sentAt;
      memory.clockAt += 1;
    }
  }
  if (typeof version === 'string' && version !== memory.version) memory.version = version.slice(0, 20);
  if (typeof version === 'string' && !/^2\.[01](?:\.\d+)?$/u.test(version))
    found.push(
      problem('otherVersion', version.startsWith('2.') ? 'note' : 'breaks', 'version', version, {
        allowed: ['2.0.0', '2.1.0'],
      }),
    );
  if (typeof message['manufacturer'] === 'string' && message['manufacturer'] !== manufacturer)
    found.push(
      problem('headerAddress', 'breaks', 'manufacturer', message['manufacturer'], { allowed: [manufacturer] }),
    );
  if (typeof message['serialNumber'] === 'string' && message['serialNumber'] !== serialNumber)
    found.push(
      problem('headerAddress', 'breaks', 'serialNumber', message['serialNumber'], { allowed: [serialNumber] }),
    );
}

/** Fields that the standard requires and that we do without. */
function checkTolerated(topic: HeardTopic, message: Record<string, unknown>, found: Problem[]): void {
  const position = message['agvPosition'];
  if (isObject(position) && position['positionInitialized'] === undefined)
    found.push(problem('toleratedField', 'breaks', 'agvPosition.positionInitialized', undefined));
  if (topic === 'visualization' && message['headerId'] === undefined)
    found.push(problem('toleratedField', 'note', 'headerId', undefined));
}

function checkState(memory: CheckMemory, state: v.InferOutput<typeof stateMessage>): void {
  memory.mode = state.operatingMode;
  memory.isLocalized = state.agvPosition?.positionInitialized ?? false;
  if (memory.pending.size > 0) for (const { actionId } of state.actionStates) memory.pending.delete(actionId);
}

export interface Checked {
  problems: readonly Problem[];
  /** The message as parsed, with accepted deviations applied; null if it cannot be used. */
  usable: object | null;
}

/** Checks a message from the robot. `at`: arrival, ms. */
export function checkMessage(
  memory: CheckMemory,
  topic: HeardTopic,
  raw: unknown,
  at: number,
  facts: CheckFacts,
): Checked {
  const isTooMany = count(memory, topic, at);
  const message = applyAccepted(facts.accepted, topic, raw, { ...facts, at });
  const parsed = v.safeParse(SCHEMAS[topic], message);
  const found: Problem[] = [];
  if (isTooMany)
    found.push(
      problem('tooMany', 'breaks', '', undefined, {
        params: { most: MOST_PER_SECOND, seconds: RATE_SECONDS },
      }),
    );
  if (!parsed.success)
    for (const issue of parsed.issues.slice(0, MOST_PROBLEMS)) found.push(schemaProblem(topic, issue));
  if (isObject(raw)) {
    checkHeader(memory, topic, raw, at, facts, found);
    checkTolerated(topic, raw, found);
    const position = raw['agvPosition'];
    if (isObject(position) && typeof position['mapId'] === 'string' && !facts.isMapKnown(position['mapId']))
      found.push(problem('unknownMap', 'blocks', 'agvPosition.mapId', position['mapId']));
  }
  if (parsed.success && topic === 'state') checkState(memory, parsed.output as v.InferOutput<typeof stateMessage>);
  if (parsed.success && topic === 'factsheet') memory.hasFactsheet = true;
  return { problems: found.length === 0 ? NONE : found, usable: parsed.success ? parsed.output : null };
}

/** Notes a message that is not JSON, or is too long. */
export function checkUnreadable(memory: CheckMemory, topic: HeardTopic, at: number): readonly Problem[] {
  count(memory, topic, at);
  return [problem('notJson', topic === 'state' || topic === 'connection' ? 'blocks' : 'breaks', '', undefined)];
}

/** Notes a message sent to the robot, and the actions in it that the robot has to answer. */
export function noteSent(memory: CheckMemory, topic: 'order' | 'instantActions', message: unknown, at: number): void {
  count(memory, topic, at);
  if (!isObject(message)) return;
  const parts = topic === 'order' ? [message['nodes'], message['edges']].flat() : [message];
  for (const part of parts) {
    if (!isObject(part)) continue;
    const actions: unknown = part['actions'] ?? part['instantActions'];
    for (const action of Array.isArray(actions) ? (actions as unknown[]) : []) {
      if (!isObject(action) || typeof action['actionId'] !== 'string') continue;
      const { actionId } = action as { actionId: string };
      memory.pending.set(actionId, { actionId, actionType: String(action['actionType']), topic, sentAt: at });
      const [oldest] = memory.pending.keys();
      if (memory.pending.size > MOST_PENDING && oldest !== undefined) memory.pending.delete(oldest);
    }
  }
}

/** Whether a mode lets the robot take orders. */
export const takesOrders = (mode: string): boolean => OPERATING_MODES.slice(0, 2).some((one) => one === mode);
