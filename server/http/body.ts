/** Reads a request body up to its limit: a client that sends more is refused while the rest is still in transit. */
import type { Readable } from 'node:stream';
import { UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';

export interface BodyRule {
  /** Bytes. */
  limit: number;
  /** Deadline for the complete body, ms; later the stream is destroyed. */
  withinMs: number;
  /** Minimum average rate from UPLOAD_IDLE_MS on, bytes per second, so that a slow trickle does not hold memory. */
  leastRate?: number;
  /** The client's `content-length`. */
  announced?: string | string[] | undefined;
}

const RATE_CHECK_MS = 1_000;

/** Limits are reported in MiB with at most two decimals. */
const inMebibytes = (bytes: number): number => Math.floor((bytes / 2 ** 20) * 100) / 100;

/** @throws bodyTooLarge, with the rest unread; illegalRequest (the client aborted or was too slow) */
export async function readBody(stream: Readable, { limit, withinMs, leastRate, announced }: BodyRule): Promise<Buffer> {
  const tooLarge = () => new ApiError('bodyTooLarge', { words: { limit: inMebibytes(limit) } });
  if (Number(announced ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  const began = performance.now();
  const late = setTimeout(() => stream.destroy(), withinMs);
  const slow =
    leastRate === undefined
      ? undefined
      : setInterval(() => {
          if (size < ((performance.now() - began - UPLOAD_IDLE_MS) / 1000) * leastRate) stream.destroy();
        }, RATE_CHECK_MS);
  try {
    // The stream is not destroyed on an early return: the error response still has to be sent over its connection.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw new ApiError('illegalRequest');
  } finally {
    clearTimeout(late);
    clearInterval(slow);
  }
  if (size > limit) throw tooLarge();
  return Buffer.concat(chunks);
}
