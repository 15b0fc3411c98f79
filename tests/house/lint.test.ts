/** The required linter rules are on: promises, hooks, any, default exports, private parts of XState. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildHouse, type House } from './planted.ts';

let house: House;
beforeEach(() => {
  house = buildHouse();
});
afterEach(() => house.leave());

describe('the linter', () => {
  it.each([
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
  ])('finds %s', (rule, file, words) => {
    house.write({ [file]: words });
    const { ok, said } = house.check('lint.mjs');
    expect(said).toContain(rule);
    expect(ok).toBe(false);
  });

  it('lets one file touch the private parts of XState', () => {
    const words = `export const x = (system: { _relay(): void }) => system._relay();\n`;
    house.write({ 'src/machines/xstateInternals.ts': words });
    expect(house.check('lint.mjs').ok).toBe(true);
  });

  it('passes a file in order, and fails where it reads none', () => {
    expect(house.check('lint.mjs').ok).toBe(false);
    house.write({ 'server/x.ts': `export const x = 1;\n` });
    expect(house.check('lint.mjs').ok).toBe(true);
  });
});
