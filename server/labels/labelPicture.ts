/** A label as a PNG: the QR code, with the point's name and location below it, drawn from the font's outlines. */
import type { LabelledPoint } from '../../contract/endpoints/pointLabels.ts';
import { encodePng } from '../../contract/rules/mapFiles/png.ts';
import { fitText } from './textFitting.ts';
import { inked, type Inked, type LabelFont } from './font.ts';
import { RIM, qrModulesOf } from './qrModules.ts';

/** Pixels per QR module; the same for all labels, so that modules stay sharp. */
const SQUARE = 10;
const MARGIN = 30;
const LEADING = 1.3;
const NAME = [54, 46, 40, 36, 32];
const WORDS = [27, 24];
const WHITE = 255;
const INK = 16;
const SECOND = 84;

export function labelPicture(
  { name, map, site, address }: LabelledPoint,
  { font, drawable, widthOf }: LabelFont,
): Promise<Uint8Array> {
  const { side, isDark } = qrModulesOf(address);
  const width = (side + 2 * RIM) * SQUARE;
  const room = { width: width - 2 * MARGIN, widthOf };
  const place = [[map.floor, map.name].filter(Boolean).join(' · '), site].filter(Boolean);
  const parts = [
    { ...fitText(drawable(name), { ...room, sizes: NAME, lines: 2 }), ink: INK },
    ...place.map((text) => ({ ...fitText(drawable(text), { ...room, sizes: WORDS, lines: 1 }), ink: SECOND })),
  ];
  const height = Math.ceil(
    width + parts.reduce((sum, { size, lines }) => sum + lines.length * size * LEADING, 0) + MARGIN,
  );
  const grey = new Uint8Array(width * height).fill(WHITE);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) if (isDark(x, y)) square(grey, width, (x + RIM) * SQUARE, (y + RIM) * SQUARE);

  let top = width - SQUARE;
  for (const { size, lines, ink } of parts) {
    for (const line of lines) {
      let x = (width - widthOf(line) * size) / 2;
      const base = top + size * (LEADING / 2 + 0.36);
      for (const letter of line) {
        stamp(grey, width, inked(letter, size, font), x, base, ink);
        x += widthOf(letter) * size;
      }
      top += size * LEADING;
    }
  }
  return encodePng({ width, height, channels: 1, data: grey });
}

function square(grey: Uint8Array, width: number, left: number, top: number): void {
  for (let y = top; y < top + SQUARE; y++) grey.fill(INK, y * width + left, y * width + left + SQUARE);
}

/** Draws a letter; where letters overlap, the darker pixel is kept. */
function stamp(
  grey: Uint8Array,
  width: number,
  { left, top, side, rows, cover }: Inked,
  x: number,
  base: number,
  ink: number,
): void {
  const [fromX, fromY] = [Math.round(x) + left, Math.round(base) + top];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < side; column++) {
      const part = cover[row * side + column] ?? 0;
      if (part === 0) continue;
      const at = (fromY + row) * width + fromX + column;
      grey[at] = Math.min(grey[at] ?? WHITE, Math.round(WHITE - part * (WHITE - ink)));
    }
  }
}
