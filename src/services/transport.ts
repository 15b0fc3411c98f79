/**
 * The signed POST (spec 7, design 3). Each call has one id: retries after a network failure or with a corrected clock
 * keep the id and get a new signature, so that the server executes a write once.
 *
 * Rejects with BaseApiError: the server's code, `networkFailed` or `requestTimedOut`; with the reason of `signal` if
 * cancelled.
 */
import type { Language } from '../../contract/entities/constants.ts';
import { LANGUAGE_HEADER } from '../../contract/entities/constants.ts';
import { REQUEST_TIMEOUT_MS } from '../../contract/rules/limits.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import { API_BASE, type Reply, SYSTEM_TYPE } from '../../contract/wire/envelope.ts';
import { type ErrorDetail, BASE_ERRORS, BaseApiError, SESSION_OVER } from '../../contract/wire/baseApiError.ts';
import { consoleLines, PUBLIC_KEY, type Signed } from '../../contract/wire/signature.ts';
import type { Clock } from './clock.ts';
import type { Hmac } from './hmac.ts';

/**
 * From this request size, the duration mostly measures the upload and is not reported as the server's response time.
 */
const BULK_CHARACTERS = 256 << 10;
/** Pauses before the second, third … attempt after a network failure, ms. */
export const RETRY_PAUSES_MS = [300, 1_000, 3_000] as const;

export interface TransportParts {
  /** '' for the page's origin. */
  host: string;
  clock: Clock;
  token(): string | null;
  language(): Language;
  newId(): string;
  fetch: typeof fetch;
  hmac: Hmac;
  /** Body fields besides id and data; by default the first signature. */
  sign?(signed: Signed, key: string | null, hmac: Hmac): Promise<object>;
  /** Monotonic ms, for measuring. */
  ticks(): number;
  /** Notifications for the watchdog and the session. */
  news: {
    answered(ms: number): void;
    lost(): void;
    /** The session of `token` has ended (1006, 11007). */
    sessionOver(code: number, token: string): void;
  };
}
export interface SendOptions {
  signal?: AbortSignal;
  /** The response is a file: returned unchanged, as a File with the server's name. */
  binary?: boolean;
  /** Id of an earlier request without a response, so that the server executes it once. */
  id?: string;
  /** No retry after a network failure, because the caller needs the result now. */
  once?: boolean;
  /** ms; REQUEST_TIMEOUT_MS by default. */
  timeout?: number;
  /** Signs instead of the token, which is then not sent; the key itself is never sent. */
  key?: string;
  /** Another implementation for this call (leaving.ts). */
  hmac?: Hmac;
  /** The request outlives its page; its body is limited to 64 KiB. */
  keepalive?: boolean;
}
export type Transport = (path: string, data: unknown, options?: SendOptions) => Promise<unknown>;

/** The request did not reach the server, or its response was lost; it can be retried. */
class NetworkError extends Error {}

const signByConsole = async (signed: Signed, key: string | null, hmac: Hmac): Promise<object> => ({
  extra: await hmac(key || PUBLIC_KEY, consoleLines(signed)),
});

