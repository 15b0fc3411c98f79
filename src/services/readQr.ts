/** Decodes QR codes in pictures. Loaded on first use, as a separate chunk. */
import decodeQR from 'qr/decode.js';

/** @returns null if there is none */
export function readQr(picture: ImageData): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
