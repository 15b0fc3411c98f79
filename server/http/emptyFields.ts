/**
 * Spec 5: an optional field that is null, undefined or blank is a field that was not given. It is left out before a
 * request is parsed, so that its default applies. A value that the field's own schema accepts stays: a blank text clears a
 * text.
 */
import * as v from 'valibot';
import { isEmpty } from '../../contract/wire/canonical.ts';

/** The parts of a valibot schema by which it nests. */
interface Nesting {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Nesting>>;
  readonly item?: Nesting;
  readonly wrapped?: Nesting;
  readonly options?: readonly unknown[];
}
type Fields = Readonly<Record<string, unknown>>;

const isFields = (data: unknown): data is Fields => typeof data === 'object' && data !== null && !Array.isArray(data);
const isOptional = ({ type }: Nesting): boolean =>
  type === 'optional' || type === 'exact_optional' || type === 'nullish';
const accepts = (schema: Nesting, data: unknown): boolean => v.is(schema as unknown as v.GenericSchema, data);

/** @returns the same data without the optional fields that are empty and that the schema would refuse */
export function withoutEmptyFields(schema: unknown, data: unknown): unknown {
  const { entries, item, wrapped, options } = schema as Nesting;
  if (wrapped) return withoutEmptyFields(wrapped, data);
  if (item) return Array.isArray(data) ? data.map((each) => withoutEmptyFields(item, each)) : data;
  if (entries && isFields(data))
    return Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => {
        const field = Object.hasOwn(entries, name) ? entries[name] : undefined;
        if (!field) return [[name, value]];
        if (isOptional(field) && isEmpty(value) && !accepts(field, value)) return [];
        return [[name, withoutEmptyFields(field, value)]];
      }),
    );
  // One of several shapes: that which fits then. A choice of plain values has none.
  for (const option of options ?? []) {
    if (typeof option !== 'object' || option === null) continue;
    const given = withoutEmptyFields(option, data);
    if (accepts(option as Nesting, given)) return given;
  }
  return data;
}
