/** The events of a capsule as a list that is narrowed, searched and laid along a line of time. Pure; thousands of steps each time. */
import type { ActorInfo, Json, Recording, Step } from '../../../machines/recording/format.ts';
import { actorName } from '../../../machines/recording/opened.ts';
import type { Filter } from '../../../machines/inspector/messages.ts';

const SAYS_FAULT = /(?:^xstate\.error\.|\.(?:failed|refused|lost|broken|mistaken|rejected)$)/u;
const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Something failed, was refused or lost, or a person was told so. */
export function isFault({ event, status }: Step): boolean {
  if (status === 'error' || SAYS_FAULT.test(event.type)) return true;
  const { notice } = event;
  return event.type === 'notice.show' && isObject(notice) && notice['tone'] === 'error';
}

export interface Narrowing {
  readonly filters: readonly Filter[];
  /** Whom `actor` is about. */
  readonly actor: number;
}
/** The steps that are listed, by their numbers; null: all of them. */
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

/** Where in a list of rising numbers the last one is that is not above `wanted`; -1 when all are. */
export function lastUpTo(list: readonly number[], wanted: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The listed step before or after one; the same one when there is none. `list` null: all of `length`. */
export function neighbour(list: readonly number[] | null, length: number, step: number, by: 1 | -1): number {
  if (list === null) return Math.max(-1, Math.min(length - 1, step + by));
  const at = lastUpTo(list, step);
  if (by === 1) return list[at + 1] ?? step;
  return list[at] === step ? (list[at - 1] ?? -1) : (list[at] ?? -1);
}

/** The last step that had happened at a time; -1 before the first one. */
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
/** How much happened when: the time from first to last in `count` equal parts. `own`: of this actor. */
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

/** What is searched of a step, once made. */
const searched = new WeakMap<Step, string>();
function wordsOf(step: Step, recording: Pick<Recording, 'actors'>): string {
  const known = searched.get(step);
  if (known !== undefined) return known;
  const who = `${actorName(recording, step.actor)} ${recording.actors[step.actor]?.machine ?? ''} ${step.from === null ? '' : actorName(recording, step.from)}`;
  const made = `${who} ${JSON.stringify(step.event)}`.toLowerCase();
  searched.set(step, made);
  return made;
}
/** The steps in which every word is found: in the event's type or fields, or in the names of who sent and who took it. */
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

/** An event as a person says it: `done loadMaps`, `after retryDelay`; the name of one's own is its type. */
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

/** ms since 1970: when it was stands beside every event. */
const isTime = (value: Json): boolean => typeof value === 'number' && value > 1e12;
/** The first short value that it bore. */
export function eventNote({ event }: Pick<Step, 'event'>): string {
  for (const [field, value] of Object.entries(event)) {
    if (field === 'type' || field === 'actorId' || isTime(value)) continue;
    if (typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 24))
      return String(value);
  }
  return '';
}
