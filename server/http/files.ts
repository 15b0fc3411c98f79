/**
 * User files, addressed by an unguessable id. The content type is detected from the bytes, and browsers must not sniff
 * another.
 */
import type { FastifyInstance } from 'fastify';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { isFileId, type FileStore } from '../files/fileStore.ts';
import { pictureOf } from '../files/picture.ts';
import type { CallLimits } from '../security/callLimits.ts';
import { COMMON_HEADERS } from './headers.ts';

/** One year: a changed picture gets a new id. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable';
/** Skips decoding: the picture was checked when it was uploaded, and requests must not repeat that work. */
const SKIP_DECODING = 0;
/** Opened directly, the file cannot run or load anything. */
export const FILE_POLICY = "default-src 'none'; sandbox";

export const FILE_TEXT = {
  ...COMMON_HEADERS,
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
};

export function addFiles(
  app: FastifyInstance,
  { files, limits }: { files: FileStore; limits: Pick<CallLimits, 'countAddress'> },
): void {
  app.get<{ Params: { id: string } }>('/files/avatar/:id', async ({ params: { id }, ip }, reply) => {
    const seconds = await limits.countAddress(ip).then(() => null, secondsToWait);
    if (seconds !== null)
      return reply
        .code(429)
        .headers({ ...FILE_TEXT, 'retry-after': seconds })
        .send('too many requests');
    const bytes = isFileId(id) ? await files.get('avatar', id).catch(unlessAway) : null;
    if (bytes === 'away')
      return reply
        .code(503)
        .headers({ ...FILE_TEXT, 'retry-after': '5' })
        .send('temporarily unavailable');
    const picture = bytes && (await pictureOf(bytes, SKIP_DECODING));
    if (!picture) return reply.code(404).headers(FILE_TEXT).send('not found');
    return reply
      .headers({
        ...COMMON_HEADERS,
        'content-type': picture.type,
        'cache-control': CACHE_CONTROL,
        'content-security-policy': FILE_POLICY,
      })
      .send(bytes);
  });
}

/** @throws any other error than that of the rate limit */
export function secondsToWait(error: unknown): string {
  if (error instanceof ApiError && error.code === ERRORS.tooManyRequests)
    return String(error.detail.words?.['seconds']);
  throw error;
}

/** The store is unreachable: the picture may still exist. */
export function unlessAway(error: unknown): 'away' {
  if (error instanceof ApiError && error.code === ERRORS.filesAway) return 'away';
  throw error;
}
