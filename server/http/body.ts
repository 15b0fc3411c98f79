/** Reads a request's body up to its limit, and no further: whoever sends more is refused while the rest is still on its way. */
import type { Readable } from 'node:stream';
import { UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';

export interface BodyRule {
  /** Bytes. */
  limit: number;
  /** All of it has to be there by then; whoever takes longer is cut off. */
  withinMs: number;
  /** Bytes a second that have to come at least, from UPLOAD_IDLE_MS on: a byte now and then keeps no room. */
  leastRate?: number;
  /** What the sender says that it will be (`content-length`). */
  announced?: string | string[] | undefined;
}

const RATE_CHECK_MS = 1_000;

/** Limits are told in MiB, with two places at most. */
const inMebibytes = (bytes: number): number => Math.floor((bytes / 2 ** 20) * 100) / 100;

/** @throws bodyTooLarge, with the rest unread; illegalRequest (the sender gave up, or took too long) */
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
    // The stream stays as it is when this ends early: the refusal still has to go out on its connection.
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
