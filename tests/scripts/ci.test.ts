/**
 * `.ci/run` sums up the test rounds: its last line is the total, preceded by failed and unstable tests. npm is stubbed
 * here.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = ['unit', 'server', 'e2e', 'pages', 'scaled'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rh-ci-'));
  for (const file of ['.ci/run', 'scripts/count.mjs']) cpSync(join(root, file), join(folder, file));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'sums'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Sum {
  passed: number;
  failed: number;
  failures: string[];
  unstable: string[];
}
/** @param sums reports that the rounds write; a missing one is not written */
const ci = (sums: Partial<Record<string, Partial<Sum>>>, ends = 0): { code: number | null; last: string[] } => {
  for (const [round, sum] of Object.entries(sums))
    writeFileSync(
      join(folder, 'sums', `${round}.sum.json`),
      JSON.stringify({ passed: 2, failed: 0, failures: [], unstable: [], ...sum }),
    );
  writeFileSync(
    join(folder, 'bin', 'npm'),
    `#!/bin/sh\ncase "$*" in test*) cp -r sums test-results; exit ${ends};; esac\n`,
    { mode: 0o755 },
  );
  const { status, stdout } = spawnSync('bash', ['.ci/run'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return { code: status, last: stdout.trimEnd().split('\n').slice(-5) };
};
const good = Object.fromEntries(ROUNDS.map((round) => [round, {}]));

it('sums up what passed', () => {
  const { code, last } = ci(good);
  expect(code).toBe(0);
  expect(last.at(-1)).toBe('10 passed, 0 failed');
});

it('names what is unstable, with its number, and passes', () => {
  const { code, last } = ci({
    ...good,
    server: { unstable: ['tests/a.test.ts > is shaky: timed out'] },
    scaled: { unstable: ['tests/b.test.ts: not loaded'] },
  });
  expect(code).toBe(0);
  expect(last.slice(-4)).toEqual([
    'unstable: tests/a.test.ts > is shaky: timed out',
    'unstable: tests/b.test.ts: not loaded',
    '2 unstable: failed, and passed when run again alone',
    '10 passed, 0 failed',
  ]);
});

it('names what failed', () => {
  const { code, last } = ci({ ...good, pages: { failed: 1, failures: ['tests/a.e2e.ts > fails: why'] } }, 1);
  expect(code).toBe(1);
  expect(last.slice(-2)).toEqual(['pages: tests/a.e2e.ts > fails: why', '10 passed, 1 failed']);
});

it('counts a round without a sum as failed', () => {
  const { e2e: _, ...rest } = good;
  const { code, last } = ci(rest, 1);
  expect(code).toBe(1);
  expect(last.slice(-2)).toEqual(['e2e: the round ended before its results were written', '8 passed, 1 failed']);
});
