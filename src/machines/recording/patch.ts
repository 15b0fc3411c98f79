/** The difference between two contexts, and its application. Neither function mutates its arguments. */
import type { Json, Patch } from './format.ts';

type Fields = Readonly<Record<string, Json>>;
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const own = (fields: Fields, key: string): Json | undefined => (Object.hasOwn(fields, key) ? fields[key] : undefined);

/** The patch from `before` to `after`; null when they are equal. Identical objects are skipped. */
export function patchOf(before: Json | undefined, after: Json): Patch | null {
  if (before === after || !isFields(after) || !isFields(before)) return null;
  const set: Record<string, Json> = {};
  const inner: Record<string, Patch> = {};
  const gone: string[] = [];
  let changes = 0;
  for (const key of Object.keys(after)) {
    const was = own(before, key);
    const is = after[key] as Json;
    if (was === is) continue;
    if (isFields(was) && isFields(is)) {
      const further = patchOf(was, is);
      if (!further) continue;
      put(inner, key, further);
    } else {
      const items = isList(was) && isList(is) ? itemsOf(was, is) : null;
      if (items && Object.keys(items).length > 0) put(inner, key, { items });
      else if (items || (was !== undefined && isSame(was, is))) continue;
      else put(set, key, is);
    }
    changes += 1;
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) gone.push(key);
  if (changes + gone.length === 0) return null;
  return {
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(gone.length > 0 ? { gone } : {}),
    ...(Object.keys(inner).length > 0 ? { in: inner } : {}),
  };
}

/** Shorter lists are stored whole: that is as compact. */
const LONG_LIST = 16;
/**
 * The elements that differ; null where storing the whole list is shorter: elements were removed, or most differ.
 * Identical elements are skipped.
 */
function itemsOf(was: readonly Json[], is: readonly Json[]): Record<string, Json> | null {
  if (is.length < Math.max(was.length, LONG_LIST)) return null;
  const items: Record<string, Json> = {};
  let left = is.length / 2;
  for (let i = 0; i < is.length; i += 1) {
    const [before, now] = [was[i], is[i] as Json];
    if (before === now || (before !== undefined && isSame(before, now))) continue;
    if ((left -= 1) < 0) return null;
    items[i] = now;
  }
  return items;
}

/** `before` with the changes; objects that the patch does not touch keep their identity. */
export function patched(before: Json, patch: Patch): Json {
  if (patch.items) return withItems(isList(before) ? before : [], patch.items);
  const next: Record<string, Json> = {};
  if (isFields(before)) for (const key of Object.keys(before)) put(next, key, before[key] as Json);
  for (const key of patch.gone ?? []) delete next[key];
  for (const [key, value] of Object.entries(patch.set ?? {})) put(next, key, value);
  for (const [key, further] of Object.entries(patch.in ?? {})) put(next, key, patched(own(next, key) ?? {}, further));
  return next;
}

/** Ignores indices beyond the end: in a malicious file they would leave holes or create a huge list. */
function withItems(before: readonly Json[], items: Readonly<Record<string, Json>>): Json {
  const next = [...before];
  for (const [place, value] of Object.entries(items))
    if (/^\d{1,9}$/u.test(place) && Number(place) <= next.length) next[Number(place)] = value;
  return next;
}

/** A file can contain a field named `__proto__`: it becomes an ordinary field. */
function put<Value>(fields: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__')
    Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
  else fields[key] = value;
}

const isSame = (one: Json, other: Json): boolean =>
  typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other);
