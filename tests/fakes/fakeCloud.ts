/**
 * In-memory API for the console's own transport: checks signature, token and clock like the real one, responds with the
 * test's answers, and records every call.
 */
import { createHmac } from 'node:crypto';
import { API_BASE } from '../../contract/wire/envelope.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { consoleLines, PUBLIC_KEY } from '../../contract/wire/signature.ts';

export interface Call {
  path: string;
  data: Record<string, unknown>;
  language: string;
  token: string | null;
}
type Answer = (data: Record<string, unknown>, call: Call) => unknown;

export function fakeCloud(answers: Record<string, Answer>) {
  const calls: Call[] = [];
  const cloud = {
    calls,
    /** Errors to return instead of an answer, by path. */
    refusals: new Map<string, ErrorName>(),
    isAway: false,
    /** Whether requests outside the API succeed. */
    isServing: false,
    /** Number of calls of a path. */
    count: (path: string) => calls.filter((call) => call.path === path).length,
    last: (path: string) => calls.findLast((call) => call.path === path),
    fetch: (async (url, init) => {
      if (cloud.isAway) throw new TypeError('Failed to fetch');
      const address = url as string; // the transport passes a string
      if (!address.includes(API_BASE)) return new Response('', { status: cloud.isServing ? 200 : 502 });
      const path = address.slice(address.indexOf(API_BASE) + API_BASE.length);
      const headers = init?.headers as Record<string, string>;
      const { id, data, extra } = JSON.parse(init?.body as string) as {
        id: string;
        data: Record<string, unknown>;
        extra: string;
      };
      const token = headers['authorization'] ?? null;
      const call = { path, data, language: headers['language'] ?? '', token };
      calls.push(call);
      try {
        const lines = consoleLines({ id, time: headers['time'] ?? '', path, canonical: canonical(data) });
        const due = createHmac('sha256', token || PUBLIC_KEY).update(lines.join('\n'));
        if (extra !== due.digest('hex')) throw new ApiError('signatureWrong');
        const refusal = cloud.refusals.get(path);
        if (refusal) throw new ApiError(refusal);
        const answer = answers[path];
        if (!answer) throw new ApiError('unknownPath');
        return Response.json({ code: 0, message: '', data: (await answer(data, call)) ?? null });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return Response.json({ code: error.code, message: error.message, data: error.detail });
      }
    }) as typeof fetch,
  };
  return cloud;
}
