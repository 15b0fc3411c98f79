import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { endpoint, publicAccess } from '../../contract/endpoint.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { createClient } from '../../src/services/api.ts';
import type { SendOptions } from '../../src/services/transport.ts';

const area = {
  list: endpoint('/robot/list', {
    summary: '',
    access: publicAccess,
    kind: 'read',
    request: v.object({ view: v.optional(v.string(), 'all') }),
    response: v.array(v.object({ id: v.string() })),
  }),
  file: endpoint('/robot/file', {
    summary: '',
    access: publicAccess,
    kind: 'read',
    binary: true,
    request: v.object({}),
    response: v.file(),
  }),
};

function client(answer: unknown) {
  const sent: [string, unknown, SendOptions | undefined][] = [];
  return { sent, api: createClient(area, async (...call) => (sent.push(call as never), answer)) };
}

it('sends what the schema makes of the input, and answers what it makes of the reply', async () => {
  const { api, sent } = client([{ id: 'a', more: 1 }]);
  const { signal } = new AbortController();
  const answer = await api.list({}, { signal });
  expect(sent).toEqual([['/robot/list', { view: 'all' }, { signal }]]);
  expect(answer).toEqual([{ id: 'a' }]);
  expectTypeOf(answer).toEqualTypeOf<{ id: string }[]>();
});

it('rejects a reply of another shape as a data error, naming the call', async () => {
  const { api } = client([{ id: 7 }]);
  const error = await api.list({}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BaseApiError);
  expect(error).toMatchObject({ code: ERRORS.dataError, message: expect.stringContaining('/robot/list') as unknown });
});

it('passes a file untouched', async () => {
  const file = new File(['x'], 'x.txt');
  const { api, sent } = client(file);
  const answer = await api.file({});
  expect(answer).toBe(file);
  expectTypeOf(answer).toEqualTypeOf<File>();
  expect(sent[0]?.[2]).toEqual({ binary: true });
});
