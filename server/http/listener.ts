/**
 * The server's single port: http, or https together with plain http that only redirects, distinguished by the first
 * byte of a connection. It listens before the rest of the server is ready; the request handler is set later.
 */
import { X509Certificate } from 'node:crypto';
import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer as createNet, isIPv6, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';
import type { Settings } from '../settings.ts';
import type { Tls } from '../tls.ts';
import { defaultConnectionLimits, limitConnections } from './connectionLimits.ts';
import { respondWhileStarting } from './startupResponder.ts';
import { PLAIN_PAGE_HEADERS, TRUST_PAGE } from './plainPage.ts';

/** A TLS connection begins with a handshake record. */
const TLS_HANDSHAKE = 0x16;
/** A connection that sends nothing for this long is closed, ms. */
const FIRST_BYTE_MS = 30_000;
/** A call can take 300 s (spec 7). The keep-alive below outlasts the idle timeout of most proxies, ms. */
const REQUEST_MS = 330_000;
/** Timeout for the request headers, ms. */
const HEAD_MS = 15_000;
/** Interval of the timeout check, ms. */
const CHECK_MS = 5_000;
/** A response that the client does not read is aborted after this, ms. */
const ANSWER_IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;

export type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Listener {
  /** The server that receives the requests. */
  server: HttpServer | HttpsServer;
  /** With the actual port, without a trailing slash. */
  url: string;
  port: number;
  setHandler(handler: RequestListener, onUpgrade: OnUpgrade): void;
  /** Uses a renewed certificate for new connections. */
  renew(tls: Tls): void;
  /**
   * Stops accepting connections; requests that still arrive get the start-up response. Running requests go on. Resolves
   * when all connections are closed.
   */
  refuse(): Promise<void>;
  /** Closes the remaining connections: idle ones at once, busy ones after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** @param settings `publicUrl` is a further name at which browsers reach this server */
export async function startListening(
  {
    host,
    port,
    publicUrl,
    trustProxy = [],
  }: Pick<Settings, 'host' | 'port' | 'publicUrl'> & Partial<Pick<Settings, 'trustProxy'>>,
  tls: Tls | undefined,
  limits = defaultConnectionLimits(),
): Promise<Listener> {
  let handler: RequestListener = respondWhileStarting;
  let onUpgrade: OnUpgrade = (_request, socket) => void socket.destroy();
  const answer: RequestListener = (request, response) => {
    endIdleUpload(request, response);
    response.once('prefinish', () => void request.socket.setTimeout(ANSWER_IDLE_MS));
    handler(request, response);
  };

  const patience = { connectionsCheckingInterval: CHECK_MS, headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS };
  const server = tls
    ? createHttps({ ...patience, key: tls.key, cert: tls.cert }, answer)
    : createHttp(patience, answer);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    onUpgrade(request, socket, head);
  });
  const sockets = new Set<Socket>();
  let names = namesOf(tls, publicUrl);
  const front: NetServer = tls
    ? sortConnections(
        server,
        createHttp(
          patience,
          redirectTo(tls, () => names),
        ),
      )
    : server;
  limitConnections(front, limits, trustProxy);
  front.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject);
    front.listen({ port, host: host.replace(/^\[|\]$/gu, '') }, () => {
      front.off('error', reject);
      resolve();
    });
  });

  let closed: Promise<void> | undefined;
  const refuse = (): Promise<void> => {
    handler = respondWhileStarting;
    onUpgrade = (_request, socket) => void socket.destroy();
    return (closed ??= new Promise((resolve) => front.close(() => resolve())));
  };

  const taken = (front.address() as AddressInfo).port; // listening on TCP, so the address is not a pipe name
  return {
    server,
    port: taken,
    url: `${tls ? 'https' : 'http'}://${nameOf(host)}:${taken}`,
    setHandler(nextHandler, nextUpgrade) {
      handler = nextHandler;
      onUpgrade = nextUpgrade;
    },
    renew(renewed) {
      const { key, cert } = renewed;
      names = namesOf(renewed, publicUrl);
      if ('setSecureContext' in server) server.setSecureContext({ key, cert });
    },
    refuse,
    async close(graceMs) {
      const ended = refuse();
      server.closeIdleConnections();
      const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
      await ended;
      clearTimeout(cut);
    },
  };
}

/** As typed into a browser on this machine. */
function nameOf(host: string): string {
  const bare = host.replace(/^\[|\]$/gu, '');
  if (bare === '0.0.0.0' || bare === '::' || bare === '127.0.0.1' || bare === '::1') return 'localhost';
  return bare.includes(':') ? `[${bare}]` : bare;
}

function sortConnections(secure: HttpServer | HttpsServer, plain: HttpServer): NetServer {
  return createNet((socket) => {
    socket.setTimeout(FIRST_BYTE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    const look = () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) return void (socket.readableEnded || socket.once('readable', look));
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket);
    };
    socket.once('readable', look);
  });
}

/**
 * The authority's certificate is served over plain http too, so that a device that does not trust it yet can get it
 * without a warning.
 */
const redirectTo =
  ({ caPem }: Tls, names: () => ReadonlySet<string>): RequestListener =>
  (request, response) => {
    const path = request.url ?? '/';
    request.resume();
    if (caPem && (path === '/trust' || path === '/ca.pem')) {
      response.writeHead(200, path === '/trust' ? PLAIN_PAGE_HEADERS : CA_HEADERS);
      return response.end(path === '/trust' ? TRUST_PAGE : caPem);
    }
    const host = knownHost(request.headers.host ?? '', names());
    response.writeHead(
      host ? 307 : 400,
      host ? { location: `https://${host}${path}`, 'cache-control': 'no-store' } : {},
    );
    return response.end();
  };

/** Sets the idle timeout of an upload. Node closes the socket when it expires. */
function endIdleUpload(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return;
  request.socket.setTimeout(UPLOAD_IDLE_MS);
  // An unread body ends after its response: the keep-alive timeout applies then.
  request.once('end', () => void (response.writableFinished || request.socket.setTimeout(0)));
}

/** Names of this server: those of its certificate, which covers every address of this machine, and its public one. */
function namesOf(tls: Tls | undefined, publicUrl: string | undefined): ReadonlySet<string> {
  const certified = tls
    ? [...(new X509Certificate(tls.cert).subjectAltName ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/gu)].map(
        ([, name = '']) => name,
      )
    : [];
  return new Set([...certified, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])].map(plainName));
}

/** Normalises a name from a certificate or a header: IPv6 addresses in their shortest form, without brackets. */
function plainName(name: string): string {
  const bare = name.replace(/^\[|\]$/gu, '').toLowerCase();
  return isIPv6(bare) ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare;
}

/**
 * The host as sent, with its port; null for a name that is not this server's, so that no redirect leads to another
 * host.
 */
export function knownHost(header: string, names: ReadonlySet<string>): string | null {
  const name = /^(\[[\da-f:.]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/iu.exec(header)?.[1];
  if (name === undefined) return null;
  const plain = plainName(name);
  const isOurs =
    names.has(plain) ||
    [...names].some(
      (one) => one.startsWith('*.') && plain.endsWith(one.slice(1)) && !plain.slice(0, -one.length + 1).includes('.'),
    );
  return isOurs ? header : null;
}

export const CA_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/x-x509-ca-cert',
  'content-disposition': 'attachment; filename="roundhouse-ca.pem"',
  'cache-control': 'no-store',
};
