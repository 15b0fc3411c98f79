import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../contract/wire/canonical.ts';

describe('canonical data', () => {
  it('sorts keys at every depth and leaves no white space', () => {
    expect(canonical({ b: [{ z: 1, a: true }], a: 'x y' })).toBe('{"a":"x y","b":[{"a":true,"z":1}]}');
  });
  it.each([[null], [undefined], [''], ['  '], ['\n']])('writes the empty value %j as ""', (empty) => {
    expect(canonical({ a: empty, b: [empty] })).toBe(empty === undefined ? '{"b":[""]}' : '{"a":"","b":[""]}');
  });
  it('keeps a blank at the end of a word: it is not empty', () => expect(canonical({ a: 'x ' })).toBe('{"a":"x "}'));
  it('does not depend on the order in which keys were set', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        expect(canonical(Object.fromEntries(Object.entries(data).reverse()))).toBe(canonical(data));
      }),
    );
  });
  it('is JSON again', () => {
    fc.assert(fc.property(fc.jsonValue(), (data) => void JSON.parse(canonical(data))));
  });
  it.each([[Number.NaN], [Infinity], [10n], [() => 1]])('refuses what JSON cannot say: %s', (value) => {
    expect(() => canonical({ value })).toThrow(TypeError);
  });
});
