/** Filtering, searching and binning of a recording's events. Pure; runs over thousands of steps. */
import type { ActorInfo, Json, Recording, Step } from '../../../machines/recording/format.ts';
import { actorName } from '../../../machines/recording/opened.ts';
import type { Filter } from '../../../machines/inspector/messages.ts';

const SAYS_FAULT = /(?:^xstate\.error\.|\.(?:failed|refused|lost|broken|mistaken|rejected)$)/u;
const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Something failed, was refused or lost, or an error notice was shown. */
export function isFault({ event, status }: Step): boolean {
  if (status === 'error' || SAYS_FAULT.test(event.type)) return true;
  const { notice } = event;
  return event.type === 'notice.show' && isObject(notice) && notice['tone'] === 'error';
}

export interface Narrowing {
  readonly filters: readonly Filter[];
  /** Actor that the filter `actor` applies to. */
  readonly actor: number;
}
/** Numbers of the listed steps; null: all. */
export function narrowed(steps: readonly Step[], { filters, actor }: Narrowing): readonly number[] | null {
  if (filters.length === 0) return null;
  const isAbout = filters.includes('actor');
  const isMove = filters.includes('moves');
  const isWrong = filters.includes('faults');
  const found: number[] = [];
  steps.forEach((step, index) => {
    if (
      (!isAbout || step.actor === actor || step.from === actor) &&
      (!isMove || step.value !== undefined) &&
      (!isWrong || isFault(step))
    )
      found.push(index);
  });
  return found;
}

/** Index of the last number not above `wanted` in an ascending list; -1 if all are above it. */
export function lastUpTo(list: readonly number[], wanted: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The listed step before or after `step`; -1 before the first, `step` itself after the last. `list` null: all of
 * `length`.
 */
export function neighbour(list: readonly number[] | null, length: number, step: number, by: 1 | -1): number {
  if (list === null) return Math.max(-1, Math.min(length - 1, step + by));
  const at = lastUpTo(list, step);
  if (by === 1) return list[at + 1] ?? step;
  return list[at] === step ? (list[at - 1] ?? -1) : (list[at] ?? -1);
}

/** The last step at or before a time; -1 before the first step. */
export function stepAt(steps: readonly Step[], at: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] as Step).at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface Bin {
  readonly count: number;
  readonly own: boolean;
  readonly fault: boolean;
}
/** Event density: the time from first to last step in `count` equal bins. `own`: the bin has an event of this actor. */
export function binned(steps: readonly Step[], actor: number, count: number): Bin[] {
  const from = steps[0]?.at ?? 0;
  const span = Math.max(1, (steps.at(-1)?.at ?? 0) - from);
  const bins = Array.from({ length: count }, () => ({ count: 0, own: false, fault: false }));
  for (const step of steps) {
    const bin = bins[Math.min(count - 1, Math.max(0, Math.floor(((step.at - from) / span) * count)))];
    if (!bin) continue;
    bin.count += 1;
    bin.own ||= step.actor === actor;
    bin.fault ||= isFault(step);
  }
  return bins;
}

/** Cache of the searchable text of a step. */
const searched = new WeakMap<Step, string>();
function wordsOf(step: Step, recording: Pick<Recording, 'actors'>): string {
  const known = searched.get(step);
  if (known !== undefined) return known;
  const who = `${actorName(recording, step.actor)} ${recording.actors[step.actor]?.machine ?? ''} ${step.from === null ? '' : actorName(recording, step.from)}`;
  const made = `${who} ${JSON.stringify(step.event)}`.toLowerCase();
  searched.set(step, made);
  return made;
}
/**
 * Numbers of the steps that contain every search word in the event's type or fields, or in the sender's or recipient's
 * name.
 */
export function hitsOf(recording: Recording, text: string): readonly number[] {
  const words = text.trim().toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  const hits: number[] = [];
  recording.steps.forEach((step, index) => {
    const within = wordsOf(step, recording);
    if (words.every((word) => within.includes(word))) hits.push(index);
  });
  return hits;
}

/** Readable name of an event: `done loadMaps`, `after retryDelay`; for the machines' own events, their type. */
export function eventName(
  { event, actor }: Pick<Step, 'event' | 'actor'>,
  actors: Readonly<Record<string, ActorInfo>>,
): string {
  const { type } = event;
  if (!type.startsWith('xstate.')) return type;
  const answered = event['actorId'];
  const [, kind = '', ...rest] = type.split('.');
  if (kind === 'after') return `after ${rest[0] ?? ''}`;
  if (kind !== 'done' && kind !== 'error' && kind !== 'snapshot') return kind;
  const id = typeof answered === 'string' ? answered : rest.slice(kind === 'snapshot' ? 0 : 1).join('.');
  const child = /^\d+\./u.test(id)
    ? Object.values(actors).find((info) => info.id === id && info.parent === actor)
    : undefined;
  return `${kind} ${child?.src || id}`.trim();
}

/** Epoch ms: omitted, because every event shows its time anyway. */
const isTime = (value: Json): boolean => typeof value === 'number' && value > 1e12;
/** The first short field value of an event. */
export function eventNote({ event }: Pick<Step, 'event'>): string {
  for (const [field, value] of Object.entries(event)) {
    if (field === 'type' || field === 'actorId' || isTime(value)) continue;
    if (typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 24))
      return String(value);
  }
  return '';
}
