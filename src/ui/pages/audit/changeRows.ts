/** Before and after of an audit entry, field by field, as readable text. */
export interface ChangeRow {
  field: string;
  /** Its label. */
  label: string;
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

/** How recorded values are shown: names for ids, words for switches, labels for fields. */
export interface ChangeTexts {
  /** By id. */
  readonly names: Readonly<Record<string, string>>;
  readonly yes: string;
  readonly no: string;
  label(field: string): string;
}

function textOf(value: unknown, texts: ChangeTexts): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value)) return value.map((each) => textOf(each, texts) ?? '').join(', ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, inner]) => `${texts.label(key)}: ${textOf(inner, texts) ?? ''}`)
      .join(', ');
  const text = String(value as string | number);
  return texts.names[text] ?? text;
}

/** Fields of both sides, in recorded order. */
export function changeRows(before: unknown, after: unknown, texts: ChangeTexts): ChangeRow[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((field) => {
    const [was, is] = [textOf(old[field], texts), textOf(now[field], texts)];
    return { field, label: texts.label(field), before: was, after: is, changed: was !== is };
  });
}
