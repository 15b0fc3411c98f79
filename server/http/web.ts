/**
 * Serves the built console: hashed assets cached for a year, the page itself always revalidated, every path of the
 * console answered with the page. A console that is built while the server runs is served as soon as it exists.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { companionPolicy, consolePolicy, COMMON_HEADERS, PAGE_HEADERS, stagePolicy } from './headers.ts';
import { PLAIN_PAGE_HEADERS, STARTING_PAGE } from './plainPage.ts';

const YEAR_SECONDS = 31_536_000;
const STAGE = 'stage.html';
const COMPANION = 'companion.html';
const COMPANION_PATHS: ReadonlySet<string> = new Set(['/mini-program', '/mini-program/']);

export interface WebOptions {
  /** dist/web; it can appear later. */
  folder: string;
  /** Sends HSTS. */
  strictTransport: boolean;
  /** Origins that the console may connect to besides this server. */
  connectTo?: readonly string[];
}

export async function addWeb(
  app: FastifyInstance,
  { folder, strictTransport, connectTo = [] }: WebOptions,
): Promise<void> {
  const always = {
    ...COMMON_HEADERS,
    ...(strictTransport ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
  await app.register(staticFiles, {
    root: folder,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    acceptRanges: true,
    logLevel: 'silent',
  });
  const policyOf = createPolicy(join(folder, 'index.html'), (html) => consolePolicy(html, connectTo));
  const stagePolicyOf = createPolicy(join(folder, STAGE), stagePolicy);
  const companionPolicyOf = createPolicy(join(folder, COMPANION), companionPolicy);
  const { 'x-frame-options': _, ...inFrame } = PAGE_HEADERS;

  const sendPage = async (reply: FastifyReply, page = 'index.html', readPolicy = policyOf): Promise<FastifyReply> => {
    const policy = await readPolicy();
    if (policy === null)
      return reply
        .code(503)
        .headers({ ...PLAIN_PAGE_HEADERS, 'retry-after': '1' })
        .send(STARTING_PAGE);
    void reply.headers({ ...always, ...PAGE_HEADERS, 'content-security-policy': policy });
    return reply.sendFile(page, { cacheControl: false }).header('cache-control', 'no-cache');
  };

  /** Serves the replay stage of the inspector: the only page that may be framed, by this origin only. */
  const sendStage = async (reply: FastifyReply): Promise<FastifyReply> => {
    const policy = await stagePolicyOf();
    if (policy === null) {
      reply.callNotFound();
      return reply;
    }
    void reply.headers({ ...always, ...inFrame, 'content-security-policy': policy });
    return reply.sendFile(STAGE, { cacheControl: false }).header('cache-control', 'no-cache');
  };

  app.get('/*', async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
    if (COMPANION_PATHS.has(path) || path.endsWith(`/${COMPANION}`))
      return sendPage(reply, COMPANION, companionPolicyOf);
    if (path === '/index.html' || !isFile(path)) return sendPage(reply);
    if (path.endsWith(`/${STAGE}`)) return sendStage(reply);
    void reply.headers(always);
    return path.startsWith('/assets/')
      ? reply.sendFile(path.slice(1), { maxAge: YEAR_SECONDS * 1000, immutable: true })
      : reply.sendFile(path.slice(1), { cacheControl: false }).header('cache-control', 'no-cache');
  });
}

/** Whether a path names a file rather than a page of the console. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || /\.[a-z0-9]{1,11}$/iu.test(path);

/** Policy of the page, recomputed when the page file changes; null while the file is missing. */
function createPolicy(page: string, policyFor: (html: string) => string): () => Promise<string | null> {
  let known = { changedAt: -1, policy: '' };
  return async () => {
    const changedAt = await stat(page).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (changedAt === null) return null;
    if (changedAt !== known.changedAt) known = { changedAt, policy: policyFor(await readFile(page, 'utf8')) };
    return known.policy;
  };
}
