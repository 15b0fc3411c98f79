/** Files are small and named after their content; every machine has tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const under = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name).replaceAll('\\', '/'),
      )
    : [];
const sources = ['contract', 'demo', 'src', 'server', 'simulator']
  .flatMap(under)
  .filter((name) => /\.(tsx?|css)$/.test(name));

const text = (name: string): string => readFileSync(join(root, name), 'utf8');
const vagueIn = (names: readonly string[]): string[] =>
  names.filter((name) => /(^|\/)(utils?|helpers?|common|misc|types|index|managers?)(\/|\.tsx?$)/i.test(name));
const muteIn = (texts: Readonly<Record<string, string>>): string[] =>
  Object.keys(texts).filter((name) => name.endsWith('.ts') && !texts[name]?.slice(0, 1500).includes('/**'));
const untestedIn = (names: readonly string[], tests: string): string[] =>
  names.filter((name) => name.endsWith('.machine.ts') && !tests.includes(`/${basename(name)}'`));

describe('source files', () => {
  it('are there', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it('are not called after nothing in particular', () => {
    expect(vagueIn(sources)).toEqual([]);
    const planted = ['src/ui/utils.ts', 'server/helpers/x.ts', 'contract/types.ts', 'src/ui/index.tsx'];
    expect(vagueIn([...planted, 'src/ui/indexes.ts', 'server/typesOfRobots.ts'])).toEqual(planted);
  });

  it('say why they exist in their first lines', () => {
    expect(muteIn(Object.fromEntries(sources.map((name) => [name, text(name)])))).toEqual([]);
    expect(muteIn({ 'server/x.ts': 'export const x = 1;\n', 'server/y.ts': '/** Why. */\n' })).toEqual(['server/x.ts']);
  });

  it('have a test beside every machine', () => {
    // Many tests start their machine through a fake, which imports it. Files that recordedTests.test.ts creates and
    // removes in parallel are skipped.
    const tests = ['tests/machines', 'tests/app', 'tests/fakes']
      .flatMap(under)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('/recorded-'));
    const words = tests.map(text).join('\n');
    expect(untestedIn(under('src/machines'), words)).toEqual([]);
    expect(untestedIn(['src/machines/new/new.machine.ts'], words)).toEqual(['src/machines/new/new.machine.ts']);
  });
});
