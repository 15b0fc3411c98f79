/**
 * Resumable uploads with a ticket, for browsers and robots. HEAD and GET return the offset to continue at, PUT appends,
 * POST /complete checks the file and makes it visible. Replies are those of the API.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HASH_UNKNOWN } from '../../contract/rules/files.ts';
import { VIDEO_RECORDING_SILENT_MS } from '../../contract/rules/videoRecording.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { fileById } from '../db/repositories/files.ts';
import { postponeRecording } from '../db/repositories/mediaItems.ts';
import { completeWithTicket, type FileNeeds } from '../features/files.ts';
import { admitPart } from '../features/videoRecordings.ts';
import { incoming } from '../files/incoming.ts';
import { isFileId } from '../files/fileStore.ts';
import { pendingUpload, receiveUpload } from '../files/receiveUpload.ts';
import { UPLOAD_PATH } from '../files/tickets.ts';
import type { CallLimits } from '../security/callLimits.ts';
import { refusal, toApiError } from './errorMapping.ts';
import { COMMON_HEADERS } from './headers.ts';
import { respondWithoutBody } from './unreadBody.ts';

const HEADERS = {
  ...COMMON_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};
type UploadRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

export interface UploadRouteNeeds extends FileNeeds {
  limits: Pick<CallLimits, 'countAddress'>;
}

export async function addUploads(app: FastifyInstance, needs: UploadRouteNeeds): Promise<void> {
  const { tickets, limits, log, slots } = needs;
  app.removeAllContentTypeParsers();
  // Bodies are read by the handler, once the ticket is checked.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const authorise = async ({ params: { id }, query, ip }: UploadRequest): Promise<string> => {
    await limits.countAddress(ip);
    if (!isFileId(id)) throw new ApiError('uploadTicketWrong');
    await tickets.checkUpload(id, query);
    return id;
  };
  const answer = async (
    request: UploadRequest,
    reply: FastifyReply,
    work: () => Promise<Record<string, unknown>>,
  ): Promise<FastifyReply> => {
    const content = await work().then(
      (data): Reply => ({ code: 0, message: 'ok', data }),
      (error: unknown): Reply => {
        const coded = toApiError(error);
        // The address contains the ticket and is not logged.
        if (coded.code === ERRORS.serverError && !request.raw.destroyed) log.error({ err: error }, 'an upload failed');
        return refusal(coded);
      },
    );
    const offset = offsetIn(content);
    const headers = { ...HEADERS, ...(offset === null ? {} : { 'upload-offset': String(offset) }) };
    if (request.method === 'PUT' && !request.raw.readableEnded) {
      reply.hijack();
      respondWithoutBody(request.raw, reply.raw, { headers, text: JSON.stringify(content), known: true });
      return reply;
    }
    return reply.code(200).headers(headers).send(JSON.stringify(content));
  };

  app.get(`${UPLOAD_PATH}:id`, (request: UploadRequest, reply) =>
    answer(request, reply, async () => {
      const id = await authorise(request);
      const file = await fileById(needs.db, id);
      // A client that did not get the reply of its completion asks again, and has nothing left to send.
      if (file?.state === 'ready') return { offset: file.bytes, size: file.bytes, isComplete: true };
      const { received, bytes } = await pendingUpload(needs, id);
      return { offset: received, size: bytes, isComplete: false };
    }),
  );
  app.put(`${UPLOAD_PATH}:id`, (request: UploadRequest, reply) =>
    answer(request, reply, async () => {
      const found = await pendingUpload(needs, await authorise(request));
      const { start, end } = rangeOf(request.headers['content-range'], found.bytes);
      const isRecording = found.sha256 === HASH_UNKNOWN;
      const file = isRecording ? await admitPart(needs, found, end) : found;
      const offset = await slots.hold(file.uploadedBy, () => receiveUpload(needs, file, incoming(request.raw), start));
      if (isRecording && offset > start)
        await postponeRecording(needs.db, file.id, new Date(needs.now() + VIDEO_RECORDING_SILENT_MS));
      return { offset, size: file.bytes };
    }),
  );
  app.post(`${UPLOAD_PATH}:id/complete`, (request: UploadRequest, reply) =>
    answer(request, reply, async () => ({ file: await completeWithTicket(needs, await authorise(request)) })),
  );
}

/** Of `bytes 0-99/100`; the end is what arrives. Without the header the body is the whole file. @throws headerFormat */
function rangeOf(header: string | undefined, size: number): { start: number; end: number | null } {
  if (header === undefined) return { start: 0, end: null };
  const [, start, end, total] = /^bytes (\d{1,15})-(\d{1,15})?\/(\d{1,15}|\*)$/u.exec(header) ?? [];
  if (start === undefined || (total !== '*' && Number(total) !== size))
    throw new ApiError('headerFormat', { field: 'content-range' });
  return { start: Number(start), end: end === undefined ? null : Number(end) };
}

function offsetIn({ data }: Reply): number | null {
  if (typeof data !== 'object' || data === null) return null;
  const { offset, words } = data as { offset?: unknown; words?: { offset?: unknown } };
  const found = offset ?? words?.offset;
  return typeof found === 'number' ? found : null;
}
