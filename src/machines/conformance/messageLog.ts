/** The message log as the page shows it: filters, folded runs of like messages, and what changed between two of them. */
import type { LoggedMessage } from '../../../contract/entities/conformance.ts';
import type { LogTopic } from '../../../contract/rules/conformance/kinds.ts';

export const LOG_FILTERS = ['noVisualization', 'all', 'problems', 'sent'] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];
/** Kept in the browser, as on the server. */
const MOST_OF_TOPIC = 200;
/** A run of at least this many like messages is folded. */
const LEAST_FOLDED = 3;

/** Adds new messages. `fresh`: they replace what was known, because another server answered. */
export function mergeLog(
  known: readonly LoggedMessage[],
  added: readonly LoggedMessage[],
  fresh: boolean,
): readonly LoggedMessage[] {
  if (fresh) return added;
  if (added.length === 0) return known;
  const last = known.at(-1)?.seq ?? 0;
  const all = [...known, ...added.filter(({ seq }) => seq > last)];
  const counts = new Map<LogTopic, number>();
  return all
    .toReversed()
    .filter(({ topic }) => {
      const count = (counts.get(topic) ?? 0) + 1;
      counts.set(topic, count);
      return count <= MOST_OF_TOPIC;
    })
    .toReversed();
}

export interface LogQuery {
  filter: LogFilter;
  topic: LogTopic | '';
  text: string;
}

const passes =
  (filter: LogFilter) =>
  ({ topic, sent, problems }: LoggedMessage): boolean =>
    filter === 'all' ||
    (filter === 'sent' ? sent : filter === 'problems' ? problems.length > 0 : topic !== 'visualization');

/** The value at a JSON path such as `state.agvPosition.mapId` or `agvPosition.mapId`; undefined if there is none. */
function hasPath(message: LoggedMessage, path: string): boolean {
  const steps = path.split(/[.[\]]+/u).filter(Boolean);
  if (steps[0] === message.topic) steps.shift();
  let value: unknown = parsed(message);
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string, unknown>)[step];
  }
  return steps.length > 0;
}

function parsed({ payload }: LoggedMessage): unknown {
  try {
    return JSON.parse(payload || 'null') as unknown;
  } catch {
    return null;
  }
}

/** Newest first. `text` is searched for in the payload, or is a JSON path. */
export function filterLog(log: readonly LoggedMessage[], { filter, topic, text }: LogQuery): LoggedMessage[] {
  const search = text.trim().toLowerCase();
  const isIn = passes(filter);
  return log
    .filter(
      (one) =>
        isIn(one) &&
        (topic === '' || one.topic === topic) &&
        (search === '' ||
          one.payload.toLowerCase().includes(search) ||
          one.topic.toLowerCase().includes(search) ||
          hasPath(one, text.trim())),
    )
    .toReversed();
}

export const countOf = (log: readonly LoggedMessage[], filter: LogFilter): number => log.filter(passes(filter)).length;

/** A message, or a run of messages that differ in header id and time only. */
export type LogRow =
  | { kind: 'message'; message: LoggedMessage }
  | { kind: 'run'; first: LoggedMessage; last: LoggedMessage; count: number };

const HEADER_LINE = /^ {2}"(?:headerId|timestamp)": .*$/gmu;
const likeness = ({ topic, payload, problems }: LoggedMessage): string =>
  `${topic} ${problems.length} ${payload.replaceAll(HEADER_LINE, '')}`;

/**
 * Folds runs: the newest message of a run stays, the others become one row. A message after missing header ids ends a
 * run, so that a gap always shows.
 *
 * @param messages newest first
 * @param unfolded number of the newest message of each run that is shown in full
 */
export function foldLog(messages: readonly LoggedMessage[], unfolded: readonly number[]): LogRow[] {
  const rows: LogRow[] = [];
  for (let at = 0; at < messages.length;) {
    const head = messages[at];
    if (!head) break;
    rows.push({ kind: 'message', message: head });
    const like = likeness(head);
    let end = at + 1;
    // A gap belongs between a message and the one before it, so the message with the gap is the last that can be shown.
    while (end < messages.length && messages[end - 1]?.missing === 0) {
      const next = messages[end];
      if (!next || next.missing > 0 || likeness(next) !== like) break;
      end += 1;
    }
    const run = messages.slice(at + 1, end);
    const [first, last] = [run[0], run.at(-1)];
    if (first && last && run.length >= LEAST_FOLDED && !unfolded.includes(head.seq))
      rows.push({ kind: 'run', first, last, count: run.length });
    else rows.push(...run.map((message) => ({ kind: 'message', message }) as const));
    at = end;
  }
  return rows;
}

/** A few words of a message for its row. */
export function summaryOf(message: LoggedMessage): string {
  const value = parsed(message) as Record<string, unknown> | null;
  if (typeof value !== 'object' || value === null) return '';
  const position = value['agvPosition'] as { mapId?: unknown } | undefined;
  const actions = (value['actions'] ?? value['instantActions']) as { actionType?: unknown }[] | undefined;
  const parts = [
    value['connectionState'],
    value['operatingMode'],
    position?.mapId,
    value['orderId'],
    ...(Array.isArray(actions) ? actions.map((one) => one.actionType) : []),
  ];
  return parts.filter((one): one is string => typeof one === 'string' && one !== '').join(' ');
}

export interface PayloadLine {
  text: string;
  /** The problem of this line. */
  problem: LoggedMessage['problems'][number] | null;
}

/** The lines of a payload, each with its problem. The problem of a missing field is at the object that lacks it. */
export function payloadLines({ payload, problems }: LoggedMessage): PayloadLine[] {
  const steps: string[] = [];
  const counters: (number | null)[] = [];
  const lines = payload === '' ? [] : payload.split('\n');
  const paths = lines.map((line) => {
    const body = line.trim();
    if (/^[\]}],?$/u.test(body)) {
      counters.pop();
      const path = steps.join('');
      steps.pop();
      return path;
    }
    const key = /^"((?:[^"\\]|\\.)*)": /u.exec(body);
    const index = counters.at(-1);
    const step = key ? `.${key[1]}` : index === null || index === undefined ? '' : `[${index}]`;
    if (index !== null && index !== undefined) counters[counters.length - 1] = index + 1;
    const path = `${steps.join('')}${step}`;
    if (/[[{]$/u.test(body)) {
      steps.push(step);
      counters.push(body.endsWith('[') ? 0 : null);
    }
    return path;
  });
  const placed = new Map<number, LoggedMessage['problems'][number]>();
  for (const problem of problems) {
    const wanted = problem.path === '' ? '' : `.${problem.path}`;
    let path = wanted;
    let at = paths.indexOf(path);
    while (at < 0 && path !== '') {
      path = path.replace(/(?:\.[^.[\]]*|\[\d+\])$/u, '');
      at = paths.indexOf(path);
    }
    if (at >= 0 && !placed.has(at)) placed.set(at, problem);
  }
  return lines.map((text, at) => ({ text, problem: placed.get(at) ?? null }));
}

export interface Change {
  path: string;
  before: string | null;
  after: string | null;
}

/** What differs from the message of the same topic before it; null without one. */
export function changesOf(log: readonly LoggedMessage[], message: LoggedMessage): Change[] | null {
  const before = log.findLast(({ topic, seq }) => topic === message.topic && seq < message.seq);
  if (!before) return null;
  const [old, now] = [leaves(parsed(before)), leaves(parsed(message))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }));
}

function leaves(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    for (const [key, inner] of Object.entries(value))
      leaves(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, found);
  else found.set(path, JSON.stringify(value));
  return found;
}
