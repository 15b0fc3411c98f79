/**
 * A text that several pages show is written once: in `common`, in the texts of the frame, or in `shared`.
 *
 * The texts of `shared` are loaded with the pages after home (src/app/definePage.ts). Whatever appears without such a
 * page — sign-in, home and the frame around it, pages of visitors, the companion — would show their keys instead.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const PAGES = 'src/app/pages';
const pageFiles = readdirSync(PAGES).map((name) => join(PAGES, name));
const hasShared = (file: string): boolean => {
  const text = readFileSync(file, 'utf8');
  return !/frame: 'bare'|isFirst: true/u.test(text) || /locales: \[[^\]]*'shared'/u.test(text);
};

/** The files of src that a file imports, directly or not, at once or later; pages only start from their own file. */
function importedBy(start: string): ReadonlySet<string> {
  const found = new Set([start]);
  for (const file of found) {
    if (!/\.tsx?$/u.test(file)) continue;
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const target = join(dirname(file), fileName);
      if (
        fileName.startsWith('.') &&
        target.startsWith('src/') &&
        !target.startsWith(`${PAGES}/`) &&
        existsSync(target)
      )
        found.add(target);
    }
  }
  return found;
}

const usersOfShared = (start: string): string[] =>
  [...importedBy(start)].filter((file) => /\.tsx?$/u.test(file) && /'shared\.\w/u.test(readFileSync(file, 'utf8')));

/** At most this many of a thousand texts repeat another one in both languages. May only fall. */
const MOST_REPEATED_PER_MILLE = 20;

/** All texts of a language by key; the forms of a plural are one text. */
function textsIn(language: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const read = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else if (typeof value === 'object' && value !== null && 'other' in value && typeof value.other === 'string')
      texts.set(key, JSON.stringify(value));
    else for (const [name, below] of Object.entries(value ?? {})) read(below, `${key}.${name}`);
  };
  for (const file of readdirSync(`locales/${language}`))
    read(JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')), file.replace('.json', ''));
  return texts;
}

it('few texts repeat another one', () => {
  const [zhCN, enUS] = [textsIn('zhCN'), textsIn('enUS')];
  const seen = new Map<string, string>();
  const repeated: string[] = [];
  for (const [key, text] of enUS) {
    const both = `${text} | ${zhCN.get(key)}`;
    const first = seen.get(both);
    if (first === undefined) seen.set(both, key);
    else repeated.push(`${key} repeats ${first}: ${both}`);
  }
  const perMille = Math.round((repeated.length / enUS.size) * 1_000);
  expect(perMille, repeated.join('\n')).toBeLessThanOrEqual(MOST_REPEATED_PER_MILLE);
});

describe('texts of `shared`', () => {
  const without = [...pageFiles.filter((file) => !hasShared(file)), 'src/main.tsx', 'src/companion.tsx'];

  it('home, sign-in and the pages of visitors do without them', () => {
    expect(without).toContain(join(PAGES, 'home.page.ts'));
    expect(importedBy('src/main.tsx')).toContain('src/ui/pages/signIn/DemoAccounts.tsx');
  });

  it.each(without)('%s shows none', (file) => {
    expect(usersOfShared(file)).toEqual([]);
  });

  it('a page after home shows some, so the search follows imports', () => {
    expect(usersOfShared(join(PAGES, 'maps.page.ts'))).not.toEqual([]);
  });
});

/** The texts that the frame brings with itself, beside those of sign-in, which are always there. */
const OF_FRAME = ['alarmEvents', 'common', 'robotErrors', 'routes', 'shell', 'signIn', 'status', 'tasks'];

it('the frame shows no texts of a page, which may not be loaded', () => {
  const areas = readdirSync('locales/enUS').map((name) => name.replace('.json', ''));
  const others = areas.filter((area) => !OF_FRAME.includes(area));
  const found = [...importedBy('src/ui/shell/Shell.tsx')]
    .filter((file) => file.startsWith('src/ui/') && /\.tsx?$/u.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return others
        .filter((area) => new RegExp(`\\bt\\([^)]*'${area}\\.\\w`, 'u').test(text))
        .map((area) => `${file}: ${area}`);
    });
  expect(found).toEqual([]);
});

it.each(pageFiles.filter((file) => /frame: 'bare'/u.test(readFileSync(file, 'utf8'))))(
  '%s has the texts of the ages that it shows',
  (file) => {
    if (importedBy(file).has('src/ui/labels/useAge.ts'))
      expect(readFileSync(file, 'utf8')).toMatch(/locales: \[[^\]]*'status'/u);
  },
);
