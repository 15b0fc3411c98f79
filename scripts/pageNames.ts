/**
 * The names of the console's pages, inlined at build time: the first chunk needs the names of pages that are loaded
 * later (src/app/pages.ts).
 */
import { readdirSync } from 'node:fs';

const ENDING = '.page.ts';

export const pageNames = (): string[] =>
  readdirSync(new URL('../src/app/pages', import.meta.url))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

export const definedPages = { __PAGES__: JSON.stringify(pageNames()) };
