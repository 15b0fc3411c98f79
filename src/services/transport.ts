/**
 * The signed POST (spec 7, design 3). One call, one id: whatever is sent again, after a network failure or with a
 * corrected clock, bears the same id and a new signature, so that the server does a write once however often it hears of it.
 *
 * Rejects with BaseApiError: the server's code, or `networkFailed`, `requestTimedOut`; with the reason of `signal` when cancelled.
 */
import type { Language } from '../../contract/entities/constants.ts';
import { LANGUAGE_HEADER } from '../../contract/entities/constants.ts';
import { REQUEST_TIMEOUT_MS } from '../../contract/rules/limits.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import { API_BASE, type Reply, SYSTEM_TYPE } from '../../contract/wire/envelope.ts';
import { type ErrorDetail, FIRST_ERRORS, BaseApiError, SESSION_OVER } from '../../contract/wire/baseApiError.ts';
import { consoleSignature, type Signed } from '../../contract/wire/signature.ts';
import type { Clock } from './clock.ts';

/** From this size of a request on, the time that its call takes is that of the sending: no word about the cloud. */
const BULK_CHARACTERS = 256 << 10;
/** Pauses before the second, third … try after a network failure. */
export const RETRY_PAUSES_MS = [300, 1_000, 3_000] as const;

export interface TransportParts {
  /** '' for the page's own origin. */
  host: string;
  clock: Clock;
  token(): string | null;
  language(): Language;
  newId(): string;
  fetch: typeof fetch;
  /** What the body bears beside id and data: the first signature where nothing else is said. */
  sign?(signed: Signed, key: string | null): object;
  /** Milliseconds that only rise, for measuring. */
  ticks(): number;
  /** What the watchdog and the session want to know. */
  news: {
    answered(ms: number): void;
    lost(): void;
    /** The code says that the session of `token` is over (1006, 11007). */
    sessionOver(code: number, token: string): void;
  };
}
export interface SendOptions {
  signal?: AbortSignal;
  /** The answer is a file: passed untouched, as a File with the server's name for it. */
  binary?: boolean;
  /** Of a request that was sent before and got no answer: it is the same one, and done once. */
  id?: string;
  /** No second try after a network failure: who asks wants to know now. */
  once?: boolean;
  /** ms; REQUEST_TIMEOUT_MS when absent. */
  timeout?: number;
  /** Keys the signature in place of the token, which then stays here; goes nowhere itself. */
  key?: string;
}
export type Transport = (path: string, data: unknown, options?: SendOptions) => Promise<unknown>;

/** A try that never reached the server, or whose answer never came: the next one may. */
class Unreached extends Error {}

const signByConsole = (signed: Signed, key: string | null): object => ({ extra: consoleSignature(signed, key) });

export function createTransport({
  host,
  clock,
  token,
  language,
  newId,
  fetch: send,
  sign = signByConsole,
  ticks,
  news,
}: TransportParts): Transport {
  const post = async (
    id: string,
    path: string,
    data: unknown,
    { binary = false, key: ownKey }: SendOptions,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const time = String(Math.round(clock.now()));
    const key = ownKey === undefined ? token() : null;
    const body = JSON.stringify({ id, data, ...sign({ id, time, path, canonical: canonical(data) }, ownKey ?? key) });
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
    }).catch((error: unknown) => Promise.reject(signal.aborted ? error : new Unreached(messageOf(error))));
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
          if (error instanceof Unreached) news.lost();
          if (options.once || pause === undefined) throw error;
          await waited(pause, limit.signal);
        }
      }
    } catch (error) {
      if (limit.isOver()) throw new BaseApiError('requestTimedOut');
      throw error instanceof Unreached ? new BaseApiError('networkFailed', {}, error.message) : error;
    } finally {
      limit.end();
    }
  };
}

const isPassing = (error: unknown): boolean =>
  error instanceof Unreached || (error instanceof BaseApiError && error.code === FIRST_ERRORS.busyStarting);

/** The server's time, when it refused a call because ours was too far off. */
const staleBy = (error: unknown): number | null =>
  error instanceof BaseApiError && error.code === FIRST_ERRORS.timeStale ? (error.detail.serverTime ?? null) : null;

/** A file names itself, as the server writes it; a reply and a proxy's page do not. */
function fileNameOf(response: Response): string | null {
  const [, name] =
    /^attachment; filename\*=UTF-8''(\S+)$/u.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

/** @throws Unreached for half a file */
async function readFile(response: Response, name: string, signal: AbortSignal): Promise<File> {
  const blob = await response
    .blob()
    .catch((error: unknown) => Promise.reject(signal.aborted ? error : new Unreached(messageOf(error))));
  return new File([blob], name, { type: blob.type });
}

/** @throws Unreached for what no Roundhouse said: a proxy's page, half an answer */
async function readReply(response: Response, signal: AbortSignal): Promise<Reply> {
  const reply: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Unreached(`HTTP ${response.status}`);
  });
  if (typeof reply !== 'object' || reply === null || !('code' in reply) || typeof reply.code !== 'number')
    throw new Unreached(`HTTP ${response.status}`);
  return {
    code: reply.code,
    message: 'message' in reply && typeof reply.message === 'string' ? reply.message : '',
    data: 'data' in reply ? reply.data : null,
  };
}

const detailOf = (data: unknown): ErrorDetail =>
  typeof data === 'object' && data !== null ? (data as ErrorDetail) : {};
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A signal that fires with the caller's own or after `ms`, whichever is first. AbortSignal.any is too new for some browsers. */
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
