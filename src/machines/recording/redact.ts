/** Applies redaction rules, and defines the placeholders of redacted values (redaction.ts). */
import type { EventObject } from 'xstate';
import { failureOf } from '../failure.ts';
import type { Json } from './format.ts';
import type { RedactionRule, RedactionRules } from './redaction.ts';

/** Placeholder of a value: its type, and the length of a text or list or the number of fields. */
export interface Redacted {
  readonly '~': 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly length?: number;
}

/** Names of query parameters whose values are chosen, never typed. */
const CHOSEN_QUERY = new Set([
  'serialNumber',
  'robot',
  'map',
  'view',
  'filter',
  'sort',
  'order',
  'layers',
  'floor',
  'tab',
  'page',
  'id',
]);
const PLAIN_VALUE = /^[\w.,:-]{0,40}$/u;
/** Shown in place of a redacted text or part of a URL. */
export const WITHHELD_MARK = '▪';

export function withhold(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return { '~': 'string', length: value.length };
  if (typeof value === 'number' || typeof value === 'bigint') return { '~': 'number' };
  if (typeof value === 'boolean') return { '~': 'boolean' };
  if (Array.isArray(value)) return { '~': 'array', length: value.length };
  return { '~': 'object', length: typeof value === 'object' ? Object.keys(value).length : 0 };
}

/** A URL with its unsafe parts redacted. `segments`: the known path segments (machines/navigation/knownSegments.ts). */
export function plainAddress(address: string, segments: ReadonlySet<string>): string {
  const [path = '', ...rest] = address.split('?');
  return (
    path
      .split('/')
      .map((part) => (segments.has(part) ? part : WITHHELD_MARK))
      .join('/') + plainSearch(rest.join('?'))
  );
}

/** One redactor per recorder: results are cached, so that an identical object stays identical after redaction. */
export function createRedactor(segments: () => ReadonlySet<string>) {
  const seen = new WeakMap<object, WeakMap<object, Json>>();

  const redact = (leaf: RedactionRule | undefined, value: unknown): Json => {
    if (value === null || value === undefined) return null;
    if (leaf === true) return value as Json;
    if (leaf === 'failure') return failureLeaf(value);
    if (leaf === 'path') return typeof value === 'string' ? plainAddress(value, segments()) : withhold(value);
    if (leaf === 'numbers') return numbersOf(value);
    if (leaf === 'query') return typeof value === 'string' ? plainSearch(value) : plainQuery(value);
    if (leaf === undefined || typeof value !== 'object') return withhold(value);
    return remembered(leaf, value, () => fieldwise(leaf, value));
  };
  const remembered = (leaf: object, value: object, make: () => Json): Json => {
    const known = seen.get(leaf) ?? new WeakMap<object, Json>();
    seen.set(leaf, known);
    const found = known.get(value);
    if (found !== undefined) return found;
    const made = make();
    known.set(value, made);
    return made;
  };
  const fieldwise = (leaf: { readonly [field: string]: RedactionRule }, value: object): Json => {
    if (Array.isArray(value)) return value.map((element) => redact(leaf['*'], element));
    const fields: Record<string, Json> = {};
    for (const [key, field] of Object.entries(value)) {
      if (field !== undefined) fields[key] = redact(Object.hasOwn(leaf, key) ? leaf[key] : leaf['*'], field);
    }
    return fields;
  };

  return {
    context: (leaves: RedactionRules | undefined, context: unknown): Json =>
      leaves ? redact(leaves.context ?? {}, context) : null,
    /** `srcOf`: the name under which the responding actor was started. */
    event(
      leaves: RedactionRules | undefined,
      event: EventObject & Record<string, unknown>,
      srcOf: (actorId: string) => string,
    ): { type: string; [field: string]: Json } {
      const { type } = event;
      const answered = typeof event['actorId'] === 'string' ? event['actorId'] : '';
      if (type.startsWith('xstate.done.actor.'))
        return { type, actorId: answered, output: redact(leaves?.outputs?.[srcOf(answered)], event['output']) };
      if (type.startsWith('xstate.error.actor.'))
        return { type, actorId: answered, error: failureLeaf(event['error']) };
      if (type === 'xstate.init') return { type, input: redact(leaves?.input, event['input']) };
      if (type.startsWith('xstate.')) return { type };
      const leaf = leaves?.events?.[type];
      const said: { type: string; [field: string]: Json } = { type };
      for (const [key, field] of Object.entries(event)) {
        if (key !== 'type' && field !== undefined)
          said[key] = redact(typeof leaf === 'object' ? (leaf[key] ?? leaf['*']) : leaf, field);
      }
      return said;
    },
  };
}
export type Redactor = ReturnType<typeof createRedactor>;

/** Keeps codes and numbers; redacts the server's message and all names in it. */
function failureLeaf(value: unknown): Json {
  const known = typeof value === 'object' && value !== null && 'code' in value && 'said' in value;
  const { code, said, field, words } = (known ? value : failureOf(value)) as ReturnType<typeof failureOf>;
  return {
    code: typeof code === 'number' ? code : 0,
    said: typeof said === 'string' && said === '' ? '' : withhold(said),
    ...(typeof field === 'string' && /^[\w.]{1,60}$/u.test(field) ? { field } : {}),
    ...(words ? { words: numbersOf(words) } : {}),
  };
}

const numbersOf = (words: unknown): Json =>
  typeof words === 'number' || typeof words === 'boolean'
    ? words
    : typeof words === 'object' && words !== null
      ? Object.fromEntries(
          Object.entries(words).map(([name, word]) => [name, typeof word === 'number' ? word : withhold(word)]),
        )
      : withhold(words);

const plainQuery = (query: unknown): Json =>
  typeof query !== 'object' || query === null
    ? withhold(query)
    : Object.fromEntries(
        Object.entries(query)
          .filter(([name]) => PLAIN_VALUE.test(name))
          .map(([name, value]) => [name, plainValue(name, value)]),
      );

function plainSearch(search: string): string {
  const kept = [...new URLSearchParams(search)].map(([name, value]): [string, string] => [
    PLAIN_VALUE.test(name) ? name : WITHHELD_MARK,
    plainText(name, value),
  ]);
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
}
const plainValue = (name: string, value: unknown): Json =>
  typeof value === 'string' ? plainText(name, value) : withhold(value);
const plainText = (name: string, value: string): string =>
  CHOSEN_QUERY.has(name) && PLAIN_VALUE.test(value) ? value : WITHHELD_MARK.repeat(Math.min(value.length, 24));

export const isWithheld = (value: object): value is Redacted =>
  '~' in value && Object.keys(value).every((key) => key === '~' || key === 'length');

/** A value for display: a redacted value becomes a placeholder of its type, a text a row of marks of its length. */
export function restored(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(restored);
  if (isWithheld(value)) return standIn(value);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, restored(field)]));
}
function standIn({ '~': type, length }: Redacted): Json {
  if (type === 'string') return WITHHELD_MARK.repeat(Math.min(Math.max(0, Number(length) || 0), 24));
  return type === 'number' ? 0 : type === 'boolean' ? false : type === 'array' ? [] : {};
}
