/** The type check finds a type error, with the strict options of this repository. */
import { expect, it } from 'vitest';
import { createFixtureProject } from './violationFixtures.ts';

it('finds errors of types, and passes without them', () => {
  const project = createFixtureProject();
  const check = () => project.check('typescript/bin/tsc', '--noEmit');
  project.write({ 'contract/x.ts': `export const first = (names: string[]): string | undefined => names[0];\n` });
  expect(check()).toEqual({ ok: true, output: '' });
  project.write({
    'contract/y.ts': `export const first = (names: string[]): string => names[0];\n`,
    'contract/z.ts': `export const x: { y?: number } = { y: undefined };\n`,
  });
  const { ok, output } = check();
  expect(output).toContain('contract/y.ts(1,');
  expect(output).toContain('contract/z.ts(1,');
  expect(ok).toBe(false);
  project.remove();
});
