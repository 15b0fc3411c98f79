/** Dates and times have one form on every screen (docs/glossary.md): one file formats them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Formats by the browser's locale. */
const FORMATS = /\.toLocale(?:Time|Date)?String\(|new Intl\.DateTimeFormat\(/u;
const formatsTimes = (text: string): boolean => FORMATS.test(text);

it('only siteTime.ts formats them', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .filter((name) => formatsTimes(readFileSync(join('src', name), 'utf8')));
  expect(found).toEqual(['ui/shell/siteTime.ts']);
});

it.each(['new Date(at).toLocaleTimeString()', "new Intl.DateTimeFormat('en').format(at)"])('finds %s', (text) =>
  expect(formatsTimes(text)).toBe(true),
);
