/**
 * Draws a captcha image. svg-captcha gives outlines, which a script can read as easily as text; they are therefore
 * rotated, warped, struck through and rasterised here, and only pixels are sent.
 */
import { randomBytes, randomInt } from 'node:crypto';
import svgCaptcha from 'svg-captcha';
import { CAPTCHA_LETTERS } from '../../contract/rules/limits.ts';
import { encodePng } from '../../contract/rules/mapFiles/png.ts';
import { fill, polygonsOf, ribbon, type Point, type Polygon } from './outline.ts';

/** Without characters that look alike. Case is ignored. */
const ALPHABET = 'abcdefhkmnpqrtuvwxy34678';
/** Pixels; displayed at half this size. */
const WIDTH = 300;
const HEIGHT = 100;
const LETTER = 118;
/** Stroke width, px. The font's strokes are thin; without it the letters are hard to read. */
const OUTLINE = 2.6;
const PAPER = 255;
const MARGIN = 14;
/** Number of pixels in 256 that are darkened, each by a random amount. */
const DUST = 10;

/** The library's types omit that it accepts a given text instead of one from Math.random. */
const drawOutlines = svgCaptcha as unknown as (text: string, options: object) => string;

export interface Captcha {
  letters: string;
  png: Uint8Array;
}

export async function drawCaptcha(): Promise<Captcha> {
  const letters = Array.from({ length: CAPTCHA_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return { letters, png: await draw(letters) };
}

/** Cryptographically random number from `least` to `most`. */
const any = (least: number, most: number): number => least + (randomInt(1_000_001) / 1_000_000) * (most - least);

function draw(letters: string): Promise<Uint8Array> {
  const step = (WIDTH - 2 * MARGIN) / letters.length;
  const bend = bending();
  const glyphs = [...letters].flatMap((letter, i) =>
    letterAt(letter, MARGIN + step * (i + 0.5), any(0.42, 0.58) * HEIGHT).map((outline) => outline.map(bend)),
  );
  const grey = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  const ink = any(20, 70);
  const paint =
    (shade: number) =>
    (pixel: number, cover: number): void => {
      grey[pixel] = Math.round((grey[pixel] ?? PAPER) * (1 - cover) + shade * cover);
    };
  fill(glyphs, WIDTH, HEIGHT, paint(ink));
  for (const outline of glyphs)
    fill([ribbon([...outline, ...outline.slice(0, 1)], OUTLINE)], WIDTH, HEIGHT, paint(ink));
  // Dark strokes join letters, light strokes cut them; their shades match ink and paper, so they cannot be filtered
  // out.
  for (let i = 0; i < 2; i++) fill([stroke(any(2.5, 4))], WIDTH, HEIGHT, paint(ink));
  for (let i = 0; i < 2; i++) fill([stroke(any(1.5, 2.5))], WIDTH, HEIGHT, paint(PAPER));
  const dust = randomBytes(grey.length);
  for (const [i, grain] of dust.entries()) if (grain < DUST) grey[i] = Math.max(0, (grey[i] ?? PAPER) - grain * 12);
  return encodePng({ width: WIDTH, height: HEIGHT, channels: 1, data: grey });
}

/** A letter's outlines centred at (x, y), randomly rotated and scaled. */
function letterAt(letter: string, x: number, y: number): Polygon[] {
  const svg = drawOutlines(letter, { width: 2 * LETTER, height: 2 * LETTER, fontSize: LETTER, noise: 0 });
  const outlines = polygonsOf(/<path fill="[^"]*" d="([^"]*)"/u.exec(svg)?.[1] ?? '');
  const xs = outlines.flatMap((outline) => outline.map(([px]) => px));
  const ys = outlines.flatMap((outline) => outline.map(([, py]) => py));
  const [mx, my] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const [turn, wide, high] = [any(-0.38, 0.38), any(0.9, 1.1), any(0.9, 1.1)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return outlines.map((outline) =>
    outline.map(([px, py]): Point => {
      const [dx, dy] = [(px - mx) * wide, (py - my) * high];
      return [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
    }),
  );
}

/** Random waves across the whole image, so that a letter never has the same shape twice. */
function bending(): (point: Point) => Point {
  const waves = Array.from({ length: 2 }, () => ({
    length: any(70, 130),
    phase: any(0, 2 * Math.PI),
    height: any(2.5, 5),
  }));
  return ([x, y]) => [
    x +
      waves.reduce((sum, { length, phase, height }) => sum + height * Math.sin((2 * Math.PI * y) / length + phase), 0),
    y +
      waves.reduce((sum, { length, phase, height }) => sum + height * Math.sin((2 * Math.PI * x) / length + phase), 0),
  ];
}

function stroke(width: number): Polygon {
  const [from, over, to] = [any(0.15, 0.85), any(0.1, 0.9), any(0.15, 0.85)].map((part) => part * HEIGHT) as [
    number,
    number,
    number,
  ];
  const line = Array.from({ length: 25 }, (_, i): Point => {
    const t = i / 24;
    return [t * WIDTH, from * (1 - t) ** 2 + 2 * over * t * (1 - t) + to * t ** 2];
  });
  return ribbon(line, width);
}
