/** The check of unused code finds unused files, exports and dependencies, and what is used without being there. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFixtureProject, type FixtureProject } from './violationFixtures.ts';

let project: FixtureProject;
beforeEach(() => {
  project = createFixtureProject();
  project.write({
    'server/main.ts': `import { used } from './parts.ts';\nused();\n`,
    'server/parts.ts': `export const used = () => 1;\nexport const forgotten = 2;\n`,
    'server/left.ts': `export const left = 1;\n`,
    'simulator/main.ts': `import 'is-odd';\nimport './gone.ts';\n`,
  });
});
afterEach(() => project.remove());

it('finds what nothing uses', () => {
  const { dependencies } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  ) as { dependencies: Record<string, string> };
  const { ok, output } = project.check('knip/bin/knip.js');
  expect(ok).toBe(false);
  expect(output).toMatch(/Unused files[^]*server\/left\.ts/);
  expect(output).toMatch(/Unused exports[^]*forgotten/);
  expect(output).toMatch(/Unused dependencies[^]*fastify/);
  expect(output).toMatch(/Unused devDependencies[^]*playwright-core/);
  expect(output).toMatch(/Unlisted dependencies[^]*is-odd/);
  expect(output).toMatch(/Unresolved imports[^]*\.\/gone\.ts/);
  expect(dependencies.fastify).toBeDefined();
});
