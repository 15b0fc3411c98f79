/** A context as text lines: changes of a step as - and + lines, large values collapsed until unfolded. Pure. */
import type { Json, Patch } from '../../../machines/recording/format.ts';
import type { Redacted } from '../../../machines/recording/redact.ts';

export interface ContextLine {
  /** Path of the field with dots between keys; unique together with `sign`. */
  readonly path: string;
  readonly sign: '' | '+' | '-';
  readonly depth: number;
  readonly name: string;
  readonly value: Json | undefined;
  /** Can be unfolded; is unfolded. */
  readonly folds: boolean;
  readonly open: boolean;
}
/** Maximum number of parts shown of an object or array. */
const MOST_PARTS = 100;
/** Name of the line that gives the number of omitted parts. */
export const REST = '…';

type Fields = Readonly<Record<string, Json>>;
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const WITHHELD: ReadonlySet<unknown> = new Set<Redacted['~']>(['string', 'number', 'boolean', 'array', 'object']);
const isWithheld = (value: object): value is Redacted =>
  '~' in value && WITHHELD.has(value['~']) && Object.keys(value).every((key) => key === '~' || key === 'length');
/** The placeholder of a redacted value; null for a value that was not redacted. */
export const withheldOf = (value: Json | undefined): Redacted | null =>
  isFields(value) && isWithheld(value) ? value : null;
const partsOf = (value: Json | undefined): [string, Json][] =>
  typeof value === 'object' && value !== null && !withheldOf(value)
    ? Array.isArray(value)
      ? value.map((part: Json, index): [string, Json] => [String(index), part])
      : Object.entries(value as Fields)
    : [];

/** @param patch changes of the step to `before`; null if none */
export function contextLines(
  before: Json,
  after: Json,
  patch: Patch | null,
  unfolded: ReadonlySet<string>,
): ContextLine[] {
  const lines: ContextLine[] = [];
  const plain = (name: string, value: Json, path: string, depth: number): void => {
    const parts = partsOf(value);
    const open = unfolded.has(path);
    lines.push({ path, sign: '', depth, name, value, folds: parts.length > 0, open });
    if (!open) return;
    for (const [key, part] of parts.slice(0, MOST_PARTS)) plain(key, part, `${path}.${key}`, depth + 1);
    if (parts.length > MOST_PARTS)
      lines.push({
        path: `${path}.${REST}`,
        sign: '',
        depth: depth + 1,
        name: REST,
        value: parts.length - MOST_PARTS,
        folds: false,
        open: false,
      });
  };
  const signed = (sign: '+' | '-', name: string, value: Json | undefined, path: string, depth: number): void => {
    lines.push({ path, sign, depth, name, value, folds: false, open: false });
  };
  const elements = (was: Json | undefined, items: Fields, path: string, depth: number): void => {
    for (const [place, value] of Object.entries(items).slice(0, MOST_PARTS)) {
      const before = Array.isArray(was) ? (was as readonly Json[])[Number(place)] : undefined;
      if (before !== undefined) signed('-', place, before, `${path}.${place}`, depth);
      signed('+', place, value, `${path}.${place}`, depth);
    }
  };
  const changed = (
    was: Json | undefined,
    is: Json | undefined,
    change: Patch | undefined,
    prefix: string,
    depth: number,
  ): void => {
    const old = isFields(was) ? was : {};
    const now = isFields(is) ? is : {};
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      const inner = change?.in && Object.hasOwn(change.in, key) ? change.in[key] : undefined;
      const isSet = change?.set !== undefined && Object.hasOwn(change.set, key);
      if (inner && !isSet) {
        lines.push({ path, sign: '', depth, name: key, value: now[key], folds: false, open: true });
        if (inner.items) elements(old[key], inner.items, path, depth + 1);
        else changed(old[key], now[key], inner, path, depth + 1);
      } else if (isSet || change?.gone?.includes(key)) {
        if (Object.hasOwn(old, key)) signed('-', key, old[key], path, depth);
        if (Object.hasOwn(now, key)) signed('+', key, now[key], path, depth);
      } else if (depth === 0 && Object.hasOwn(now, key)) plain(key, now[key] as Json, path, depth);
    }
  };
  changed(before, after, patch ?? undefined, '', 0);
  return lines;
}

/** A value in short form. `said` formats redacted values. */
export function shortValue(value: Json | undefined, said: (withheld: Redacted) => string, most = 80): string {
  const spell = (one: Json | undefined, depth: number): string => {
    const withheld = withheldOf(one);
    if (withheld) return said(withheld);
    if (one === undefined) return '';
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const parts = partsOf(one);
    const isList = Array.isArray(one);
    if (parts.length === 0) return isList ? '[]' : '{}';
    if (depth > 1) return isList ? `[${parts.length}]` : `{${parts.length}}`;
    let text = '';
    for (const [key, part] of parts) {
      text += `${text === '' ? '' : ', '}${isList ? '' : `${key}: `}${spell(part, depth + 1)}`;
      if (text.length > most) break;
    }
    return isList ? `[${text}]` : `{ ${text} }`;
  };
  const text = spell(value, 0);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
