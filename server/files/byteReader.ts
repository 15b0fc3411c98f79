/** Reads a stream of chunks as bytes: so many at once, or past so many. Holds one chunk. */

/** There are fewer bytes than asked for. */
export class EndOfBytes extends Error {}

export interface ByteReader {
  /** Bytes that were read or skipped. */
  at(): number;
  /** @throws EndOfBytes */
  read(length: number): Promise<Buffer>;
  /** @throws EndOfBytes */
  skip(length: number): Promise<void>;
  /** The next bytes as they come. @throws EndOfBytes */
  pass(length: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array(0);
  let position = 0;
  const fill = async (): Promise<void> => {
    while (held.length === 0) {
      const { done, value } = await chunks.next();
      if (done === true) throw new EndOfBytes();
      held = value;
    }
  };
  async function* pass(length: number): AsyncIterable<Uint8Array> {
    for (let left = length; left > 0;) {
      await fill();
      const part = held.subarray(0, left);
      held = held.subarray(part.length);
      position += part.length;
      left -= part.length;
      yield part;
    }
  }
  return {
    at: () => position,
    async read(length) {
      const parts: Uint8Array[] = [];
      for await (const part of pass(length)) parts.push(part);
      return Buffer.concat(parts, length);
    },
    async skip(length) {
      for await (const part of pass(length)) void part;
    },
    pass,
    async close() {
      await chunks.return?.();
    },
  };
}
