/** Findings of one robot: problems counted by kind, topic and path, and what only time shows. */
import type { Finding } from '../../entities/conformance.ts';
import { OPERATING_MODES } from '../../wire/vdaModes.ts';
import { OPTIONAL_LISTS, type AcceptRule } from './accept.ts';
import { type CheckMemory, type Problem, takesOrders } from './check.ts';
import { ANSWER_MS, CLOCK_BROKEN_MS, CLOCK_NAMED_MS, type FindingKind, type LogTopic, RARE_MS } from './kinds.ts';

/** Findings kept per robot; the one not seen for longest makes room. */
export const MOST_FINDINGS = 60;
/** Fewer samples say nothing about a clock. */
const LEAST_SAMPLES = 5;

type Kept = Omit<Finding, 'accept'>;
export type FindingStore = Map<string, Kept>;

/** List positions differ from message to message; the finding is the same. */
const anyPosition = (path: string): string => path.replaceAll(/\[\d+\]/gu, '[]');

/** @param seq the message in the log */
export function addFinding(store: FindingStore, topic: LogTopic, one: Problem, at: number, seq: number | null): void {
  const path = anyPosition(one.path);
  const id = `${one.kind} ${topic} ${path}${one.kind === 'unknownMap' || one.kind === 'wrongValue' ? ` ${one.value}` : ''}`;
  const known = store.get(id);
  // Deleted first, so that the map is in the order of the last sighting.
  if (known) store.delete(id);
  else if (store.size >= MOST_FINDINGS) {
    const [oldest] = store.keys();
    if (oldest !== undefined) store.delete(oldest);
  }
  store.set(id, {
    id,
    kind: one.kind,
    severity: one.severity,
    topic,
    path,
    value: one.value,
    allowed: [...one.allowed],
    params: { ...one.params },
    count: (known?.count ?? 0) + 1,
    firstAt: known?.firstAt ?? at,
    lastAt: at,
    seq,
  });
}

export interface NowFacts {
  now: number;
  /** When this server began to listen. */
  since: number;
  isOnline: boolean;
  hasFactsheet: boolean;
}

const held = (
  kind: FindingKind,
  severity: Finding['severity'],
  topic: LogTopic,
  at: number,
  more: Partial<Kept> = {},
): Kept => ({
  id: `${kind} ${topic} ${more.path ?? ''}`,
  kind,
  severity,
  topic,
  path: '',
  value: null,
  allowed: [],
  params: {},
  count: 1,
  firstAt: at,
  lastAt: at,
  seq: null,
  ...more,
});

/** The clock's difference, ms, positive if it is ahead; null before there are enough messages. */
export function clockAhead({ clock }: CheckMemory): number | null {
  // The message with the shortest delay is nearest to the truth; all others are late by more.
  return clock.length < LEAST_SAMPLES ? null : -Math.min(...clock);
}

/** What holds at this moment: clock, silence, unanswered actions, mode, position, factsheet. */
export function findingsNow(memory: CheckMemory, { now, since, isOnline, hasFactsheet }: NowFacts): Kept[] {
  const found: Kept[] = [];
  const state = memory.topics.get('state');
  if (memory.mode !== null && !takesOrders(memory.mode))
    found.push(
      held('notAutomatic', 'blocks', 'state', state?.lastAt ?? now, {
        path: 'operatingMode',
        value: JSON.stringify(memory.mode),
        allowed: OPERATING_MODES.slice(0, 2),
      }),
    );
  if (memory.isLocalized === false)
    found.push(
      held('notLocalized', 'blocks', 'state', state?.lastAt ?? now, {
        path: 'agvPosition.positionInitialized',
        value: 'false',
      }),
    );
  const unanswered = new Map<string, Kept>();
  for (const { actionType, topic, sentAt } of memory.pending.values()) {
    if (now - sentAt < ANSWER_MS || (topic === 'order' && memory.topics.get('state') === undefined)) continue;
    const known = unanswered.get(actionType);
    unanswered.set(
      actionType,
      held('unanswered', actionType === 'startPause' ? 'blocks' : 'breaks', topic, sentAt, {
        id: `unanswered ${topic} ${actionType}`,
        path: 'state.actionStates',
        params: { action: actionType.slice(0, 64) },
        count: (known?.count ?? 0) + 1,
        firstAt: known?.firstAt ?? sentAt,
      }),
    );
  }
  found.push(...unanswered.values());
  if (isOnline && !hasFactsheet) found.push(held('noFactsheet', 'breaks', 'factsheet', since));
  const quietSince = state?.lastAt ?? since;
  if (isOnline && now - quietSince > RARE_MS)
    found.push(
      held('tooRare', 'breaks', 'state', quietSince, { params: { seconds: Math.round((now - quietSince) / 1_000) } }),
    );
  const ahead = clockAhead(memory);
  if (ahead !== null && Math.abs(ahead) > CLOCK_NAMED_MS)
    found.push(
      held('clockOff', Math.abs(ahead) > CLOCK_BROKEN_MS ? 'breaks' : 'note', 'state', state?.lastAt ?? now, {
        path: 'timestamp',
        params: { seconds: Math.round(Math.abs(ahead) / 100) / 10, ahead: ahead > 0 ? 1 : 0 },
      }),
    );
  return found;
}

const textOf = (value: string | null): string => {
  try {
    const parsed: unknown = JSON.parse(value ?? 'null');
    return typeof parsed === 'string' ? parsed : '';
  } catch {
    return '';
  }
};
const HEADER: ReadonlySet<string> = new Set(['headerId', 'timestamp', 'version', 'manufacturer', 'serialNumber']);

/** The rule that accepts a finding, without what the value means; null if it cannot be accepted. */
export function acceptFor({ kind, topic, path, value }: Kept): Pick<AcceptRule, 'kind' | 'value'> | null {
  if (kind === 'wrongValue' && topic === 'state' && path === 'operatingMode' && textOf(value) !== '')
    return { kind: 'operatingMode', value: textOf(value) };
  if (kind === 'unknownMap' && textOf(value) !== '') return { kind: 'mapName', value: textOf(value) };
  if (kind === 'missingField' && HEADER.has(path)) return { kind: 'headerFields', value: '' };
  if (kind === 'missingField' && topic === 'state' && OPTIONAL_LISTS.some((one) => one === path))
    return { kind: 'missingList', value: path };
  return null;
}

/** The findings that no accepted deviation covers. */
export function openFindings<One extends Kept>(found: readonly One[], accepted: readonly AcceptRule[]): One[] {
  return found.filter((one) => {
    const rule = acceptFor(one);
    return !rule || !accepted.some(({ kind, value }) => kind === rule.kind && value === rule.value);
  });
}
