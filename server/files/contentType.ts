/**
 * Content types of uploaded files, detected from the content alone. Pictures are decoded (rewritePicture.ts); here are
 * the kinds that are stored unchanged, read in ranges, so that a file of any size takes little memory.
 */
import type { ContentType } from '../../contract/rules/files.ts';

/** Reads bytes of the file; fewer at its end. */
export type ReadRange = (start: number, length: number) => Promise<Buffer>;

const BOXES_MAX = 10_000;
const TAIL_BYTES = 66_000;
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** null for other formats, and for files that are cut off. @param size of the file in bytes */
export async function contentTypeOf(read: ReadRange, size: number): Promise<ContentType | null> {
  const head = await read(0, 64);
  if (head.toString('latin1', 4, 8) === 'ftyp') return (await isWholeMp4(read, size)) ? 'video/mp4' : null;
  if (head.readUInt32BE(0) === 0x1a45dfa3) return head.includes('webm') ? 'video/webm' : null;
  if (head.toString('latin1', 0, 4) === 'PK\u0003\u0004') return zipTypeOf(read, size);
  return (await isText(read, size)) ? 'text/csv' : null;
}

/** The boxes of an MP4 fill it exactly, and one of them describes the video. */
async function isWholeMp4(read: ReadRange, size: number): Promise<boolean> {
  let hasIndex = false;
  for (let at = 0, boxes = 0; at < size; boxes++) {
    const head = await read(at, 16);
    if (head.length < 8 || boxes >= BOXES_MAX) return false;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return false;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8 || at + length > size) return false;
    hasIndex ||= head.toString('latin1', 4, 8) === 'moov';
    at += length;
  }
  return hasIndex;
}

/**
 * A zip with its directory at the end: a workbook if that lists a workbook's parts, a map if it lists YAML and PGM. Nothing
 * is unpacked here.
 */
async function zipTypeOf(read: ReadRange, size: number): Promise<ContentType | null> {
  const tail = await read(Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
  const end = tail.lastIndexOf(ZIP_END);
  if (end < 0 || end + 22 > tail.length) return null;
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (start + length > size || length > 2 ** 20) return null;
  const directory = await read(start, length);
  if (directory.includes('[Content_Types].xml') && directory.includes('xl/workbook.xml')) return XLSX;
  return directory.includes('.yaml') && directory.includes('.pgm') ? 'application/zip' : null;
}

const BLOCK_BYTES = 1 << 20;

/** Tab, line feed and carriage return are part of a text. */
const TEXT_CONTROLS: readonly number[] = [0x09, 0x0a, 0x0d];
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && !TEXT_CONTROLS.includes(code)) return true;
  }
  return false;
}

/** UTF-8 without control characters. */
async function isText(read: ReadRange, size: number): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < size; at += BLOCK_BYTES) {
      if (hasControls(decoder.decode(await read(at, BLOCK_BYTES), { stream: true }))) return false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
