/**
 * Components are styled with Tailwind utilities. The remaining style sheets hold tokens, the kit and the shell; they may
 * shrink, but not grow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import colours from 'tailwindcss/colors';
import { expect, it } from 'vitest';
import config from '../../tailwind.config.ts';

const FOLDER = 'src/ui/styles';
/** To be lowered when lines go. */
const MOST_LINES = 3_449;
/** Sheets with the styles of one page. A new page has none. */
const OF_PAGES = ['home.css', 'peek.css', 'robotData.css', 'signin.css'];
/** Tokens, entry points, the kit and the shell. */
const SHARED = [
  'base.css',
  'chart.css',
  'choices.css',
  'companionDialog.css',
  'companionIndex.css',
  'companionPoint.css',
  'controls.css',
  'dark.css',
  'fields.css',
  'floating.css',
  'frame.css',
  'index.css',
  'later.css',
  'list.css',
  'map.css',
  'overlays.css',
  'page.css',
  'palette.css',
  'robotCard.css',
  'shell.css',
  'status.css',
  'surfaces.css',
  'table.css',
  'tokens.css',
  'tooltip.css',
  'topbar.css',
  'visited.css',
];
const linesOf = (sheets: Readonly<Record<string, string>>): number =>
  Object.values(sheets).reduce((sum, text) => sum + text.split('\n').length - 1, 0);
const unknownIn = (sheets: Readonly<Record<string, string>>): string[] =>
  Object.keys(sheets).filter((name) => ![...OF_PAGES, ...SHARED].includes(name));

const sheets = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]),
);

it('style sheets do not grow', () => {
  expect(linesOf(sheets)).toBeLessThanOrEqual(MOST_LINES);
});

it('the limit is lowered when lines go', () => {
  expect(linesOf(sheets)).toBeGreaterThan(MOST_LINES - 50);
});

/** Of the shell's containers: with `:has()`, each change inside them would restyle everything in them. */
const CONTAINERS = /(?:\.app|\.main)(?:\[[^\]]*\])*:has\(/u;

it('no style of the shell asks what is inside of its containers', () => {
  expect(Object.keys(sheets).filter((name) => CONTAINERS.test(sheets[name] ?? ''))).toEqual([]);
  expect('.main:has(> .page) {').toMatch(CONTAINERS);
});

it('no page gets a style sheet of its own', () => {
  expect(unknownIn(sheets)).toEqual([]);
});

it('finds added lines and a new sheet', () => {
  const grown = { ...sheets, 'base.css': `${sheets['base.css']}${'a {\n}\n'.repeat(50)}` };
  expect(linesOf(grown)).toBeGreaterThan(MOST_LINES);
  expect(unknownIn({ ...sheets, 'newPage.css': '' })).toEqual(['newPage.css']);
});

/** Colours of Tailwind that the config does not have: such a utility would be no style at all. */
const missingColours = (text: string): string[] => {
  const known: Readonly<Record<string, unknown>> = config.theme.colors;
  const names = Object.keys(colours).filter((name) => !(name in known));
  const utility = new RegExp(
    `(?:bg|text|border|outline|ring|fill|stroke)-(?:${names.join('|')})(?![\\w-]*[a-z])[-/\\d]*`,
    'gu',
  );
  return [...text.matchAll(utility)].map(([found]) => found);
};

it('components use no colour that the config does not have', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((name) => missingColours(readFileSync(`src/${name}`, 'utf8')))).toEqual([]);
  expect(missingColours('class="bg-red-500/60 text-white text-gray-400 bg-brand-50"')).toEqual([
    'bg-red-500/60',
    'text-gray-400',
  ]);
});
