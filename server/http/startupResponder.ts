/**
 * Responds while the server is starting: pages show that it starts, API calls get an error code, health checks the
 * actual state.
 */
import type { RequestListener } from 'node:http';
import { API_BASE } from '../../contract/wire/envelope.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { refusal } from './errorMapping.ts';
import { COMMON_HEADERS } from './headers.ts';
import { PLAIN_PAGE_HEADERS, STARTING_PAGE } from './plainPage.ts';

export const respondWhileStarting: RequestListener = (request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  request.resume();
  if (path.startsWith(`${API_BASE}/`)) {
    response.writeHead(200, {
      ...COMMON_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    return response.end(JSON.stringify(refusal(new ApiError('busyStarting'))));
  }
  if (path === '/healthz' || path === '/readyz') {
    response.writeHead(path === '/healthz' ? 200 : 503, {
      ...COMMON_HEADERS,
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    return response.end('{"state":"starting"}');
  }
  response.writeHead(503, { ...PLAIN_PAGE_HEADERS, 'retry-after': '1' });
  return response.end(STARTING_PAGE);
};
