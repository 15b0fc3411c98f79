/** Reads a request's body up to its limit. What is larger is read to its end and thrown away, so that the refusal arrives. */
import type { Readable } from 'node:stream';
import { CodedError } from '../../contract/wire/errors.ts';

/** Beyond this a sender is cut off without an answer. */
const PATIENCE_BYTES = 64 << 20;
/** Limits are told in MiB, with a tenth at most. */
const inMebibytes = (bytes: number): number => Math.floor((bytes / 2 ** 20) * 10) / 10;

/** @throws bodyTooLarge, bodyFormat (not UTF-8), illegalRequest (the sender gave up or sends without end) */
export async function readBody(stream: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > PATIENCE_BYTES) break;
    }
  } catch {
    throw new CodedError('illegalRequest');
  }
  if (size > limit) throw new CodedError('bodyTooLarge', { words: { limit: inMebibytes(limit) } });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new CodedError('bodyFormat');
  }
}
