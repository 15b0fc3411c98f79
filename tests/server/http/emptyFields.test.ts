import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { withoutEmptyFields } from '../../../server/http/emptyFields.ts';
import { validate } from '../../../server/http/validate.ts';

interface Nesting {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: unknown;
  readonly wrapped?: unknown;
  readonly options?: readonly unknown[];
}
/** Every optional field of a schema, at any depth. */
function optionalFields(schema: unknown): [name: string, field: v.GenericSchema][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { entries = {}, item, wrapped, options = [] } = schema as Nesting;
  return [
    ...Object.entries(entries).flatMap(([name, field]): [string, v.GenericSchema][] => [
      ...(field.type === 'optional' ? [[name, field] as [string, v.GenericSchema]] : []),
      ...optionalFields(field),
    ]),
    ...optionalFields(item),
    ...optionalFields(wrapped),
    ...options.flatMap(optionalFields),
  ];
}

const FIELDS = Object.values(catalogue).flatMap((area) =>
  Object.values(area).flatMap(({ path, request }) =>
    optionalFields(request).map(([name, field]) => [path, name, field] as const),
  ),
);

describe('an optional field of a call', () => {
  it('is found in the catalogue', () => expect(FIELDS.length).toBeGreaterThan(50));
  it.each(FIELDS)('%s: %s is not given when it is null, undefined or blank', (_, name, field) => {
    const request = v.object({ [name]: field });
    const left = validate({ request }, {});
    for (const empty of [null, undefined, '', '  ']) {
      const received = validate({ request }, { [name]: empty }) as Record<string, unknown>;
      // A text that may be blank stays what it is: it clears the text.
      const isBlankText = typeof received[name] === 'string' && received[name].trim() === '';
      if (!isBlankText) expect(received).toEqual(left);
    }
  });
});

describe('empty fields', () => {
  const flag = v.optional(v.boolean(), false);
  it('are left out at every depth, also of one of several shapes', () => {
    const deep = v.object({
      list: v.array(v.object({ flag })),
      shape: v.variant('is', [
        v.object({ is: v.literal('a'), flag }),
        v.object({ is: v.literal('b'), size: v.number() }),
      ]),
    });
    const data = { list: [{ flag: '' }, { flag: true }], shape: { is: 'a', flag: null } };
    expect(v.parse(deep, withoutEmptyFields(deep, data))).toEqual({
      list: [{ flag: false }, { flag: true }],
      shape: { is: 'a', flag: false },
    });
  });
  it('that are required are still refused, and so are other wrong values', () => {
    const request = v.object({ name: v.pipe(v.string(), v.nonEmpty()), flag });
    expect(() => validate({ request }, { name: '', flag: '' })).toThrow(expect.objectContaining({ code: 1007 }));
    expect(() => validate({ request }, { name: 'A', flag: 'yes' })).toThrow(
      expect.objectContaining({ detail: { field: 'flag' } }),
    );
  });
  it('cannot reach the prototype', () => {
    const data = JSON.parse('{"__proto__": "", "flag": ""}') as unknown;
    const given = withoutEmptyFields(v.object({ flag }), data) as object;
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
  });
});
