/** Before and after of an audit entry, field by field, as readable text. */
export interface ChangeRow {
  field: string;
  /** null if the field had no value. */
  before: string | null;
  after: string | null;
  changed: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A value that is not an object is returned under an empty field name. */
const fieldsOf = (value: unknown): Record<string, unknown> =>
  value === null || value === undefined ? {} : isRecord(value) ? value : { '': value };

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map((each) => textOf(each) ?? '').join(', ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${textOf(inner) ?? ''}`)
      .join(', ');
  return String(value as string | number | boolean);
}

/** Fields of both sides, in recorded order. */
export function changeRows(before: unknown, after: unknown): ChangeRow[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((field) => {
    const [was, is] = [textOf(old[field]), textOf(now[field])];
    return { field, before: was, after: is, changed: was !== is };
  });
}
