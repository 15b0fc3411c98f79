/** The routes of the API: one for each call, with its body limit, and a fallback for every other path under /apis. */
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as v from 'valibot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { API_BASE, type Reply } from '../../contract/wire/envelope.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { fillPathParameter, parameterOf } from '../../contract/wire/pathParameter.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Metrics } from '../metrics.ts';
import type { AddressedCall, Call } from './calls.ts';
import type { ApiHandler } from './apiHandler.ts';
import { acceptMultipart, readMultipart } from './multipart.ts';
import { respondWithoutBody } from './unreadBody.ts';
import { refusal } from './errorMapping.ts';
import { COMMON_HEADERS } from './headers.ts';

/** Replies from this size on are sent compressed, bytes. */
const COMPRESS_BYTES = 4_096;

export interface ApiNeeds extends Pick<CoreDeps, 'log'> {
  apiHandler: ApiHandler;
  calls: readonly Call[];
  metrics: Pick<Metrics, 'countCall'>;
}

/**
 * The body parser here reads nothing, so Fastify does not enforce `bodyLimit`. The API handler reads the body once it
 * has identified the caller, and enforces the limit of the call then.
 */
export async function addApi(app: FastifyInstance, needs: ApiNeeds): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const call of needs.calls) {
    const { path } = call.endpoint;
    const field = parameterOf(path);
    const fits = field === null ? undefined : fieldSchema(call.endpoint, field);
    const route = field === null ? path : path.replace(`{${field}}`, `:${field}`);
    const add = (scope: FastifyInstance): unknown =>
      scope.post<{ Params: Record<string, string> }>(
        `${API_BASE}${route}`,
        { bodyLimit: call.bodyLimit },
        (request, reply) => {
          // A path with an invalid parameter value is an unknown path.
          const isFitting = !fits || v.is(fits, request.params[field ?? '']);
          // The router matches the decoded path, but the path as sent is signed. Only the exact path belongs to the call.
          const isExact = pathOf(request) === `${API_BASE}${fillPathParameter(path, request.params).path}`;
          return answer(request, reply, isFitting && isExact ? { ...call, inPath: request.params } : undefined, needs);
        },
      );
    if (call.endpoint.multipart)
      await app.register(async (scope) => {
        await acceptMultipart(scope);
        add(scope);
      });
    else add(app);
  }
  app.all(`${API_BASE}/*`, (request, reply) =>
    request.method === 'POST'
      ? answer(request, reply, undefined, needs)
      : sendReply(request, reply, refusal(new ApiError('illegalRequest'))),
  );
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

function fieldSchema({ path, request }: Endpoint, field: string): v.GenericSchema {
  const schema = 'entries' in request ? (request.entries as v.ObjectEntries)[field] : undefined; // only object schemas have entries
  if (!schema || schema.async) throw new Error(`${path} has no request field ${field}`);
  return schema;
}

/** @param addressedCall undefined for an unknown path */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  addressedCall: AddressedCall | undefined,
  { apiHandler, log, metrics }: ApiNeeds,
): Promise<FastifyReply> {
  const began = performance.now();
  const multipart = addressedCall?.endpoint.multipart && request.isMultipart() ? await readMultipart(request) : null;
  const {
    reply: content,
    file,
    userId,
    call,
  } = await apiHandler.answer({
    call: addressedCall,
    path: pathOf(request).slice(API_BASE.length),
    headers: multipart ? { ...request.headers, 'content-length': String(multipart.body.length) } : request.headers,
    address: request.ip,
    body: multipart ? Readable.from([multipart.body]) : request.raw,
    upload: multipart?.upload,
  });
  const ms = performance.now() - began;
  metrics.countCall(call, content.code, ms / 1000);
  log.info({ path: call, code: content.code, ms: Math.round(ms * 10) / 10, userId, address: request.ip }, 'call');
  if (!request.raw.readableEnded) {
    request.raw.unpipe();
    reply.hijack();
    respondWithoutBody(request.raw, reply.raw, {
      headers: REPLY_HEADERS,
      text: JSON.stringify(content),
      known: userId !== '',
    });
    return reply;
  }
  if (!file) return sendReply(request, reply, content);
  const name = encodeURIComponent(file.fileName);
  return reply
    .headers({
      ...COMMON_HEADERS,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    })
    .type(file.contentType)
    .send(file.bytes instanceof Uint8Array ? Buffer.from(file.bytes) : Readable.from(file.bytes));
}

const REPLY_HEADERS = {
  ...COMMON_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

export async function sendReply(request: FastifyRequest, reply: FastifyReply, content: Reply): Promise<FastifyReply> {
  const text = JSON.stringify(content);
  void reply.code(200).headers(REPLY_HEADERS);
  if (text.length < COMPRESS_BYTES || !/\bgzip\b/u.test(request.headers['accept-encoding'] ?? ''))
    return reply.send(text);
  return reply
    .headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    .send(await promisify(gzip)(text, { level: 4 }));
}
