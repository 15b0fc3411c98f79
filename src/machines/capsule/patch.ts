/** What one context is beside another, and the one made from the other again. Both leave what they are given as it is. */
import type { Json, Patch } from './format.ts';

type Fields = Readonly<Record<string, Json>>;
const isFields = (value: Json | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (fields: Fields, key: string): Json | undefined => (Object.hasOwn(fields, key) ? fields[key] : undefined);

/** What makes `after` of `before`; null when nothing does. What is the same object is not looked into. */
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
    } else if (was !== undefined && isSame(was, is)) continue;
    else put(set, key, is);
    changes += 1;
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) gone.push(key);
  if (changes + gone.length === 0) return null;
  return { ...(Object.keys(set).length > 0 ? { set } : {}), ...(gone.length > 0 ? { gone } : {}), ...(Object.keys(inner).length > 0 ? { in: inner } : {}) };
}

/** `before` with the changes; objects that a patch does not touch stay the same ones. */
export function patched(before: Json, patch: Patch): Json {
  const next: Record<string, Json> = {};
  if (isFields(before)) for (const key of Object.keys(before)) put(next, key, before[key] as Json);
  for (const key of patch.gone ?? []) delete next[key];
  for (const [key, value] of Object.entries(patch.set ?? {})) put(next, key, value);
  for (const [key, further] of Object.entries(patch.in ?? {})) put(next, key, patched(own(next, key) ?? {}, further));
  return next;
}

/** A file may name a field `__proto__`: it becomes a field like any other. */
function put<Value>(fields: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__') Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
  else fields[key] = value;
}

const isSame = (one: Json, other: Json): boolean => typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other);
