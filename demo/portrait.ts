/**
 * Draws faces of people who do not exist, for simulated cameras and demo data: flat shapes from a number, never a
 * photograph. The same number is always the same face.
 */
import { randomFrom } from './random.ts';

export const PORTRAIT = { width: 240, height: 300 } as const;

const SKIN = ['#f3d3bd', '#e6b998', '#d19a74', '#b07850', '#8a5a3b', '#5f3d29'] as const;
const HAIR = ['#1f1a17', '#3a2a20', '#5b4030', '#8c6a45', '#b9a07a', '#8d8f94', '#6d2f22'] as const;
const SHIRT = ['#8fa3c7', '#c78f8f', '#8fc7a3', '#4a5568', '#c7b98f', '#a08fc7', '#e2e6ee'] as const;
const WALL = ['#dde3ec', '#e7e2d8', '#d9e4e0', '#cfd6e2'] as const;

/** @returns an SVG picture. @param look a whole number; each is another face */
export function portraitSvg(look: number): string {
  const next = randomFrom(0x66616365 ^ Math.imul(look + 1, 0x9e3779b1));
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(next() * items.length)] ?? items[0];
  const between = (low: number, high: number): number => Math.round((low + next() * (high - low)) * 10) / 10;
  const [skin, hair, shirt, wall] = [pick(SKIN), pick(HAIR), pick(SHIRT), pick(WALL)];
  const [x, y] = [between(114, 126), between(138, 148)];
  const [wide, high] = [between(54, 66), between(72, 84)];
  const eyes = between(20, 25);
  const eyeY = y - between(6, 14);
  const brow = between(9, 15);
  const mouth = between(13, 23);
  const smile = between(-2, 9);
  const isLong = next() < 0.45;
  const hasGlasses = next() < 0.3;
  const hasBeard = !isLong && next() < 0.25;
  const fringe = between(0.35, 0.62);
  const eye = (side: 1 | -1): string =>
    `<ellipse cx="${x + side * eyes}" cy="${eyeY}" rx="7" ry="4.4" fill="#fff"/>` +
    `<circle cx="${x + side * eyes}" cy="${eyeY}" r="3.6" fill="#2b2320"/>` +
    `<path d="M${x + side * eyes - 9} ${eyeY - brow}q9-5 18 0" stroke="${hair}" stroke-width="3.4" fill="none"/>`;
  const lens = (side: 1 | -1): string =>
    `<circle cx="${x + side * eyes}" cy="${eyeY}" r="14" fill="none" stroke="#2b2f38" stroke-width="2.4"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT.width}" height="${PORTRAIT.height}" viewBox="0 0 240 300">`,
    `<rect width="240" height="300" fill="${wall}"/>`,
    isLong
      ? `<rect x="${x - wide - 9}" y="${y - high * 0.5}" width="${wide * 2 + 18}" height="${high * 1.75}" rx="46" fill="${hair}"/>`
      : '',
    `<path d="M${x - 96} 300q10-62 96-64q86 2 96 64z" fill="${shirt}"/>`,
    `<rect x="${x - 24}" y="${y + high * 0.6}" width="48" height="62" rx="20" fill="${skin}"/>`,
    `<ellipse cx="${x - wide}" cy="${eyeY + 8}" rx="8" ry="14" fill="${skin}"/>`,
    `<ellipse cx="${x + wide}" cy="${eyeY + 8}" rx="8" ry="14" fill="${skin}"/>`,
    `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="${skin}"/>`,
    hasBeard
      ? `<path d="M${x - wide + 4} ${y + 12}q4 ${high - 6} ${wide - 4} ${high - 8}q${wide - 8} -2 ${wide - 4} -${high - 8}q-${wide / 2} 26 -${wide - 4} 24q-${wide / 2} 2 -${wide - 4} -24z" fill="${hair}" opacity="0.85"/>`
      : '',
    `<path d="M${x - wide - 5} ${y - 8}q-2-${high} ${wide + 5}-${high + 6}q${wide + 7} 6 ${wide + 5} ${high + 6}q-10-${Math.round(high * fringe)} -${wide + 5}-${Math.round(high * fringe)}q-${wide - 6} 4 -${wide + 5} ${Math.round(high * fringe)}z" fill="${hair}"/>`,
    eye(-1),
    eye(1),
    hasGlasses ? `${lens(-1)}${lens(1)}<path d="M${x - 7} ${eyeY}h14" stroke="#2b2f38" stroke-width="2.4"/>` : '',
    `<path d="M${x} ${eyeY + 8}q-7 18 2 21" stroke="#00000040" stroke-width="3" fill="none"/>`,
    `<path d="M${x - mouth} ${y + high * 0.5}q${mouth} ${smile} ${mouth * 2} 0" stroke="#8c3f3a" stroke-width="4" stroke-linecap="round" fill="none"/>`,
    '</svg>',
  ].join('');
}
