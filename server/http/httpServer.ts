/** The http server: API, health checks, metrics, the certificate to trust, and the console. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { API_BASE } from '../../contract/wire/envelope.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { addBrokerAuth } from '../broker/authEndpoints.ts';
import { pingDatabase } from '../db/database.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Metrics } from '../metrics.ts';
import { createCallLimits } from '../security/callLimits.ts';
import { isLoopback } from '../settings.ts';
import { addApi, sendReply, type ApiNeeds } from './apiRoutes.ts';
import { refusal } from './errorMapping.ts';
import type { NotifyAlarm } from '../features/alarmNotices.ts';
import type { FileNeeds } from '../features/files.ts';
import { addFileReads } from './fileReads.ts';
import { addGatewayReports } from './gatewayReports.ts';
import { addFiles } from './files.ts';
import { connectionsOf, COMMON_HEADERS } from './headers.ts';
import { CA_HEADERS, type Listener } from './listener.ts';
import { PLAIN_PAGE_HEADERS, TRUST_PAGE } from './plainPage.ts';
import { addUploads } from './uploads.ts';
import { addWeb } from './web.ts';

/** Body limit of the broker's authentication requests, bytes. */
const FORM_BYTES = 64 << 10;

export interface HttpServerDeps extends AppDeps, ApiNeeds {
  metrics: Metrics;
  listener: Listener;
  files: FileNeeds;
  notifyAlarm: NotifyAlarm;
  /** Certificate of the local authority, if the server certificate was generated. */
  caPem: string | undefined;
  webFolder: string;
}

export async function createHttpServer(needs: HttpServerDeps): Promise<FastifyInstance> {
  const { settings, listener } = needs;
  const app = Fastify({
    logger: false,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    return503OnClosing: false,
    serverFactory: (handler) => {
      listener.setHandler(handler, (request, socket, head) => {
        const path = (request.url ?? '').split('?')[0];
        if (path === '/mqtt' && needs.broker.handleUpgrade) needs.broker.handleUpgrade(request, socket, head);
        else socket.destroy();
      });
      return listener.server;
    },
    // Malformed URL, for example `/apis/%zz`.
    frameworkErrors: (_error, request, reply) =>
      void (request.url.startsWith(`${API_BASE}/`)
        ? sendReply(request, reply, refusal(new ApiError('unknownPath')))
        : sendText(reply, 400, 'bad request')),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error, request, reply) => {
    const { statusCode = 400 } = error as { statusCode?: number };
    if (statusCode >= 500)
      needs.log.error(
        { err: error, path: request.url.startsWith(`${API_BASE}/`) ? API_BASE : request.url.split('?')[0] },
        'a page could not be served',
      );
    return sendText(reply, statusCode, 'this request could not be processed');
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply, 404, 'not found'));

  await app.register((api) => addApi(api, needs));
  addHealth(app, needs);
  const limits = createCallLimits();
  addFiles(app, { files: needs.files.store, limits });
  addFileReads(app, { ...needs.files, sharedDb: needs.sharedDb, limits });
  await app.register((uploads) => addUploads(uploads, { ...needs.files, limits }));
  addBrokerAuth(app, needs);
  addGatewayReports(app, { ...needs, limits });
  if (needs.caPem !== undefined) {
    app.get('/ca.pem', (_request, reply) => reply.headers({ ...COMMON_HEADERS, ...CA_HEADERS }).send(needs.caPem));
    app.get('/trust', (_request, reply) => reply.headers(PLAIN_PAGE_HEADERS).send(TRUST_PAGE));
  }
  // HSTS only with a configured certificate: another server can use the names of a locally generated one next.
  await addWeb(app, {
    folder: needs.webFolder,
    strictTransport: settings.tls !== undefined,
    connectTo: connectionsOf(settings),
  });
  return app;
}

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .headers({ ...COMMON_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(text);

/** How long the result of a readiness check is reused, ms. */
const READY_MS = 1_000;
/** A database that takes longer, or refuses connections, counts as unavailable, ms. */
const READY_WITHIN_MS = 2_000;

function addHealth(app: FastifyInstance, { db, broker, metrics }: HttpServerDeps): void {
  let asked: Promise<'ok' | 'away'> | undefined;
  /** The endpoint is public, so concurrent requests share one database ping. */
  const databaseNow = (): Promise<'ok' | 'away'> => {
    if (!asked) {
      asked = withTimeout(pingDatabase(db), READY_WITHIN_MS, () => new ApiError('databaseAway')).then(
        () => 'ok' as const,
        () => 'away' as const,
      );
      void asked.then(() => setTimeout(() => (asked = undefined), READY_MS).unref());
    }
    return asked;
  };

  app.get('/healthz', (_request, reply) =>
    reply.headers({ ...COMMON_HEADERS, 'cache-control': 'no-store' }).send({ state: 'alive' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const state = { database: await databaseNow(), broker: broker.isUp() ? 'ok' : 'away' };
    const isReady = state.database === 'ok' && state.broker === 'ok';
    return reply
      .code(isReady ? 200 : 503)
      .headers({ ...COMMON_HEADERS, 'cache-control': 'no-store' })
      .send(state);
  });
  app.get('/metrics', async (request, reply) =>
    isFromHere(request)
      ? reply
          .headers(COMMON_HEADERS)
          .type(metrics.contentType)
          .send(await metrics.read())
      : sendText(reply, 404, 'not found'),
  );
}

/** Whether the request comes from this machine itself, and not through a proxy on it. */
const isFromHere = (request: FastifyRequest): boolean =>
  isLoopback(request.ip) &&
  (request.ip !== request.socket.remoteAddress ||
    (request.headers['x-forwarded-for'] === undefined && request.headers['forwarded'] === undefined));
