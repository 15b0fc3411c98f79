/** API client for tests. It signs requests as specified in the contract, independently of the console's transport. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Catalogue, Client } from '../../contract/endpoint.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import { API_BASE, type Reply } from '../../contract/wire/envelope.ts';
import { type ErrorDetail, BaseApiError } from '../../contract/wire/baseApiError.ts';

export type Api<Areas extends Record<string, Catalogue>> = { readonly [Area in keyof Areas]: Client<Areas[Area]> } & {
  token: string;
  userId: string;
};

interface Identity {
  token?: string;
  userId?: string;
  language?: 'en-us' | 'zh-cn';
}

export async function post(
  url: string,
  path: string,
  data: unknown,
  { token = '', language = 'en-us' }: Identity = {},
  change: Partial<{ id: string; time: string; extra: string }> = {},
): Promise<Reply> {
  const id = change.id ?? randomBytes(16).toString('hex');
  const time = change.time ?? String(Date.now());
  const extra =
    change.extra ??
    createHmac('sha256', token || 'roundhouse-public')
      .update([id, time, path, canonical(data)].join('\n'))
      .digest('hex');
  const response = await fetch(`${url}${API_BASE}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      language,
      'system-type': 'web',
      time,
      ...(token ? { authorization: token } : {}),
    },
    body: JSON.stringify({ id, data, extra }),
  });
  return (await response.json()) as Reply;
}

export function createApi<Areas extends Record<string, Catalogue>>(
  url: string,
  areas: Areas,
  identity: Identity = {},
): Api<Areas> {
  const clients = Object.entries(areas).map(([area, catalogue]) => [
    area,
    Object.fromEntries(
      Object.entries(catalogue).map(([name, { path }]) => [
        name,
        async (input: unknown) => {
          const { code, message, data } = await post(url, path, input, identity);
          if (code !== 0) throw new BaseApiError(code, (data ?? {}) as ErrorDetail, message);
          return data;
        },
      ]),
    ),
  ]);
  return Object.assign(Object.fromEntries(clients), {
    token: identity.token ?? '',
    userId: identity.userId ?? '',
  }) as Api<Areas>;
}
