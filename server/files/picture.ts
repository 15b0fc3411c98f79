/**
 * Identifies a picture by its bytes alone: a complete, unanimated PNG, JPEG or WebP with nothing before or after it.
 * Its size in pixels is read from the header, so that a decompression bomb is detected before anything is decompressed.
 */
import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';
export interface Picture {
  type: PictureType;
  width: number;
  height: number;
}

/**
 * null for other formats and incomplete files.
 * @param mostPx maximum side; for a larger picture the size is returned without decompressing it
 */
export async function pictureOf(bytes: Buffer, mostPx: number): Promise<Picture | null> {
  try {
    return (await pngOf(bytes, mostPx)) ?? jpegOf(bytes) ?? webpOf(bytes);
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Chunk limit: real pictures have fewer, and each costs time. */
const PARTS_MAX = 5_000;
const unfold = promisify(inflate);

async function pngOf(bytes: Buffer, mostPx: number): Promise<Picture | null> {
  if (!bytes.subarray(0, 8).equals(PNG_MARK)) return null;
  const packed: Buffer[] = [];
  let head: Buffer | undefined;
  for (let at = 8, parts = 0; ;) {
    if (++parts > PARTS_MAX) return null;
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (bytes.readUInt32BE(at + 8 + length) !== crc32(bytes.subarray(at + 4, at + 8 + length))) return null;
    if ((name === 'IHDR') !== (at === 8)) return null;
    if (name === 'IHDR') head = data;
    if (name === 'IDAT') packed.push(data);
    // Animated PNG.
    if (name === 'acTL') return null;
    at += 12 + length;
    if (name !== 'IEND') continue;
    if (at !== bytes.length || head?.length !== 13 || packed.length === 0) return null;
    break;
  }
  const [width, height, depth, colour] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head.readUInt8(8),
    head.readUInt8(9),
  ];
  const samples = PNG_SAMPLES[colour];
  if (width === 0 || height === 0 || samples === undefined || depth > 16) return null;
  const picture: Picture = { type: 'image/png', width, height };
  if (width > mostPx || height > mostPx) return picture;
  // One extra line per pass: interlaced pictures have seven passes.
  const most = (Math.ceil((width * samples * depth) / 8) + 1) * (height + 7) * 2;
  return unfold(Buffer.concat(packed), { maxOutputLength: most }).then(
    () => picture,
    () => null,
  );
}

/** Start-of-frame markers of the JPEG variants that browsers display. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const JPEG_SCAN = 0xda;

function jpegOf(bytes: Buffer): Picture | null {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null;
  let picture: Picture | null = null;
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const mark = bytes.readUInt8(at + 1);
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    if (JPEG_FRAMES.has(mark))
      picture = { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (mark === JPEG_SCAN) return picture && picture.width > 0 && picture.height > 0 ? picture : null;
    at += 2 + length;
  }
}

function webpOf(bytes: Buffer): Picture | null {
  if (
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP' ||
    bytes.readUInt32LE(4) !== bytes.length - 8
  )
    return null;
  const of = (width: number, height: number): Picture | null =>
    width > 0 && height > 0 ? { type: 'image/webp', width, height } : null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? of(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
        : null;
    case 'VP8L': {
      if (bytes.readUInt8(20) !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X': {
      // Animated WebP.
      if ((bytes.readUInt8(20) & 0x02) !== 0) return null;
      return of(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    }
    default:
      return null;
  }
}
