/** A value as one line of text, without typed text, which is replaced by its type and length, as in a recording. */
import type { Json } from '../../machines/recording/format.ts';
import { withhold, WITHHELD_MARK } from '../../machines/recording/redact.ts';

const LONGEST = 300;

/** For a value redacted by the rules of its machine. */
export function jsonText(value: Json): string {
  const text = written(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** For a message: numbers and its `type` as they are, all other text redacted. */
export function payloadText(payload: string): string {
  try {
    return jsonText(plain(JSON.parse(payload) as Json));
  } catch {
    return written(withhold(payload));
  }
}

function plain(value: Json, key = ''): Json {
  if (typeof value === 'string') return key === 'type' ? value : withhold(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => plain(element));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field, name)]));
}

function written(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { '~': type, length } = value as { readonly [field: string]: Json };
  if (typeof type === 'string') return `${WITHHELD_MARK}${type}${typeof length === 'number' ? ` ${length}` : ''}`;
  return `{ ${Object.entries(value)
    .map(([name, field]) => `${name}: ${written(field)}`)
    .join(', ')} }`;
}
