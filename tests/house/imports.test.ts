/** The check of import directions finds a violation of each of its rules, and fails if it read no files. */
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFixtureProject, type FixtureProject } from './violationFixtures.ts';

let project: FixtureProject;
beforeEach(() => {
  project = createFixtureProject();
  project.write({
    'contract/robot.ts': `export type Robot = { name: string };\n`,
    'src/machines/fleet.machine.ts': `import type { Robot } from '../../contract/robot.ts';\nexport const first = (robots: Robot[]) => robots[0];\n`,
    'src/services/api.ts': `export const api = () => 1;\n`,
    'src/ui/Page.tsx': `import { first } from '../machines/fleet.machine.ts';\nexport const Page = () => <p>{String(first([]))}</p>;\n`,
    'src/app/createApp.ts': `import { api } from '../services/api.ts';\nimport { Page } from '../ui/Page.tsx';\nexport const app = { api, Page };\n`,
    'src/main.tsx': `import { app } from './app/createApp.ts';\napp.api();\n`,
    'locales/home.json': '{}',
    'src/ui/words.ts': `export type Words = typeof import('../../locales/home.json');\n`,
    'src/ui/pages/home/Home.tsx': `export const Home = () => <p />;\n`,
    'server/http/answer.ts': `export const answer = 1;\n`,
    'demo/plan.ts': `export const plan = 1;\n`,
    'server/main.ts': `import { createRequire } from 'node:module';\nexport const need = createRequire;\n`,
    'simulator/main.ts': `import { plan } from '../demo/plan.ts';\nexport const building = plan;\n`,
  });
});
afterEach(() => project.remove());

describe('the check of import directions', () => {
  it('passes a project in order', () => {
    expect(project.check('imports.mjs')).toEqual({
      ok: true,
      output: expect.stringContaining('in the right direction') as string,
    });
  });

  /** Rule, folder or file, a violating file. All are checked in one run, because each run takes seconds. */
  const WRONG = [
    ['machines-know-contract', 'src/machines', `import { api } from '../services/api.ts';\nexport const x = api;\n`],
    [
      'machines-know-contract',
      'src/machines',
      `import type { api } from '../services/api.ts';\nexport type X = typeof api;\n`,
    ],
    ['machines-are-pure', 'src/machines', `import { useState } from 'react';\nexport const x = useState;\n`],
    ['services-know-contract', 'src/services', `import { Page } from '../ui/Page.tsx';\nexport const x = Page;\n`],
    [
      'services-have-no-machines',
      'src/services',
      `import { createActor } from 'xstate';\nexport const x = createActor;\n`,
    ],
    ['ui-knows-machines', 'src/ui', `import { api } from '../services/api.ts';\nexport const x = api;\n`],
    ['ui-carries-no-words', 'src/ui', `import words from '../../locales/home.json';\nexport const x = words;\n`],
    ['ui-reaches-no-world', 'src/ui', `import mqtt from 'mqtt';\nexport const x = mqtt;\n`],
    ['contract-knows-nobody', 'contract', `import { plan } from '../demo/plan.ts';\nexport const x = plan;\n`],
    ['contract-is-small', 'contract', `import { isEqual } from 'rosetta';\nexport const x = isEqual;\n`],
    [
      'the-browser-is-no-node',
      'src/services',
      `import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n`,
    ],
    ['server-knows-contract', 'server', `import { api } from '../src/services/api.ts';\nexport const x = api;\n`],
    ['demo-is-seeded-only', 'server', `import { plan } from '../demo/plan.ts';\nexport const x = plan;\n`],
    ['simulator-is-a-stranger', 'simulator', `import { need } from '../server/main.ts';\nexport const x = need;\n`],
    ['demo-is-data', 'demo', `import { need } from '../server/main.ts';\nexport const x = need;\n`],
    ['products-need-no-dev-packages', 'server', `import { build } from 'vite';\nexport const x = build;\n`],
    ['pages-know-no-pages', 'src/ui/pages/maps', `import { Home } from '../home/Home.tsx';\nexport const x = Home;\n`],
    ['pages-stand-on-top', 'src/ui/kit', `import { Home } from '../pages/home/Home.tsx';\nexport const x = Home;\n`],
    ['app-knows-the-console', 'src/app', `import { need } from '../../server/main.ts';\nexport const x = need;\n`],
    ['main-knows-app', 'src/companion.tsx', `import { api } from './services/api.ts';\nexport const x = api;\n`],
    ['wiring-knows-no-ui', 'src/app/wiring', `import { Page } from '../../ui/Page.tsx';\nexport const x = Page;\n`],
    [
      'features-know-no-http',
      'server/features',
      `import type { answer } from '../http/answer.ts';\nexport type X = typeof answer;\n`,
    ],
    ['repositories-know-rows', 'server/db', `import { need } from '../main.ts';\nexport const x = need;\n`],
    ['sql-is-written-in-db', 'server/fleet', `import { eq } from 'drizzle-orm';\nexport const x = eq;\n`],
    ['no-unresolved', 'server', `import { y } from './y.ts';\nexport const x = y;\n`],
  ] as const;
  it('finds each import that points the wrong way, by the rule that it breaks', () => {
    const planted = WRONG.map(([rule, place, words], i) => ({
      rule,
      file: place.endsWith('.tsx') ? place : `${place}/x${i}.ts`,
      words,
    }));
    project.write(Object.fromEntries(planted.map(({ file, words }) => [file, words])));
    const { ok, output } = project.check('imports.mjs');
    for (const { rule, file } of planted) expect(output).toContain(`${rule}: ${file}`);
    expect(ok).toBe(false);
  });

  it('has no rule without a violation in these tests', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
      forbidden: readonly { name: string }[];
    };
    const seen = new Set<string>(['no-cycles', ...WRONG.map(([rule]) => rule)]);
    expect(forbidden.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });

  it('finds a cycle, of types alone too', () => {
    project.write({
      'contract/a.ts': `import { b } from './b.ts';\nexport const a = () => b;\n`,
      'contract/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
      'contract/c.ts': `import type { D } from './d.ts';\nexport type C = D;\n`,
      'contract/d.ts': `import type { C } from './c.ts';\nexport type D = C[];\n`,
    });
    const { output } = project.check('imports.mjs');
    expect(output).toMatch(/no-cycles: contract\/[ab]/);
    expect(output).toMatch(/no-cycles: contract\/[cd]/);
  });

  it('fails in a folder without sources, and where it finds no import', () => {
    const empty = createFixtureProject();
    expect(empty.check('imports.mjs').ok).toBe(false);
    empty.write({ 'contract/robot.ts': `export type Robot = { name: string };\n` });
    const { ok, output } = empty.check('imports.mjs');
    expect(output).toContain('not one import was found in 1 files');
    expect(ok).toBe(false);
    empty.remove();
  });
});
