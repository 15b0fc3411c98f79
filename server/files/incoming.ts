/** The body of an upload, bounded in time: it breaks off when no bytes come, or too few. */
import type { Readable } from 'node:stream';
import { UPLOAD_IDLE_MS } from '../../contract/rules/limits.ts';

/** A slower upload is cut off, bytes per second; it can be continued. */
const LEAST_RATE = 4 << 10;

/** Rejects with the error of the connection. Time that the reader takes for itself does not count. */
export async function* incoming(stream: Readable, idleMs = UPLOAD_IDLE_MS): AsyncIterable<Uint8Array> {
  // The stream is not destroyed on an early return: the response still has to be sent over its connection.
  const chunks = (stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let waited = 0;
  let bytes = 0;
  try {
    for (;;) {
      const began = performance.now();
      const timer = setTimeout(() => stream.destroy(new Error('the upload was idle')), idleMs);
      const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
      if (done === true) return;
      waited += performance.now() - began;
      bytes += value.length;
      if (bytes < ((waited - idleMs) / 1000) * LEAST_RATE) throw new Error('the upload was too slow');
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}
