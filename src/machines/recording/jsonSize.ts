/** Approximate size of a value as JSON, without serialising it: a large list shared by many steps is measured once. */
import type { Json } from './format.ts';

/** Quotes, colon, comma; also the size of a number, a boolean or null. */
const AROUND = 4;
const NUMBER = 8;
const FLAG = 5;
/** Smaller values are measured as fast as they are looked up in the cache. */
const WORTH_REMEMBERING = 16;

export function createJsonSize(): (value: Json) => number {
  const known = new WeakMap<object, number>();
  const weigh = (value: Json | undefined): number => {
    if (typeof value === 'string') return value.length + 2;
    if (typeof value === 'number') return NUMBER;
    if (typeof value !== 'object' || value === null) return FLAG;
    const before = known.get(value);
    if (before !== undefined) return before;
    let sum = 2;
    let parts = 0;
    if (Array.isArray(value)) {
      for (const part of value as readonly Json[]) sum += weigh(part) + 1;
      parts = value.length;
    } else {
      for (const key of Object.keys(value)) {
        sum += key.length + AROUND + weigh((value as { readonly [key: string]: Json })[key]);
        parts += 1;
      }
    }
    if (parts >= WORTH_REMEMBERING) known.set(value, sum);
    return sum;
  };
  return weigh;
}
