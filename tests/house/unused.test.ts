/** The check of unused code finds unused files, exports and dependencies. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildHouse, type House } from './planted.ts';

let house: House;
beforeEach(() => {
  house = buildHouse();
  house.write({
    'server/main.ts': `import { used } from './parts.ts';\nused();\n`,
    'server/parts.ts': `export const used = () => 1;\nexport const forgotten = 2;\n`,
    'server/left.ts': `export const left = 1;\n`,
  });
});
afterEach(() => house.leave());

it('finds what nothing uses', () => {
  const { dependencies } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  ) as { dependencies: Record<string, string> };
  const { ok, said } = house.check('knip/bin/knip.js');
  expect(ok).toBe(false);
  expect(said).toMatch(/Unused files[^]*server\/left\.ts/);
  expect(said).toMatch(/Unused exports[^]*forgotten/);
  expect(said).toMatch(/Unused dependencies[^]*fastify/);
  expect(dependencies.fastify).toBeDefined();
});
