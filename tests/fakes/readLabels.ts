/** Reads codes with an independent implementation: jsQR, on pages rendered by PDFium. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQr from 'jsqr';
import { decodePng } from '../../contract/rules/mapFiles/png.ts';

/** CommonJS interop: handles both shapes of the import. */
const read = ('default' in jsQr ? jsQr.default : jsQr) as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null;

interface Bitmap {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}
export interface DrawnPage extends Bitmap {
  text: string;
}

/** @param scale pixels per PDF point */
export async function drawPdf(bytes: Uint8Array, scale = 3): Promise<DrawnPage[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pages: DrawnPage[] = [];
  for (const page of document.pages()) {
    const text = page.getText();
    const { width, height, data } = await page.render({ scale, render: 'bitmap' });
    pages.push({ width, height, data: new Uint8ClampedArray(data), text });
  }
  document.destroy();
  library.destroy();
  return pages;
}

/** The text of the only code in an area of a picture. The area is given in fractions of the sides, 0 to 1. */
export function codeIn(
  { width, height, data }: Bitmap,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number } = {
    left: 0,
    top: 0,
    right: 1,
    bottom: 1,
  },
): string | null {
  const [x, y, toX, toY] = [
    Math.round(left * width),
    Math.round(top * height),
    Math.round(right * width),
    Math.round(bottom * height),
  ];
  const part = new Uint8ClampedArray((toX - x) * (toY - y) * 4);
  for (let row = y; row < toY; row++)
    part.set(data.subarray((row * width + x) * 4, (row * width + toX) * 4), (row - y) * (toX - x) * 4);
  return read(part, toX - x, toY - y)?.data ?? null;
}

/** @param png greyscale */
export async function codeInPng(png: Uint8Array): Promise<string | null> {
  const { width, height, data: grey } = await decodePng(png);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  grey.forEach((shade, i) => data.fill(shade, i * 4, i * 4 + 3));
  return codeIn({ width, height, data });
}
