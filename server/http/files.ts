/** Files of people, by an id that nobody guesses: what they are is read from their bytes, and no browser may think otherwise. */
import type { FastifyInstance } from 'fastify';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { isFileId, type FileStore } from '../files/fileStore.ts';
import { pictureOf } from '../files/picture.ts';
import type { CallLimits } from '../security/callLimits.ts';
import { EVERYWHERE } from './headers.ts';

/** A year: another picture has another id. */
const KEPT = 'private, max-age=31536000, immutable';
/** It was looked into when it was taken: whoever reads it does not make the server do so again. */
const NOT_UNFOLDED = 0;
/** Opened on its own it is a picture and nothing else. */
const POLICY = "default-src 'none'; sandbox";

const TEXT = { ...EVERYWHERE, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

export function addFiles(
  app: FastifyInstance,
  { files, limits }: { files: FileStore; limits: Pick<CallLimits, 'countAddress'> },
): void {
  app.get<{ Params: { id: string } }>('/files/avatar/:id', async ({ params: { id }, ip }, reply) => {
    const seconds = await limits.countAddress(ip).then(() => null, secondsToWait);
    if (seconds !== null)
      return reply
        .code(429)
        .headers({ ...TEXT, 'retry-after': seconds })
        .send('too many requests');
    const bytes = isFileId(id) ? await files.get('avatar', id).catch(heldBack) : null;
    if (bytes === 'away')
      return reply
        .code(503)
        .headers({ ...TEXT, 'retry-after': '5' })
        .send('not now');
    const picture = bytes && (await pictureOf(bytes, NOT_UNFOLDED));
    if (!picture) return reply.code(404).headers(TEXT).send('not found');
    return reply
      .headers({
        ...EVERYWHERE,
        'content-type': picture.type,
        'cache-control': KEPT,
        'content-security-policy': POLICY,
      })
      .send(bytes);
  });
}

function secondsToWait(error: unknown): string {
  if (error instanceof ApiError && error.code === ERRORS.tooManyRequests)
    return String(error.detail.words?.['seconds']);
  throw error;
}

/** The store cannot be reached: the picture may well be there. */
function heldBack(error: unknown): 'away' {
  if (error instanceof ApiError && error.code === ERRORS.filesAway) return 'away';
  throw error;
}
