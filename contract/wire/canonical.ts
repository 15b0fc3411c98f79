/**
 * Canonical data (design 3): the unique serialization of a request's data that both sides sign and hash. JSON without
 * white space, keys sorted, undefined keys omitted, an empty value written as "".
 */

/** Spec 5: an empty value is null, undefined or a blank string. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** @throws TypeError for values that JSON cannot represent (a function, a bigint, a number that is not finite). */
export function canonical(value: unknown): string {
  if (isEmpty(value)) return '""';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('canonical: not a finite number');
      return JSON.stringify(value);
    case 'object': {
      const entries = Object.entries(value as Record<string, unknown>)
        .filter(([, inner]) => inner !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
    }
    default:
      throw new TypeError(`canonical: cannot write a ${typeof value}`);
  }
}
