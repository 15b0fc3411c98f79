/**
 * Reads files by a signed address, for `<img>` and `<video>`: with ranges, so that a video can be sought. The rights of
 * the reader are checked at every request, so that a withdrawn right ends reading at once.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { FILE_RULES } from '../../contract/rules/files.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { accountById } from '../db/repositories/accounts.ts';
import { isKnownDamaged } from '../db/repositories/downloads.ts';
import { fileById, type FileRow } from '../db/repositories/files.ts';
import { mediaById } from '../db/repositories/mediaItems.ts';
import { mediaLinkById } from '../db/repositories/mediaLists.ts';
import { maySee } from '../features/fileRights.ts';
import type { FileNeeds } from '../features/files.ts';
import { mediaLinkIdOf } from '../features/photos.ts';
import { isFileId, type ByteRange } from '../files/fileStore.ts';
import { READ_PATH, SHARED_PATH } from '../files/tickets.ts';
import type { CallLimits } from '../security/callLimits.ts';
import { FILE_POLICY, FILE_TEXT, secondsToWait, unlessAway } from './files.ts';
import { COMMON_HEADERS } from './headers.ts';

export interface FileReadNeeds extends FileNeeds, Pick<CoreDeps, 'sharedDb'> {
  limits: Pick<CallLimits, 'countAddress'>;
}
type ReadRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/** What a file's address serves. */
interface ServedFile {
  area: FileRow['kind'] | 'thumbnail';
  storedAs: string;
  size: number;
  contentType: string;
  tag: string;
  name: string;
}

export function addFileReads(app: FastifyInstance, needs: FileReadNeeds): void {
  const { store, limits } = needs;
  const serve = async (
    request: ReadRequest,
    reply: FastifyReply,
    find: () => Promise<ServedFile | null>,
    cacheControl: string,
  ): Promise<FastifyReply> => {
    const seconds = await limits.countAddress(request.ip).then(() => null, secondsToWait);
    if (seconds !== null)
      return reply
        .code(429)
        .headers({ ...FILE_TEXT, 'retry-after': seconds })
        .send('too many requests');
    const found = await find();
    if (!found) return reply.code(404).headers(FILE_TEXT).send('not found');
    const { area, storedAs, size, contentType, tag, name } = found;
    void reply.headers({
      ...COMMON_HEADERS,
      'cache-control': cacheControl,
      'content-security-policy': FILE_POLICY,
      'accept-ranges': 'bytes',
      etag: tag,
    });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const range = rangeOf(request.headers.range, request.headers['if-range'], size, tag);
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .headers({ ...FILE_TEXT, 'content-range': `bytes */${size}` })
        .send('range not satisfiable');
    const bytes = await store.open(area, storedAs, range ?? undefined).catch(unlessAway);
    if (bytes === 'away') return sendAway(reply);
    if (!bytes) return reply.code(404).headers(FILE_TEXT).send('not found');
    const disposition = /^(?:image|video)\//u.test(contentType) ? 'inline' : 'attachment';
    return reply
      .code(range ? 206 : 200)
      .headers({
        'content-type': contentType,
        'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        'content-length': range ? range.end - range.start + 1 : size,
        ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
      })
      .send(bytes instanceof Readable ? bytes : Readable.from(bytes));
  };
  // The address is valid for an hour, and only for this reader.
  app.get(`${READ_PATH}:id`, (request: ReadRequest, reply) =>
    serve(request, reply, () => readableFile(needs, request.params.id, request.query), 'private, max-age=3600'),
  );
  // It must stop at once when it is revoked.
  app.get(`${SHARED_PATH}:id`, (request: ReadRequest, reply) =>
    serve(request, reply, () => sharedFile(needs, request.params.id), 'no-store'),
  );
}

/** Valid as long as the account that created the link may see the file. */
async function sharedFile({ sharedDb, now }: FileReadNeeds, secret: string): Promise<ServedFile | null> {
  if (!/^[\w-]{32}$/u.test(secret)) return null;
  const link = await mediaLinkById(sharedDb, mediaLinkIdOf(secret));
  if (!link || link.revokedAt !== null || link.until.getTime() <= now()) return null;
  const item = await mediaById(sharedDb, link.fileId);
  if (!item || item.deletedAt !== null) return null;
  return fileFor(sharedDb, link.createdBy, link.fileId, false);
}

async function readableFile(
  { sharedDb, tickets }: FileReadNeeds,
  id: string,
  query: ReadRequest['query'],
): Promise<ServedFile | null> {
  if (!isFileId(id)) return null;
  const reader = await tickets.checkRead(id, query);
  if (!reader) return null;
  return fileFor(sharedDb, reader.userId, id, reader.thumbnail);
}

/** null if the account may not see it. */
async function fileFor(
  sharedDb: FileReadNeeds['sharedDb'],
  userId: string,
  id: string,
  thumbnail: boolean,
): Promise<ServedFile | null> {
  const account = await accountById(sharedDb, userId);
  const file = account && account.lockedAt === null ? await fileById(sharedDb, id) : undefined;
  if (!account || !file || !(await maySee(sharedDb, { userId: account.id, roles: account.roles }, file))) return null;
  if (FILE_RULES[file.kind].verified && (await isKnownDamaged(sharedDb, id))) return null;
  const { kind, storedAs, bytes, thumbnailBytes, contentType, sha256, name } = file;
  const isSmall = thumbnail && thumbnailBytes > 0;
  return {
    area: isSmall ? 'thumbnail' : kind,
    storedAs: storedAs ?? id,
    size: isSmall ? thumbnailBytes : bytes,
    contentType: isSmall ? 'image/webp' : contentType,
    tag: `"${sha256.slice(0, 32)}${isSmall ? '-t' : ''}"`,
    name,
  };
}

const sendAway = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({ ...FILE_TEXT, 'retry-after': '5' })
    .send('temporarily unavailable');

/**
 * One range of bytes; null for the whole file: without a range, with several, with one of another unit, or when the file
 * has changed since (`if-range`).
 */
export function rangeOf(
  header: string | undefined,
  ifRange: string | string[] | undefined,
  size: number,
  tag: string,
): ByteRange | 'unsatisfiable' | null {
  if (header === undefined || (ifRange !== undefined && ifRange !== tag)) return null;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
