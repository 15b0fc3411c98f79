/** Counting test results must not count a broken run as a good one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const module = fileURLToPath(new URL('../../scripts/count.mjs', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rh-count-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const count = (report: object | string, code = 0) => {
  const file = join(folder, 'report.json');
  if (report !== '') writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  const line = `import(${JSON.stringify(module)}).then((m) => console.log(JSON.stringify(m.count(${JSON.stringify(file)}, ${code}))));`;
  return JSON.parse(spawnSync(process.execPath, ['-e', line], { encoding: 'utf8' }).stdout) as unknown;
};
const failures = (report: object) => {
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  const line = `import(${JSON.stringify(module)}).then((m) => console.log(JSON.stringify(m.failures(${JSON.stringify(join(folder, 'report.json'))}))));`;
  return JSON.parse(spawnSync(process.execPath, ['-e', line], { encoding: 'utf8' }).stdout) as unknown;
};
const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) });

it.each([
  ['passed and failed tests', { success: false, numTotalTests: 3, numPassedTests: 2, numFailedTests: 1, testResults: [file('failed', 'passed', 'passed', 'failed')] }, 1, { passed: 2, failed: 1 }],
  ['a file that did not load', { success: false, numTotalTests: 1, numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] }, 1, { passed: 1, failed: 1 }],
  ['an error outside every test', { success: true, numTotalTests: 1, numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] }, 1, { passed: 1, failed: 1 }],
  ['all passed', { success: true, numTotalTests: 1, numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] }, 0, { passed: 1, failed: 0 }],
  ['nothing to run', { success: true, numTotalTests: 0, numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0, { passed: 0, failed: 1 }],
  ['a torn report', '{"numT', 0, { passed: 0, failed: 1 }],
  ['no report', '', 0, { passed: 0, failed: 1 }],
])('counts %s', (_, report, code, expected) => {
  expect(count(report, code)).toEqual(expected);
});

it('names what failed with the first line of why, a file that did not load too', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'passed', fullName: 'is well' }, { status: 'failed', fullName: 'is ill', failureMessages: ['expected 1\nat line 2'] }] },
      { name: 'b.test.ts', status: 'failed', message: 'no such module\nat import', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'is well' }] },
    ],
  };
  expect(failures(report)).toEqual(['a.test.ts > is ill: expected 1', 'b.test.ts: no such module']);
});
