import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../../contract/rules/limits.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { createClock } from '../../src/services/clock.ts';
import { LEAVING } from '../../src/services/leaving.ts';
import { portableHmac } from '../../src/services/portableHmac.ts';
import { createTransport, RETRY_PAUSES_MS } from '../../src/services/transport.ts';

const NOW = 1_700_000_000_000;
interface Sent {
  url: string;
  headers: Record<string, string>;
  keepalive: boolean | undefined;
  body: { id: string; data: unknown; extra: string };
}
const SLOW_MS = 2_000;
type Reply = { code: number; message?: string; data?: unknown } | Error | Response | 'never' | 'slow';
const file = (content: BodyInit): Response =>
  new Response(content, {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('2026-11-21-首页.csv')}`,
    },
  });

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

function start(replies: Reply[], token: string | null = 'token', hmac = portableHmac) {
  const sent: Sent[] = [];
  const news = { answered: vi.fn(), lost: vi.fn(), sessionOver: vi.fn() };
  let ids = 0;
  const clock = createClock();
  const send = createTransport({
    host: 'https://cloud.example',
    clock,
    token: () => token,
    language: () => 'enUS',
    newId: () => String((ids += 1)).padStart(32, '0'),
    ticks: () => Date.now(),
    hmac,
    news,
    fetch: async (url, init) => {
      sent.push({
        url: url as string,
        headers: init?.headers as Record<string, string>,
        keepalive: init?.keepalive,
        body: JSON.parse(init?.body as string) as Sent['body'],
      });
      const reply = replies.shift() ?? { code: 0, data: 'ok' };
      if (reply instanceof Error) throw reply;
      if (reply instanceof Response) return reply;
      if (reply === 'never')
        return new Promise<Response>((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
        );
      if (reply === 'slow')
        return new Promise((resolve) => setTimeout(() => resolve(Response.json({ code: 0 })), SLOW_MS));
      return Response.json({ message: '', data: null, ...reply });
    },
  });
  return { send, sent, news, clock };
}
const refused = async (call: Promise<unknown>): Promise<BaseApiError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BaseApiError);
  return error as BaseApiError;
};

describe('a call while the page closes', () => {
  it('is sent within the task in which it is made, and outlives the page', async () => {
    const { send, sent } = start([], 'token', () => new Promise(() => {}));
    void send('/control/release', {});
    void send('/control/release', {}, LEAVING);
    // Microtasks only: a closing page gets no further task.
    for (let n = 0; n < 100; n += 1) await Promise.resolve();
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([true]);
    expect(sent[0]?.body.extra).toMatch(/^[0-9a-f]{64}$/u);
  });
});

describe('one call', () => {
  it('goes to the path under /apis, signed with the token, headers as the spec has them', async () => {
    const { send, sent } = start([{ code: 0, data: { ok: 1 } }]);
    expect(await send('/auth/login', { b: ' x ', a: null, c: undefined })).toEqual({ ok: 1 });
    expect(sent).toHaveLength(1);
    const [{ url, headers, body }] = sent as [Sent];
    expect(url).toBe('https://cloud.example/apis/auth/login');
    expect(headers).toEqual({
      'content-type': 'application/json',
      language: 'en-us',
      'system-type': 'web',
      time: String(NOW),
      authorization: 'token',
    });
    const lines = [body.id, String(NOW), '/auth/login', '{"a":"","b":" x "}'].join('\n');
    expect(body.extra).toBe(createHmac('sha256', 'token').update(lines).digest('hex'));
    expect(body.id).toMatch(/^[0-9a-f]{32}$/u);
  });

  it('with a key of its own is signed with that, which goes nowhere, nor does the token; with a corrected clock once more', async () => {
    const { send, sent, news } = start([
      { code: ERRORS.timeStale, data: { serverTime: NOW + 400_000 } },
      { code: ERRORS.sessionInvalid },
    ]);
    await refused(send('/auth/login-by-qrcode', { qrcode: 'code' }, { key: 'a-key' }));
    expect(sent).toHaveLength(2);
    const last = sent[1] as Sent;
    expect(last.body.extra).toBe(
      createHmac('sha256', 'a-key')
        .update([last.body.id, last.headers['time'], '/auth/login-by-qrcode', '{"qrcode":"code"}'].join('\n'))
        .digest('hex'),
    );
    expect(JSON.stringify([sent, news.sessionOver.mock.calls])).not.toMatch(/a-key|token/u);
  });

  it('without a token is signed with the public key and sends no authorization', async () => {
    const { send, sent } = start([], null);
    await send('/x', {});
    const [{ headers, body }] = sent as [Sent];
    expect(headers).not.toHaveProperty('authorization');
    expect(body.extra).toBe(
      createHmac('sha256', 'roundhouse-public')
        .update([body.id, String(NOW), '/x', '{}'].join('\n'))
        .digest('hex'),
    );
  });

  it('rejects with the code, the detail and what the server said, and is not repeated', async () => {
    const { send, sent, news } = start([
      { code: ERRORS.fieldInvalid, message: 'bad', data: { field: 'email', words: { a: 1 } } },
    ]);
    const error = await refused(send('/x', {}));
    expect(error).toMatchObject({
      code: ERRORS.fieldInvalid,
      message: 'bad',
      detail: { field: 'email', words: { a: 1 } },
    });
    expect(sent).toHaveLength(1);
    expect(news.answered).toHaveBeenCalledTimes(1);
    expect(news.lost).not.toHaveBeenCalled();
  });

  it.each([ERRORS.sessionInvalid, ERRORS.loginExpired])(
    'tells once that %i ended the session of its token',
    async (code) => {
      const { send, news } = start([{ code }]);
      await refused(send('/x', {}));
      expect(news.sessionOver.mock.calls).toEqual([[code, 'token']]);
    },
  );

  it('passes a file untouched under the name it came with, and a refusal in its place as a refusal', async () => {
    const { send, news } = start([file('a,b'), { code: ERRORS.notAllowed }]);
    const answer = await send('/file', {}, { binary: true });
    expect(answer).toBeInstanceOf(File);
    expect(answer).toMatchObject({ name: '2026-11-21-首页.csv', type: 'application/gzip' });
    expect(await (answer as File).text()).toBe('a,b');
    expect(news.answered).toHaveBeenCalledTimes(1);
    expect((await refused(send('/file', {}, { binary: true }))).code).toBe(ERRORS.notAllowed);
  });

  it('asks again for a file that broke off, and for one in whose place a proxy sent a page', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    const page = new Response('<html>Please sign in</html>', { headers: { 'content-type': 'text/html' } });
    const { send, sent } = start([file(broken), page, file('whole')]);
    const call = send('/file', {}, { binary: true });
    await vi.runAllTimersAsync();
    expect(await ((await call) as File).text()).toBe('whole');
    expect(sent).toHaveLength(3);
  });

  it('blames the sending, not the cloud, for the time that a large request takes', async () => {
    const { send, news } = start(['slow', 'slow']);
    for (const data of [{}, { capsule: 'x'.repeat(300_000) }]) {
      const call = send('/x', data);
      await vi.advanceTimersByTimeAsync(SLOW_MS);
      await call;
    }
    expect(news.answered.mock.calls).toEqual([[SLOW_MS], [0]]);
  });
});

describe('after a network failure', () => {
  it('sends the same id again, signed anew, after growing pauses', async () => {
    const { send, sent, news } = start([
      new TypeError('Failed to fetch'),
      new TypeError('Failed to fetch'),
      { code: 0, data: 'late' },
    ]);
    const call = send('/x', { a: 1 });
    await vi.advanceTimersByTimeAsync(RETRY_PAUSES_MS[0] - 1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(RETRY_PAUSES_MS[1]);
    expect(await call).toBe('late');
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['time'])).size).toBe(3);
    expect(new Set(sent.map(({ body }) => body.extra)).size).toBe(3);
    expect(news.lost).toHaveBeenCalledTimes(2);
  });

  it('gives up after the last pause, with a code of its own', async () => {
    const { send, sent } = start(Array.from({ length: 9 }, () => new TypeError('down')));
    const call = refused(send('/x', {}));
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await call).code).toBe(ERRORS.networkFailed);
    expect(sent).toHaveLength(1 + RETRY_PAUSES_MS.length);
  });

  it('asks once only, when that is wanted', async () => {
    const { send, sent } = start([new TypeError('down')]);
    expect((await refused(send('/x', {}, { once: true }))).code).toBe(ERRORS.networkFailed);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a page of a proxy', () => new Response('<html>502</html>', { status: 502 })],
    ['half an answer', () => new Response('{"code":', { headers: { 'content-type': 'application/json' } })],
    ["somebody else's JSON", () => Response.json({ error: 'x' })],
    ['a bare null', () => Response.json(null)],
    ['a code in words', () => Response.json({ code: '0' })],
    ['a server that is starting', () => Response.json({ code: ERRORS.busyStarting, message: '', data: null })],
  ])('takes %s for one too', async (_, reply) => {
    const { send, sent } = start([reply(), { code: 0, data: 'ok' }]);
    const call = send('/x', {});
    await vi.advanceTimersByTimeAsync(RETRY_PAUSES_MS[0]);
    expect(await call).toBe('ok');
    expect(sent).toHaveLength(2);
  });

  it('has a server that keeps starting told by its own code', async () => {
    const { send } = start(Array.from({ length: 9 }, () => ({ code: ERRORS.busyStarting })));
    const call = refused(send('/x', {}));
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await call).code).toBe(ERRORS.busyStarting);
  });
});

describe('a browser whose clock is wrong', () => {
  const stale = { code: ERRORS.timeStale, data: { serverTime: NOW + 3_600_000 } };

  it('is told the time, keeps the offset, and repeats once with the same id', async () => {
    const { send, sent, clock } = start([stale, { code: 0, data: 'ok' }]);
    expect(await send('/x', {})).toBe('ok');
    expect(sent.map(({ headers }) => headers['time'])).toEqual([String(NOW), String(NOW + 3_600_000)]);
    expect(sent[0]?.body.id).toBe(sent[1]?.body.id);
    await send('/y', {});
    expect(sent[2]?.headers['time']).toBe(String(NOW + 3_600_000));
    expect(clock.offset()).toBe(3_600_000);
  });

  it('is refused when that did not help', async () => {
    const { send, sent } = start([stale, stale, stale]);
    expect((await refused(send('/x', {}))).code).toBe(ERRORS.timeStale);
    expect(sent).toHaveLength(2);
  });

  it('is refused at once when the server does not say its time', async () => {
    const { send, sent } = start([{ code: ERRORS.timeStale }]);
    await refused(send('/x', {}));
    expect(sent).toHaveLength(1);
  });
});

describe('the end of patience', () => {
  it('is 300 s, whatever was tried in it', async () => {
    const { send } = start(['never']);
    const call = refused(send('/x', {}));
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
    let settled = false;
    void call.then(() => (settled = true));
    await Promise.resolve();
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await call).code).toBe(ERRORS.requestTimedOut);
  });

  it('may be set shorter', async () => {
    const { send } = start(['never']);
    const call = refused(send('/x', {}, { timeout: 2_000 }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await call).code).toBe(ERRORS.requestTimedOut);
  });

  it('cancelled while it waits for an answer, or for the next try, ends at once and sends no more', async () => {
    for (const first of ['never', new TypeError('down')] as const) {
      const { send, sent } = start([first, { code: 0 }]);
      const controller = new AbortController();
      const call = send('/x', {}, { signal: controller.signal }).then(
        () => 'answered',
        () => 'cancelled',
      );
      await vi.advanceTimersByTimeAsync(10);
      controller.abort();
      expect(await call).toBe('cancelled');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(sent).toHaveLength(1);
    }
  });

  it('leaves no timer behind', async () => {
    const { send } = start([{ code: 0 }]);
    await send('/x', {});
    expect(vi.getTimerCount()).toBe(0);
  });
});
