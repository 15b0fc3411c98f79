/**
 * Small text stays readable on a selected row and when hover darkens its background further: computed from the tokens
 * of both themes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'src/ui/styles';
/** WCAG AA for text plus a margin, because browsers round mixed colours. */
const FLOOR = 4.7;
const read = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8');
const tokensIn = (sheet: string): Map<string, string> =>
  new Map([...sheet.matchAll(/(--[\w-]+):\s*([^;]+);/gu)].map(([, name = '', value = '']) => [name, value.trim()]));
const light = tokensIn(read('tokens.css').split(':lang(zh)')[0] ?? '');
const THEMES = { light, dark: new Map([...light, ...tokensIn(read('dark.css'))]) };

type Colour = readonly [number, number, number, number];
function colourOf(theme: ReadonlyMap<string, string>, name: string): Colour {
  const value = theme.get(name) ?? '';
  const other = /^var\((--[\w-]+)\)$/u.exec(value)?.[1];
  if (other !== undefined) return colourOf(theme, other);
  const at = (from: number): number => Number.parseInt(value.slice(from, from + 2), 16);
  expect(value).toMatch(/^#[0-9a-f]{6}([0-9a-f]{2})?$/u);
  return [at(1), at(3), at(5), value.length > 7 ? at(7) / 255 : 1];
}
const over = ([r, g, b, a]: Colour, ground: Colour): Colour => [
  r * a + ground[0] * (1 - a),
  g * a + ground[1] * (1 - a),
  b * a + ground[2] * (1 - a),
  1,
];
const linear = (part: number): number =>
  part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
const lightness = ([r, g, b]: Colour): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
function contrast(words: Colour, ground: Colour): number {
  const [dark = 0, bright = 0] = [lightness(words), lightness(ground)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('words on a chosen row, %s', (name) => {
  const theme = THEMES[name];
  it.each(['--text', '--link', '--selected-text', '--selected-text-2'])('%s', (words) => {
    const ground = colourOf(theme, '--brand-100');
    const hovered = over(colourOf(theme, '--hover'), ground);
    expect(contrast(colourOf(theme, words), ground)).toBeGreaterThan(FLOOR);
    expect(contrast(colourOf(theme, words), hovered)).toBeGreaterThan(FLOOR);
  });
});

it('what is chosen and says no colour of its own has the darker small words', () => {
  const darker = /([^}]*)\{\s*--text-2: var\(--selected-text-2\);/u.exec(read('base.css'))?.[1] ?? '';
  const inSheets = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => [...read(file).matchAll(/([^{};/]+)\{([^{}]*background: var\(--brand-100\);[^{}]*)\}/gu)])
    .filter(([, , rules = '']) => !/[^-]color:/u.test(rules))
    .flatMap(([, selectors = '']) => selectors.split(',').map((one) => one.trim().replace(/ td$/u, '')));
  const inComponents = readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [
      ...readFileSync(`src/ui/${file}`, 'utf8').matchAll(/['"]([^'"\n]*\bbg-brand-100\b[^'"\n]*)['"]/gu),
    ])
    .map(([, names = '']) => names);
  expect(inSheets.length + inComponents.length).toBeGreaterThan(5);
  expect(inSheets.filter((one) => !darker.includes(one))).toEqual([]);
  const OWN = /text-(?:\(--link\)|link|selected-text)|--text-2:var\(--selected-text-2\)/u;
  expect(inComponents.filter((one) => !OWN.test(one))).toEqual([]);
});