export function createTransport({
  host,
  clock,
  token,
  language,
  newId,
  fetch: send,
  hmac,
  sign = signByConsole,
  ticks,
  news,
}: TransportParts): Transport {
  const post = async (
    id: string,
    path: string,
    data: unknown,
    { binary = false, key: ownKey, hmac: ownHmac = hmac, keepalive = false }: SendOptions,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const time = String(Math.round(clock.now()));
    const key = ownKey === undefined ? token() : null;
    const signature = await sign({ id, time, path, canonical: canonical(data) }, ownKey ?? key, ownHmac).catch(
      // Its code may have to be loaded first.
      (error: unknown) => Promise.reject(new NetworkError(messageOf(error))),
    );
    const body = JSON.stringify({ id, data, ...signature });
    const started = ticks();
    const response = await send(`${host}${API_BASE}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        language: LANGUAGE_HEADER[language()],
        'system-type': SYSTEM_TYPE,
        time,
        ...(key ? { authorization: key } : {}),
      },
      body,
      signal,
      ...(keepalive ? { keepalive } : {}),
    }).catch((error: unknown) => Promise.reject(signal.aborted ? error : new NetworkError(messageOf(error))));
    const answered = (): void => news.answered(body.length < BULK_CHARACTERS ? ticks() - started : 0);
    const fileName = binary && response.ok ? fileNameOf(response) : null;
    if (fileName !== null) {
      answered();
      return readFile(response, fileName, signal);
    }
    const reply = await readReply(response, signal);
    answered();
    if (reply.code === 0) return reply.data;
    if (SESSION_OVER.has(reply.code)) news.sessionOver(reply.code, key ?? '');
    throw new BaseApiError(reply.code, detailOf(reply.data), reply.message);
  };

  return async (path, data, options = {}) => {
    const id = options.id ?? newId();
    const limit = withLimit(options.signal, options.timeout ?? REQUEST_TIMEOUT_MS);
    let isClockMended = false;
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await post(id, path, data, options, limit.signal);
        } catch (error) {
          const serverTime = staleBy(error);
          if (serverTime !== null && !isClockMended) {
            clock.observe(serverTime);
            isClockMended = true;
            continue;
          }
          const pause = RETRY_PAUSES_MS[tries];
          if (!isPassing(error)) throw error;
          if (error instanceof NetworkError) news.lost();
          if (options.once || pause === undefined) throw error;
          await waited(pause, limit.signal);
        }
      }
    } catch (error) {
      if (limit.isOver()) throw new BaseApiError('requestTimedOut');
      throw error instanceof NetworkError ? new BaseApiError('networkFailed', {}, error.message) : error;
    } finally {
      limit.end();
    }
  };
}

const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof BaseApiError && error.code === BASE_ERRORS.busyStarting);

/** The server's time, if it rejected a call because the timestamp was too far off. */
const staleBy = (error: unknown): number | null =>
  error instanceof BaseApiError && error.code === BASE_ERRORS.timeStale ? (error.detail.serverTime ?? null) : null;

/** Name of a file response in the server's format; null for replies and a proxy's page. */
function fileNameOf(response: Response): string | null {
  const [, name] =
    /^attachment; filename\*=UTF-8''(\S+)$/u.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

/** @throws Unreached for an incomplete file */
async function readFile(response: Response, name: string, signal: AbortSignal): Promise<File> {
  const blob = await response
    .blob()
    .catch((error: unknown) => Promise.reject(signal.aborted ? error : new NetworkError(messageOf(error))));
  return new File([blob], name, { type: blob.type });
}

/** @throws Unreached if the response is not from Roundhouse (a proxy's page) or is incomplete */
async function readReply(response: Response, signal: AbortSignal): Promise<Reply> {
  const reply: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new NetworkError(`HTTP ${response.status}`);
  });
  if (typeof reply !== 'object' || reply === null || !('code' in reply) || typeof reply.code !== 'number')
    throw new NetworkError(`HTTP ${response.status}`);
  return {
    code: reply.code,
    message: 'message' in reply && typeof reply.message === 'string' ? reply.message : '',
    data: 'data' in reply ? reply.data : null,
  };
}

const detailOf = (data: unknown): ErrorDetail =>
  typeof data === 'object' && data !== null ? (data as ErrorDetail) : {};
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Aborts with the caller's signal or after `ms`. AbortSignal.any is too new for some browsers. */
function withLimit(own: AbortSignal | undefined, ms: number) {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort();
  }, ms);
  const cancel = (): void => controller.abort(own?.reason);
  own?.addEventListener('abort', cancel);
  if (own?.aborted) cancel();
  return {
    signal: controller.signal,
    isOver: () => over,
    end: () => {
      clearTimeout(timer);
      own?.removeEventListener('abort', cancel);
    },
  };
}

const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
