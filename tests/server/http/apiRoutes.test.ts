/** The routes of the API: one per call with its body limit; every other path under /apis is unknown. */
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { BODY_LIMIT_BYTES } from '../../../contract/rules/limits.ts';
import { API_BASE } from '../../../contract/wire/envelope.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { addApi } from '../../../server/http/apiRoutes.ts';
import type { ApiRequest } from '../../../server/http/authenticate.ts';
import { createCall } from '../../../server/http/calls.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const endpoints: Endpoint[] = Object.values(catalogue).flatMap((area) => Object.values(area));
const routes: RouteOptions[] = [];
const seen: ApiRequest[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.addHook('onRoute', (route) => void routes.push(route));
  await addApi(app, {
    calls: endpoints.map((endpoint) => createCall(endpoint, () => Promise.resolve(null))),
    apiHandler: {
      answer: (request) => {
        seen.push(request);
        return Promise.resolve({ reply: { code: 0, message: 'ok', data: null }, userId: '', call: '' });
      },
      idle: () => Promise.resolve(),
    },
    metrics: { countCall: () => undefined },
    log: { info: () => undefined } as unknown as Parameters<typeof addApi>[1]['log'],
  });
  await app.ready();
});
afterAll(() => app.close());
beforeEach(() => void seen.splice(0));

it('there is one for every call, with the body limit that it declares', () => {
  const declared = endpoints.map(({ path, bodyLimit }) => [
    `${API_BASE}${path.replace(/\{(\w+)\}/u, ':$1')}`,
    bodyLimit ?? BODY_LIMIT_BYTES,
  ]);
  const found = routes
    .filter(({ method, url }) => method === 'POST' && !url.endsWith('*'))
    .map(({ url, bodyLimit }) => [url, bodyLimit]);
  expect(found).toEqual(declared);
});

const KEY = '0123456789abcdef'.repeat(3);
const PATHS: [string, string | undefined, Record<string, string>?][] = [
  ['/auth/login', '/auth/login'],
  ['/auth/login?x=1', '/auth/login'],
  ['/srobot/get-cruise-record-list', '/srobot/get-cruise-record-list'],
  [`/srobot/${KEY}`, '/srobot/{hash}', { hash: KEY }],
  [`/srobot/${KEY}?x=1`, '/srobot/{hash}', { hash: KEY }],
  ['/auth/login/', undefined],
  ['//auth/login', undefined],
  ['/AUTH/login', undefined],
  ['/auth/%6cogin', undefined],
  ['/auth%2Flogin', undefined],
  ['/auth/login;x', undefined],
  ['/auth', undefined],
  ['/', undefined],
  ['/srobot/', undefined],
  ['/srobot/no-such-call', undefined],
  ['/srobot/%7Bhash%7D', undefined],
  [`/srobot/${KEY}0`, undefined],
  [`/srobot/${KEY}/`, undefined],
  [`/srobot/${KEY}/x`, undefined],
  [`/srobot/%30${KEY.slice(1)}`, undefined],
  [`/srobot/${'a'.repeat(200)}`, undefined],
  [`/wrobot/${KEY}`, undefined],
  ['/__proto__', undefined],
];
it.each(PATHS)('%s is the call %s', async (path, call, inPath = {}) => {
  const { statusCode } = await app.inject({ method: 'POST', url: `${API_BASE}${path}` });
  expect(statusCode).toBe(200);
  expect(seen.map((one) => [one.path, one.call?.endpoint.path, one.call && { ...one.call.inPath }])).toEqual([
    [path.split('?')[0], call, call && inPath],
  ]);
});

it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s is no way to call', async (method) => {
  for (const path of ['/auth/login', '/no/such/path', `/srobot/${KEY}`]) {
    const { statusCode, body } = await app.inject({ method, url: `${API_BASE}${path}` });
    expect(statusCode).toBe(200);
    if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ code: ERRORS.illegalRequest });
  }
  expect(seen).toEqual([]);
});

it("without the demo its calls' paths are unknown", async () => {
  const test: TestServer = await startTestServer({ environment: { ROUNDHOUSE_DEMO: 'off' } });
  try {
    for (const { path } of endpoints.filter(({ demoOnly }) => demoOnly)) {
      expect((await test.call(path, {})).code).toBe(ERRORS.unknownPath);
      const { body } = await test.server.inject({ method: 'GET', url: `${API_BASE}${path}` });
      expect(JSON.parse(body)).toMatchObject({ code: ERRORS.illegalRequest });
    }
  } finally {
    await test.close();
  }
});
