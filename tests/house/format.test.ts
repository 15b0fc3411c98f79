/** The check of the format finds unformatted files, files over the line limit and unsorted titles of pages. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFixtureProject, type FixtureProject } from './violationFixtures.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `export const x${i} = ${i};\n`).join('');
let project: FixtureProject;
beforeEach(() => {
  project = createFixtureProject();
  project.write({
    'locales/enUS/routes.json': '{\n  "a": "A",\n  "b": "B"\n}\n',
    'server/longest.ts': lines(400),
    'tests/longest.test.ts': lines(500),
  });
});
afterEach(() => project.remove());
// The packages, and with them the usual place of Prettier's cache, are those of this repository.
const check = () => project.check('format.mjs', '--check', '--cache-location=.prettier-cache');

it('passes formatted files of at most 400 lines, tests of at most 500', () => {
  expect(check()).toEqual({ ok: true, output: '' });
});

it('finds an unformatted file', () => {
  project.write({ 'server/x.ts': `export const x = "1"\n` });
  const { ok, output } = check();
  expect(output).toContain('server/x.ts');
  expect(output).toContain('Some files are not formatted');
  expect(ok).toBe(false);
});

it('finds lines over 120 columns', () => {
  project.write({ 'server/x.ts': `export const x = [${'1000, '.repeat(25)}1];\n` });
  expect(check().ok).toBe(false);
});

it('finds every file over its line limit', () => {
  project.write({ 'server/long.ts': lines(401), 'tests/long.test.ts': lines(501), 'src/ui/long.css': 'a {\n}\n' });
  const { ok, output } = check();
  expect(output).toContain('server/long.ts: 401 lines, limit 400');
  expect(output).toContain('tests/long.test.ts: 501 lines, limit 500');
  expect(output).not.toContain('longest');
  expect(ok).toBe(false);
});

it('finds titles that are not sorted by their keys', () => {
  project.write({ 'locales/enUS/routes.json': '{\n  "b": "B",\n  "a": "A"\n}\n' });
  const { ok, output } = check();
  expect(output).toContain('locales/enUS/routes.json: keys are not sorted');
  expect(ok).toBe(false);
});
