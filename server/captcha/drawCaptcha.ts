/**
 * A picture of letters for a person to read. svg-captcha draws outlines, which a script reads as easily as text; so they are turned,
 * bent, struck through and filled here, and only pixels leave.
 */
import { randomBytes, randomInt } from 'node:crypto';
import svgCaptcha from 'svg-captcha';
import { CAPTCHA_LETTERS } from '../../contract/rules/limits.ts';
import { encodePng } from '../../contract/rules/mapFiles/png.ts';
import { fill, polygonsOf, ribbon, type Point, type Polygon } from './outline.ts';

/** Without those that look alike. Capitals and small letters count as the same. */
const ALPHABET = 'abcdefhkmnpqrtuvwxy34678';
/** Pixels; shown at half that size. */
const WIDTH = 300;
const HEIGHT = 100;
const LETTER = 118;
/** The font is drawn in thin lines; filled alone it is hard to read. */
const OUTLINE = 2.6;
const PAPER = 255;
const MARGIN = 14;
/** Of 256 pixels so many are darkened, each by its own measure. */
const DUST = 10;

/** Its types leave out that it can be called with a text of one's own, instead of one by Math.random. */
const drawOutlines = svgCaptcha as unknown as (text: string, options: object) => string;

export interface Captcha {
  letters: string;
  png: Uint8Array;
}

export async function drawCaptcha(): Promise<Captcha> {
  const letters = Array.from({ length: CAPTCHA_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return { letters, png: await draw(letters) };
}

/** From `least` to `most`, not a number a script could foretell. */
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
  // Strokes of ink join the letters, strokes of paper cut them: neither is told from a letter by its shade.
  for (let i = 0; i < 2; i++) fill([stroke(any(2.5, 4))], WIDTH, HEIGHT, paint(ink));
  for (let i = 0; i < 2; i++) fill([stroke(any(1.5, 2.5))], WIDTH, HEIGHT, paint(PAPER));
  const dust = randomBytes(grey.length);
  for (const [i, grain] of dust.entries()) if (grain < DUST) grey[i] = Math.max(0, (grey[i] ?? PAPER) - grain * 12);
  return encodePng({ width: WIDTH, height: HEIGHT, channels: 1, data: grey });
}

/** Around its middle, turned and scaled by chance. */
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

/** Waves across the whole picture, so that no letter has its own shape twice. */
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
