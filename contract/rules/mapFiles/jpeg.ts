/** The size of a JPEG by its own head, before anybody unfolds it. */

/** Start of a frame, of the kinds that browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const SCAN = 0xda;

/** null: it is no JPEG, or says no size. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 2; at + 9 < bytes.length;) {
    if (view.getUint8(at) !== 0xff) return null;
    const mark = view.getUint8(at + 1);
    if (FRAMES.has(mark)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (mark === SCAN) return null;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}
