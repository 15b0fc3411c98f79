/** Reads QR codes out of pictures. The library comes with the first picture: a chunk of its own. */
import decodeQR from 'qr/decode.js';

/** @returns null where none is found */
export function readQr(picture: ImageData): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
