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

describe('source files', () => {
  it('are there', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it('are not called after nothing in particular', () => {
    const vague = sources.filter((name) =>
      /(^|\/)(utils?|helpers?|common|misc|types|index|managers?)(\/|\.tsx?$)/i.test(name),
    );
    expect(vague).toEqual([]);
  });

  it('say why they exist in their first lines', () => {
    const mute = sources.filter(
      (name) => name.endsWith('.ts') && !readFileSync(join(root, name), 'utf8').slice(0, 1500).includes('/**'),
    );
    expect(mute).toEqual([]);
  });

  it('have a test beside every machine', () => {
    // Many tests start their machine through a fake, which imports it. Files that recordedTests.test.ts creates and
    // removes in parallel are skipped.
    const tests = ['tests/machines', 'tests/app', 'tests/fakes']
      .flatMap(under)
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('/recorded-'));
    const words = tests.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
    const alone = under('src/machines').filter(
      (name) => name.endsWith('.machine.ts') && !words.includes(`/${basename(name)}'`),
    );
    expect(alone).toEqual([]);
  });
});
