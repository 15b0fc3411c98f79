import { describe, expect, it } from 'vitest';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import type { Json } from '../../../src/machines/recording/format.ts';
import { createRedactor, restored, WITHHELD_MARK, withhold } from '../../../src/machines/recording/redact.ts';

const WORDS = new Set(['', 'home', 'robot-data', 'login']);
const { context, event } = createRedactor(() => WORDS);
const noSrc = (): string => '';

describe('what leaves', () => {
  it('is nothing but types and lengths, unless it was declared', () => {
    expect(
      context({ context: {} }, { word: 'secret', count: 7, on: true, list: ['a', 'b'], fields: { x: 1 }, none: null }),
    ).toEqual({
      word: { '~': 'string', length: 6 },
      count: { '~': 'number' },
      on: { '~': 'boolean' },
      list: { '~': 'array', length: 2 },
      fields: { '~': 'object', length: 1 },
      none: null,
    });
    expect(context(undefined, { word: 'secret' })).toBeNull();
    expect(event(undefined, { type: 'field.change', value: 'secret' }, noSrc)).toEqual({
      type: 'field.change',
      value: { '~': 'string', length: 6 },
    });
  });

  it('is what was declared, down to the field, of every element', () => {
    const leaves = { context: { robots: { '*': { name: true, live: { battery: true } } } } } as const;
    expect(
      context(leaves, { robots: { A: { name: 'Porter', holder: 'Lin', live: { battery: 4, by: 'Lin' } } } }),
    ).toEqual({
      robots: {
        A: {
          name: 'Porter',
          holder: { '~': 'string', length: 3 },
          live: { battery: 4, by: { '~': 'string', length: 3 } },
        },
      },
    });
    expect(context({ context: { list: { '*': { id: true } } } }, { list: [{ id: 1, word: 'x' }] })).toEqual({
      list: [{ id: 1, word: { '~': 'string', length: 1 } }],
    });
  });

  it('of a failure is its code, field and numbers, whatever threw it', () => {
    const leaves = { context: { failure: 'failure' } } as const;
    const failure = { code: 40014, said: 'Lin did it', field: 'points.name', words: { holder: 'Lin', seconds: 5 } };
    expect(context(leaves, { failure })).toEqual({
      failure: {
        code: 40014,
        said: { '~': 'string', length: 10 },
        field: 'points.name',
        words: { holder: { '~': 'string', length: 3 }, seconds: 5 },
      },
    });
    const thrown = event(
      undefined,
      {
        type: 'xstate.error.actor.load',
        actorId: 'load',
        error: new ApiError('wrongPassword', {}, 'of lin@hotel.example'),
      },
      noSrc,
    );
    expect(thrown).toMatchObject({ error: { code: ERRORS.wrongPassword } });
    expect(JSON.stringify(thrown)).not.toContain('lin@');
    expect(
      JSON.stringify(
        event(
          undefined,
          { type: 'xstate.error.actor.load', actorId: 'load', error: new TypeError('/home/lin') },
          noSrc,
        ),
      ),
    ).not.toContain('lin');
  });

  it('of a promise is what its machine declared for that promise', () => {
    const leaves = { outputs: { enter: { userId: true } } } as const;
    const answered = event(
      leaves,
      { type: 'xstate.done.actor.0.session', actorId: '0.session', output: { userId: 'u1', accessToken: 'token-1' } },
      () => 'enter',
    );
    expect(answered).toEqual({
      type: 'xstate.done.actor.0.session',
      actorId: '0.session',
      output: { userId: 'u1', accessToken: { '~': 'string', length: 7 } },
    });
    expect(event(leaves, { type: 'xstate.done.actor.x', actorId: 'x', output: 'secret' }, () => 'other')).toMatchObject(
      { output: { '~': 'string', length: 6 } },
    );
  });

  it('of an address is what can be chosen, not what can be typed', () => {
    const of = (path: string, search: string) =>
      context({ context: { path: 'path', search: 'query' } }, { path, search });
    expect(of('/home/robot-data', '?serialNumber=W1-2308-0417&q=Lin+Wei&token=abc')).toEqual({
      path: '/home/robot-data',
      search: `?${new URLSearchParams({ serialNumber: 'W1-2308-0417', q: WITHHELD_MARK.repeat(7), token: WITHHELD_MARK.repeat(3) }).toString()}`,
    });
    expect(of('/reset/9f86d081884c7d659a2feaa0c55ad015/13800000001/Lin', '')).toMatchObject({
      path: `/${WITHHELD_MARK}/${WITHHELD_MARK}/${WITHHELD_MARK}/${WITHHELD_MARK}`,
    });
    expect(of('/login', '?redirect=%2Fhome%3Fq%3DLin')).toMatchObject({
      search: expect.not.stringContaining('Lin') as string,
    });
    expect(
      context({ context: { query: 'query' } }, { query: { view: 'table', q: 'Lin', robot: 'lin@hotel.example' } }),
    ).toEqual({
      query: { view: 'table', q: WITHHELD_MARK.repeat(3), robot: WITHHELD_MARK.repeat(17) },
    });
    expect(context({ context: { to: 'path' } }, { to: '/home?q=Lin' })).toMatchObject({
      to: expect.not.stringContaining('Lin') as string,
    });
  });
});

describe('what is drawn in its place', () => {
  it('is of its type and length', () => {
    const values = ['secret', 7, true, ['a'], { x: 1 }, null] as const;
    expect(values.map((value) => restored(withhold(value)))).toEqual([WITHHELD_MARK.repeat(6), 0, false, [], {}, null]);
    expect(restored({ a: [{ b: withhold('xy') }] })).toEqual({ a: [{ b: WITHHELD_MARK.repeat(2) }] });
  });

  it.each([
    { '~': 'string', length: -1 },
    { '~': 'string', length: 1e12 },
    { '~': 'string', length: 'x' },
    { '~': 'constructor' },
    { '~': '__proto__', length: 2 },
  ] as unknown as Json[])('is harmless for %j from a foreign file', (value) => {
    expect(JSON.stringify(restored(value)).length).toBeLessThan(80);
  });
});
