/**
 * Paths with a parameter (spec 7: `/srobot/{hash}`): the braces name the field of the data that is sent in the path
 * instead of the body.
 */

const PLACE = /\{(\w+)\}/u;

/** The field that is sent in the path; null for a fixed path. */
export const parameterOf = (path: string): string | null => PLACE.exec(path)?.[1] ?? null;

/** The path with its parameter filled in, and the data that remains for the body. */
export function fillPathParameter(path: string, data: unknown): { path: string; data: unknown } {
  const field = parameterOf(path);
  if (field === null || typeof data !== 'object' || data === null) return { path, data };
  const { [field]: value, ...rest } = data as Record<string, unknown>; // an object by the endpoint's schema
  return { path: path.replace(PLACE, () => encodeURIComponent(typeof value === 'string' ? value : '')), data: rest };
}
