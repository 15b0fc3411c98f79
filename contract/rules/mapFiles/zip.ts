/**
 * Reads zip archives by their central directory. Own implementation, because fflate, which writes them
 * (server/files/zip.ts), verifies no checksums, so that a corrupted map would be accepted, and decompresses more than
 * an entry announces before it truncates it.
 */
import { MAP_FILE_MAX_BYTES } from '../mapLimits.ts';
import { MapFileFault } from './picture.ts';
import { crc32, unpack } from './streams.ts';

export interface NamedFile {
  name: string;
  bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;
const FILES_MAX = 200;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === LOCAL;

/** @throws MapFileFault zipWrong, fileTooLarge */
export async function readZip(bytes: Uint8Array): Promise<NamedFile[]> {
  try {
    return await filesOf(bytes);
  } catch (error) {
    // The archive is truncated.
    if (error instanceof RangeError) throw new MapFileFault('zipWrong');
    throw error;
  }
}

async function filesOf(bytes: Uint8Array): Promise<NamedFile[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new MapFileFault('zipWrong');
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if (count > FILES_MAX) throw new MapFileFault('zipWrong');
  const files: NamedFile[] = [];
  let left = MAP_FILE_MAX_BYTES;
  for (let at = start, i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== ENTRY) throw new MapFileFault('zipWrong');
    const [method, crc, packedSize, size] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 16, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
    ];
    const [nameSize, extraSize, noteSize, local] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
      view.getUint32(at + 42, true),
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize));
    at += 46 + nameSize + extraSize + noteSize;
    // Skip folders and macOS metadata.
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
    if (view.getUint32(local, true) !== LOCAL) throw new MapFileFault('zipWrong');
    left -= size;
    if (left < 0) throw new MapFileFault('fileTooLarge', { limit: MAP_FILE_MAX_BYTES / 2 ** 20 });
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = bytes.subarray(from, from + packedSize);
    const content = method === STORED ? packed : method === DEFLATED ? await unpack(packed, 'deflate-raw', size) : null;
    if (content?.length !== size || crc32(content) !== crc) throw new MapFileFault('zipWrong');
    files.push({ name, bytes: content });
  }
  return files;
}
