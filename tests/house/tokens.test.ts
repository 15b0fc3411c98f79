/** The spec's limits are in contract/rules/limits.ts; the values repeated in style sheets must match. */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import {
  MOBILE_BELOW_PX,
  PANEL_FULL_PX,
  PANEL_NARROW_PX,
  SIDEBAR_PX,
  WEEK_BELOW_PX,
} from '../../contract/rules/limits.ts';

let tokens: string;
beforeAll(async () => void (tokens = await readFile('src/ui/styles/tokens.css', 'utf8')));
const token = (name: string) => new RegExp(`${name}:\\s*([^;]+);`, 'u').exec(tokens)?.[1]?.trim();

it.each([
  ['--w-side', `${SIDEBAR_PX}px`],
  ['--w-panel', `${PANEL_FULL_PX}px`],
  ['--w-panel-min', `${PANEL_NARROW_PX}px`],
  ['--menu', '#0f2a63'],
  ['--menu-active', '#4185f2'],
])('%s is %s', (name, value) => expect(token(name)).toBe(value));

it('phones begin where the spec says', async () => {
  const { readdir } = await import('node:fs/promises');
  const sheets = (await readdir('src/ui/styles')).filter((name) => name.endsWith('.css'));
  const widths = new Set<number>();
  for (const sheet of sheets)
    for (const [, width] of (await readFile(`src/ui/styles/${sheet}`, 'utf8')).matchAll(
      /@media[^{]*\((?:max-width:\s*|width\s*<=?\s*)(99\d(?:\.\d+)?)px/gu,
    ))
      widths.add(Math.ceil(Number(width)));
  for (const width of widths) expect([MOBILE_BELOW_PX - 1, MOBILE_BELOW_PX]).toContain(width);
});

it('a timetable has seven columns where the rules count seven days', async () => {
  const tailwind = await readFile('tailwind.config.ts', 'utf8');
  expect(/wide: '(\d+)px'/u.exec(tailwind)?.[1]).toBe(`${WEEK_BELOW_PX}`);
});
