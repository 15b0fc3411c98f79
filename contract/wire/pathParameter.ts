/** Paths with a value in them (spec 7: `/srobot/{hash}`): the braces name the field of the data that travels in the path instead. */

const PLACE = /\{(\w+)\}/u;

/** The field that travels in the path; null for a path that is a fixed text, as all but one are. */
export const parameterOf = (path: string): string | null => PLACE.exec(path)?.[1] ?? null;

/** The path to call, and the data that is left for the body. */
export function addressed(path: string, data: unknown): { path: string; data: unknown } {
  const field = parameterOf(path);
  if (field === null || typeof data !== 'object' || data === null) return { path, data };
  const { [field]: value, ...rest } = data as Record<string, unknown>; // a record's fields, as the declaration says
  return { path: path.replace(PLACE, () => encodeURIComponent(typeof value === 'string' ? value : '')), data: rest };
}
