/**
 * The one path with a parameter: the path called, and the rest of the body. Which URLs match it:
 * server/http/apiRoutes.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { fillPathParameter, parameterOf } from '../../../contract/wire/pathParameter.ts';

describe('a path with a parameter', () => {
  it('is called with the value in it, which the body has no more', () => {
    expect(fillPathParameter('/srobot/{hash}', { hash: 'ab', dateTime: 1 })).toEqual({
      path: '/srobot/ab',
      data: { dateTime: 1 },
    });
    expect(fillPathParameter('/srobot/{hash}', { hash: '$&/x' })).toEqual({ path: '/srobot/%24%26%2Fx', data: {} });
    expect(fillPathParameter('/home', { hash: 'ab' })).toEqual({ path: '/home', data: { hash: 'ab' } });
    expect(fillPathParameter('/srobot/{hash}', 'text')).toEqual({ path: '/srobot/{hash}', data: 'text' });
  });
  it('is the exception, and the field it names is one that the call takes', () => {
    const all = Object.values(catalogue).flatMap((area) => Object.values(area) as { path: string; request: object }[]);
    const withOne = all.filter(({ path }) => parameterOf(path) !== null);
    expect(withOne.map(({ path }) => path)).toEqual(['/srobot/{hash}']);
    expect(
      withOne.every(
        ({ path, request }) => 'entries' in request && (parameterOf(path) ?? '') in (request.entries as object),
      ),
    ).toBe(true);
  });
});
