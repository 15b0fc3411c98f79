import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/machines/recording/format.ts';
import { patched, patchOf } from '../../../src/machines/recording/patch.ts';

const LONG = Array.from({ length: 40 }, (_, i): Json => ({ id: i, x: 1 }));
const PAIRS: readonly [before: Json, after: Json][] = [
  [{ a: 1 }, { a: 2 }],
  [
    { a: 1, b: { c: 1, d: [1, 2] } },
    { a: 1, b: { c: 1, d: [1, 3] } },
  ],
  [{ a: { b: { c: 1 } } }, { a: { b: { c: 1 }, e: null } }],
  [{ a: 1, gone: { x: 1 } }, { a: 1 }],
  [{}, { a: { b: 1 } }],
  [{ a: null }, { a: { b: 1 } }],
  [{ a: { b: 1 } }, { a: [1] }],
  [{ a: [1] }, { a: { b: 1 } }],
  [{ list: LONG }, { list: LONG.map((one, i) => (i % 9 === 0 ? { id: i, x: 2 } : one)) }],
  [{ list: LONG }, { list: [...LONG, { id: 40, x: 1 }, { id: 41, x: 1 }] }],
  [{ list: LONG }, { list: LONG.toReversed() }],
  [{ list: LONG }, { list: LONG.slice(1) }],
  [
    JSON.parse('{"a":{"__proto__":{"polluted":1}}}') as Json,
    JSON.parse('{"a":{"__proto__":{"polluted":2}},"__proto__":{"x":1}}') as Json,
  ],
];

describe('a patch', () => {
  it.each(PAIRS)('makes the one of the other: %j, %j', (before, after) => {
    const patch = patchOf(before, after)!;
    expect(JSON.stringify(patched(before, JSON.parse(JSON.stringify(patch)) as never))).toBe(JSON.stringify(after));
    expect(JSON.stringify(patchOf(after, before) && patched(after, patchOf(after, before)!))).toHaveLength(
      JSON.stringify(before).length,
    );
  });

  it('is none where nothing changed, whatever was made anew', () => {
    expect(patchOf({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } })).toBeNull();
  });

  it('tells of a long list the elements that changed, and leaves a hole nowhere', () => {
    const after = { list: LONG.map((one, i) => (i === 7 ? { id: 7, x: 2 } : one)) };
    expect(patchOf({ list: LONG }, after)).toEqual({ in: { list: { items: { 7: { id: 7, x: 2 } } } } });
    expect((patched({ list: LONG }, patchOf({ list: LONG }, after)!) as typeof after).list[8]).toBe(LONG[8]);
    expect(patched({ list: LONG }, { in: { list: { items: { 41: 'beyond', x: 'no place' } } } })).toEqual({
      list: LONG,
    });
  });

  it('leaves what it does not touch the very same object, and what it is given as it is', () => {
    const before = { robots: { A: { battery: 5 }, B: { battery: 6 } } };
    const frozen = JSON.stringify(before);
    const after = patched(before, { in: { robots: { in: { A: { set: { battery: 4 } } } } } }) as typeof before;
    expect(after.robots.A.battery).toBe(4);
    expect(after.robots.B).toBe(before.robots.B);
    expect(JSON.stringify(before)).toBe(frozen);
  });

  it('pollutes no prototype', () => {
    patched(
      {},
      JSON.parse(
        '{"set":{"__proto__":{"polluted":1}},"in":{"constructor":{"in":{"prototype":{"set":{"polluted":1}}}}}}',
      ) as never,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
