/**
 * Reads the size of a JPEG from its header before decoding, and detects truncated files, whose missing part browsers
 * fill with grey.
 */

/** Start-of-frame markers of the types that browsers support. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const SCAN = 0xda;
const END = 0xd9;
/** Markers without a length field. */
const isAlone = (mark: number): boolean => mark === 0x01 || (mark >= 0xd0 && mark <= 0xd7);

export interface JpegHead {
  width: number;
  height: number;
  isWhole: boolean;
}

/** null: not a JPEG, or no size in the header. */
export function jpegHead(bytes: Uint8Array): JpegHead | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== 0xff) return size && { ...size, isWhole: false };
    const mark = bytes[at + 1] ?? 0;
    // Any number of fill bytes can precede a marker.
    if (mark === 0xff) at += 1;
    else if (mark === END) return size && { ...size, isWhole: true };
    else if (isAlone(mark)) at += 2;
    else {
      if (at + 9 >= bytes.length) break;
      if (FRAMES.has(mark)) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      else if (mark === SCAN && !size) return null;
      at += 2 + Math.max(2, view.getUint16(at + 2));
      if (mark === SCAN) at = afterScan(bytes, at);
    }
  }
  return size && { ...size, isWhole: false };
}

/** Position of the next marker outside the scan data; the end of the bytes if there is none. */
function afterScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !isAlone(next) && next !== 0xff) return at;
  }
  return bytes.length;
}
