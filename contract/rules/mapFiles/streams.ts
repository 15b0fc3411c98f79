/** Compression and decompression on the platform's streams, available in browsers and Node, with a size limit. */
type Format = 'deflate' | 'deflate-raw';

const through = (bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): ReadableStream<Uint8Array> =>
  new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>); // the platform's type leaves the chunk type open

/** Copies only bytes of a SharedArrayBuffer. */
export const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes); // checked just before

export const pack = async (bytes: Uint8Array, format: Format): Promise<Uint8Array> =>
  joined(through(owned(bytes), new CompressionStream(format)), Number.POSITIVE_INFINITY).then(
    (packed) => packed ?? new Uint8Array(),
  );

/** null: damaged, or larger than `most`. */
export const unpack = async (
  bytes: Uint8Array,
  format: Format,
  most: number,
  step: (bytes: number) => void = () => undefined,
): Promise<Uint8Array | null> =>
  joined(through(owned(bytes), new DecompressionStream(format)), most, step).catch(() => null);

async function joined(
  stream: ReadableStream<Uint8Array>,
  most: number,
  step: (bytes: number) => void = () => undefined,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
    step(length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
export function crc32(...parts: readonly Uint8Array[]): number {
  let crc = -1;
  for (const part of parts) for (const byte of part) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ -1) >>> 0;
}
