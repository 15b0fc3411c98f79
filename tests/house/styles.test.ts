/**
 * Components are styled with Tailwind utilities. The remaining style sheets hold tokens, the kit and the shell; they may
 * shrink, but not grow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'src/ui/styles';
/** To be lowered when lines go. */
const MOST_LINES = 3_509;
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
  'stopBar.css',
  'surfaces.css',
  'table.css',
  'tokens.css',
  'tooltip.css',
  'topbar.css',
  'visited.css',
];
const sheets = readdirSync(FOLDER).filter((name) => name.endsWith('.css'));

it('style sheets do not grow', () => {
  const lines = sheets.reduce((sum, name) => sum + readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n').length - 1, 0);
  expect(lines).toBeLessThanOrEqual(MOST_LINES);
});

it('no page gets a style sheet of its own', () => {
  expect(sheets.filter((name) => ![...OF_PAGES, ...SHARED].includes(name))).toEqual([]);
});
