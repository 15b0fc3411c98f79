import { expect, it } from 'vitest';
import fc from 'fast-check';
import { patched, placeOf, queryOf, searchOf, textOf } from '../../../src/machines/navigation/query.ts';

it('writes and reads every query alike', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ minLength: 1, unit: 'grapheme' })), (query) => {
      expect(queryOf(searchOf(query))).toEqual({ ...query });
    }),
  );
});

it.each([
  ['?a=1&b=2', { b: '3' }, '?a=1&b=3'],
  ['?a=1&b=2', { b: '' }, '?a=1'],
  ['?a=1', { a: '' }, ''],
  ['', { q: 'Zimmer 3' }, '?q=Zimmer+3'],
])('%s with %o is %s', (search, patch, expected) => expect(patched(search, patch)).toBe(expected));

it.each([
  ['/home/', '/home'],
  ['/', '/'],
  ['//', '/'],
  ['/home?', '/home'],
  ['/home?a=', '/home'],
  ['/home?a=1#part', '/home?a=1'],
  ['/home?a=b?c', '/home?a=b%3Fc'],
  ['', '/'],
])('%j is the place %j', (to, expected) => expect(textOf(placeOf(to))).toBe(expected));
