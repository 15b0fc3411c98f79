/**
 * The font of labels: Chinese, Latin, Greek, Cyrillic and kana, in an 8 MB OpenType file that is loaded for the first
 * label, with its library.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fonts } from '@embedpdf/fonts-sc';
import type { Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { fill, polygonsOf, type Polygon } from '../captcha/outline.ts';

const WEIGHT = 500;
/** Replaces a character that the font lacks. */
const UNKNOWN = '□';
/** Removed: control and format characters, combining marks and variation selectors. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Mn}\p{Me}\u{FE00}-\u{FE0F}]/gu;

export interface LabelFont {
  font: Font;
  /** The text on one line, with characters that the font lacks replaced. */
  drawable(text: string): string;
  /** Width of such a text at size 1. */
  widthOf(text: string): number;
}

let opened: Promise<LabelFont> | undefined;

/** @throws if the font file cannot be read; the next call tries again */
export function labelFont(): Promise<LabelFont> {
  opened ??= open();
  opened.catch(() => (opened = undefined));
  return opened;
}

async function open(): Promise<LabelFont> {
  const { file } = fonts.find(({ weight }) => weight === WEIGHT) ?? { file: 'NotoSansHans-Medium.otf' };
  const { create } = await import('fontkit');
  const font = create(
    await readFile(
      createRequire(import.meta.url)
        .resolve('@embedpdf/fonts-sc')
        .replace(/dist[\\/][^\\/]+$/u, `fonts/${file}`),
    ),
  );
  if (!('glyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`);
  const widths = new Map<string, number>();
  const advance = (letter: string): number => {
    const known = widths.get(letter);
    if (known !== undefined) return known;
    const width = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
    widths.set(letter, width);
    return width;
  };
  return {
    font,
    drawable: (text) =>
      [...text.normalize('NFC').replace(UNSEEN, '')]
        .map((letter) => (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : UNKNOWN))
        .join(''),
    widthOf: (text) => [...text].reduce((sum, letter) => sum + advance(letter), 0),
  };
}

/**
 * A rasterised letter: coverage per pixel, 0 to 1. `left` and `top` are pixels right of its origin and below the
 * baseline.
 */
export interface Inked {
  left: number;
  top: number;
  side: number;
  rows: number;
  cover: Float32Array;
}

/** Cache size; the names on one map use few different letters. */
const KEPT = 4_000;
const kept = new LRUCache<string, Inked>({ max: KEPT });

export function inked(letter: string, size: number, font: Font): Inked {
  const key = `${size} ${letter}`;
  const known = kept.get(key);
  if (known) return known;
  const { path, bbox } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
  const scale = size / font.unitsPerEm;
  const empty = !Number.isFinite(bbox.minX);
  const [left, top] = empty ? [0, 0] : [Math.floor(bbox.minX * scale), Math.floor(-bbox.maxY * scale)];
  const [side, rows] = empty
    ? [0, 0]
    : [Math.ceil(bbox.maxX * scale) - left + 1, Math.ceil(-bbox.minY * scale) - top + 1];
  const cover = new Float32Array(side * rows);
  const outlines = polygonsOf(path.toSVG()).map((outline): Polygon =>
    outline.map(([x, y]) => [x * scale - left, -y * scale - top]),
  );
  if (outlines.length > 0 && !empty) fill(outlines, side, rows, (pixel, part) => (cover[pixel] = part));
  const made = { left, top, side, rows, cover };
  kept.set(key, made);
  return made;
}
