/**
 * Calls with a file (multipart/form-data): the fields of the envelope come first and are read like any other body, the
 * file stays unread until the caller is known and the signature is verified.
 */
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';

/** Fields of the envelope, those of apps included. */
const FIELDS = ['id', 'data', 'extra', 'requestId', 'appId', 'version', 'userId'] as const;
const FIELD_BYTES = 16 << 10;

export interface MultipartBody {
  /** The envelope as JSON; empty if the request is malformed, which is refused like any malformed body. */
  body: Buffer;
  /** undefined if no file follows the fields. */
  upload: Readable | undefined;
}

/** In a separate scope, because the plugin adds hooks to every route of its scope. */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fieldNameSize: 32,
      fieldSize: FIELD_BYTES,
      fields: FIELDS.length,
      files: 1,
      // The receiver counts the bytes against the size in `data`.
      fileSize: Infinity,
      parts: FIELDS.length + 1,
      headerPairs: 20,
    },
  });
}

export async function readMultipart(request: FastifyRequest): Promise<MultipartBody> {
  const fields: Record<string, unknown> = {};
  const late = setTimeout(() => request.raw.destroy(), UPLOAD_IDLE_MS);
  try {
    const parts = request.parts()[Symbol.asyncIterator]();
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      const { value: part } = next;
      if (part.type === 'file') {
        // Ends with the connection; its reader then gets the error.
        part.file.on('error', () => undefined);
        return { body: envelopeOf(fields), upload: part.file };
      }
      if (part.valueTruncated) break;
      fields[part.fieldname] = part.value;
    }
  } catch {
    return { body: Buffer.alloc(0), upload: undefined };
  } finally {
    clearTimeout(late);
  }
  return { body: envelopeOf(fields), upload: undefined };
}

function envelopeOf(fields: Readonly<Record<string, unknown>>): Buffer {
  const envelope: Partial<Record<(typeof FIELDS)[number], string>> = {};
  for (const name of FIELDS) {
    const value = fields[name];
    if (typeof value === 'string') envelope[name] = value;
  }
  try {
    return Buffer.from(JSON.stringify({ ...envelope, data: JSON.parse(envelope.data ?? 'null') as unknown }));
  } catch {
    return Buffer.alloc(0);
  }
}
