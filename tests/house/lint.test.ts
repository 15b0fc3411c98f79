/** Each rule that .oxlintrc.json turns on finds a violation: promises, hooks, any, default exports, private parts of XState. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFixtureProject, type FixtureProject } from './violationFixtures.ts';

let project: FixtureProject;
beforeEach(() => {
  project = createFixtureProject();
});
afterEach(() => project.remove());

/** Rule, file, its content. All are checked in one run, because each run takes seconds. */
const WRONG = [
  ['no-floating-promises', 'server/x.ts', `const send = async () => 1;\nexport const x = () => {\n  send();\n};\n`],
  [
    'no-misused-promises',
    'server/x.ts',
    `const isOpen = async () => true;\nexport const x = () => (isOpen() ? 1 : 2);\n`,
  ],
  ['no-explicit-any', 'server/x.ts', `export const x = (y: any) => String(y);\n`],
  ['no-default-export', 'server/x.ts', `export default 1;\n`],
  ['no-restricted-properties', 'src/app/x.ts', `export const x = (system: { _relay(): void }) => system._relay();\n`],
  [
    'no-restricted-properties',
    'tests/x.ts',
    `export const x = ({ implementations }: { implementations: object }) => implementations;\n`,
  ],
  [
    'rules-of-hooks',
    'src/ui/x.tsx',
    `import { useState } from 'react';\nexport function X({ on }: { on: boolean }) {\n  if (on) {\n    const [y] = useState(0);\n    return <p>{y}</p>;\n  }\n  return null;\n}\n`,
  ],
  [
    'exhaustive-deps',
    'src/ui/x.tsx',
    `import { useEffect } from 'react';\nexport function X({ send }: { send: () => void }) {\n  useEffect(() => {\n    send();\n  }, []);\n  return null;\n}\n`,
  ],
  ['no-var', 'server/x.ts', `export var x = 1;\n`],
  ['prefer-const', 'server/x.ts', `export const x = () => {\n  let y = 1;\n  return y;\n};\n`],
  ['eqeqeq', 'server/x.ts', `export const x = (y: number, z: number) => y == z;\n`],
  ['no-console', 'server/x.ts', `export const x = () => console.log(1);\n`],
  ['no-unused-vars', 'server/x.ts', `const y = 1;\nexport const x = 2;\n`],
] as const;

describe('the linter', () => {
  it('finds a violation of each rule', () => {
    const planted = WRONG.map(([rule, file, words], i) => ({ rule, file: file.replace('x.ts', `x${i}.ts`), words }));
    project.write(Object.fromEntries(planted.map(({ file, words }) => [file, words])));
    const { ok, output } = project.check('lint.mjs', '--format=unix');
    const lines = output.split('\n');
    for (const { rule, file } of planted)
      expect(lines.filter((line) => line.startsWith(`${file}:`)).join('\n'), file).toContain(rule);
    expect(ok).toBe(false);
  });

  it('has no rule without a violation in these tests', () => {
    const { rules } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as { rules: Record<string, unknown> };
    const on = Object.keys(rules).filter((name) => rules[name] !== 'off');
    const seen = new Set<string>(WRONG.map(([rule]) => rule));
    expect(on.filter((name) => !seen.has(name.split('/').at(-1) ?? ''))).toEqual([]);
  });

  it('finds each private part of XState that is listed', () => {
    const { rules } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
      rules: { 'no-restricted-properties': readonly [string, ...{ property: string }[]] };
    };
    const [, ...parts] = rules['no-restricted-properties'];
    const names = parts.map(({ property }) => property);
    const lines = names.map((name, i) => `export const x${i} = (system: { ${name}: number }) => system.${name};`);
    project.write({ 'src/app/x.ts': `${lines.join('\n')}\n` });
    const { output } = project.check('lint.mjs', '--format=unix');
    const found = names.filter((_, i) => output.includes(`src/app/x.ts:${i + 1}:`));
    expect(found).toEqual(names);
    expect(names.length).toBeGreaterThan(20);
  });

  it('lets one file touch the private parts of XState', () => {
    const words = `export const x = (system: { _relay(): void }) => system._relay();\n`;
    project.write({ 'src/machines/xstateInternals.ts': words });
    expect(project.check('lint.mjs').ok).toBe(true);
  });

  it('passes a file in order, and fails where it reads none', () => {
    expect(project.check('lint.mjs').ok).toBe(false);
    project.write({ 'server/x.ts': `export const x = 1;\n` });
    expect(project.check('lint.mjs').ok).toBe(true);
  });
});
