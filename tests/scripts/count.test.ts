/**
 * Counting test results: a broken run never counts as passed, and a test that fails again in the repeat is a failure,
 * not unstable.
 */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface FileReport {
  name: string;
  status: string;
  message?: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}
interface Report {
  success: boolean;
  numTotalTests: number;
  testResults: FileReport[];
  outsideErrors?: { file?: string; why: string }[];
}
interface Run {
  report: Report | undefined;
  code: number;
  mayBeEmpty?: boolean;
}
interface Sum {
  passed: number;
  failed: number;
  failures: string[];
  unstable: string[];
}

const { filesToRepeat, readReport, sumUp } = (await import(
  fileURLToPath(new URL('../../scripts/count.mjs', import.meta.url))
)) as {
  filesToRepeat: (run: Run) => string[];
  readReport: (path: string) => Report | undefined;
  sumUp: (first: Run, again?: Run) => Sum;
};

/**
 * A test file's report by its tests: `{ 'is fine': 'passed', 'is shaky': 'failed' }`; empty for a file that did not
 * load.
 */
const file = (name: string, tests: Record<string, string>, message = ''): FileReport => ({
  name,
  status: message !== '' || Object.values(tests).includes('failed') ? 'failed' : 'passed',
  message,
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    ...(status === 'failed' ? { failureMessages: [`why ${fullName}\nat line 2`] } : {}),
  })),
});
const run = (testResults: FileReport[], outsideErrors: Report['outsideErrors'] = []): Run => {
  const good = testResults.length > 0 && testResults.every(({ status }) => status === 'passed');
  const report = {
    success: good,
    numTotalTests: testResults.flatMap(({ assertionResults }) => assertionResults).length,
    testResults,
    outsideErrors,
  };
  return { report, code: good && outsideErrors.length === 0 ? 0 : 1 };
};
const died: Run = { report: undefined, code: 1 };
const fine = file('b', { 'is fine': 'passed' });
const shaky = file('a', { 'is well': 'passed', 'is shaky': 'failed' });
const mended = file('a', { 'is well': 'passed', 'is shaky': 'passed' });

it.each<[string, Run, Omit<Sum, 'unstable'>]>([
  ['passed and failed tests', run([shaky, fine]), { passed: 2, failed: 1, failures: ['a > is shaky: why is shaky'] }],
  [
    'a file that did not load',
    run([fine, file('a', {}, 'no such module\nat import')]),
    { passed: 1, failed: 1, failures: ['a: no such module'] },
  ],
  [
    'an error outside of every test',
    run([fine], [{ file: 'b', why: 'loose\nat b' }]),
    { passed: 1, failed: 1, failures: ['b: error outside of every test: loose'] },
  ],
  [
    'many such errors of one file',
    run(
      [fine],
      [
        { file: 'b', why: 'loose' },
        { file: 'b', why: 'too' },
      ],
    ),
    { passed: 1, failed: 1, failures: ['b: error outside of every test: loose'] },
  ],
  [
    'such an error beside a failed test',
    run([shaky], [{ why: 'loose' }]),
    { passed: 1, failed: 2, failures: ['a > is shaky: why is shaky', 'error outside of every test: loose'] },
  ],
  [
    'an end that the report does not explain',
    { ...run([fine]), code: 1 },
    { passed: 1, failed: 1, failures: ['error outside of every test'] },
  ],
  [
    'a worker that died',
    run([file('a', { 'is well': 'passed', dies: 'pending' })], [{ why: 'Worker exited' }]),
    { passed: 1, failed: 1, failures: ['a > dies: did not end'] },
  ],
  ['all passed', run([fine]), { passed: 1, failed: 0, failures: [] }],
  ['nothing to run', run([]), { passed: 0, failed: 1, failures: ['no test was run'] }],
  [
    'nothing to run where that may be',
    { ...run([]), code: 0, mayBeEmpty: true },
    { passed: 0, failed: 0, failures: [] },
  ],
  ['no report', died, { passed: 0, failed: 1, failures: ['the run ended without a report'] }],
])('counts %s', (_, first, expected) => {
  expect(sumUp(first)).toEqual({ ...expected, unstable: [] });
});

it('takes a report that is not there for none', () => {
  expect(readReport('/nowhere/unit.json')).toBeUndefined();
  expect(readReport(fileURLToPath(import.meta.url))).toBeUndefined();
});

it('repeats each failed file once', () => {
  const two = file('a', { one: 'failed', two: 'failed' });
  expect(filesToRepeat(run([two, fine, file('c', {}, 'no such module')], [{ file: 'b', why: 'loose' }]))).toEqual([
    'a',
    'c',
    'b',
  ]);
});

it.each<[string, Run]>([
  ['all passed', run([fine])],
  ['there was nothing to run', run([])],
  ['the run left no report', died],
  ['an error belongs to no file', run([shaky], [{ why: 'loose' }])],
  ['so much failed that it is no accident', run([...'abcdefghijklm'].map((name) => file(name, { it: 'failed' })))],
])('repeats nothing when %s', (_, first) => {
  expect(filesToRepeat(first)).toEqual([]);
});

it('counts what passes when repeated, and names it with the first reason', () => {
  expect(sumUp(run([shaky, fine]), run([mended]))).toEqual({
    passed: 3,
    failed: 0,
    failures: [],
    unstable: ['a > is shaky: why is shaky'],
  });
});

it.each<[string, Run, Run, Sum]>([
  [
    'that fails again',
    run([shaky, fine]),
    run([shaky]),
    { passed: 2, failed: 1, failures: ['a > is shaky: why is shaky'], unstable: [] },
  ],
  [
    'whose other test fails then',
    run([shaky]),
    run([file('a', { 'is well': 'failed', 'is shaky': 'passed' })]),
    { passed: 1, failed: 1, failures: ['a > is well: why is well'], unstable: ['a > is shaky: why is shaky'] },
  ],
  [
    'whose failed test is not among those run then',
    run([shaky]),
    run([file('a', { 'is well': 'passed' })]),
    { passed: 1, failed: 1, failures: ['a > is shaky: why is shaky'], unstable: [] },
  ],
  [
    'whose failed test is left out then',
    run([shaky]),
    run([file('a', { 'is well': 'passed', 'is shaky': 'skipped' })]),
    { passed: 1, failed: 1, failures: ['a > is shaky: why is shaky'], unstable: [] },
  ],
  [
    'when the second run dies',
    run([shaky, fine]),
    died,
    { passed: 2, failed: 2, failures: ['a > is shaky: why is shaky', 'the run ended without a report'], unstable: [] },
  ],
  [
    'when the second run ends in an error of its own',
    run([shaky]),
    run([mended], [{ file: 'a', why: 'loose' }]),
    {
      passed: 2,
      failed: 1,
      failures: ['a: error outside of every test: loose'],
      unstable: ['a > is shaky: why is shaky'],
    },
  ],
  [
    'that loads then, with a failed test',
    run([file('a', {}, 'no such module')]),
    run([shaky]),
    { passed: 1, failed: 1, failures: ['a > is shaky: why is shaky'], unstable: [] },
  ],
  [
    'that loads then',
    run([file('a', {}, 'no such module')]),
    run([mended]),
    { passed: 2, failed: 0, failures: [], unstable: ['a: no such module'] },
  ],
  [
    'that does not load again',
    run([file('a', {}, 'no such module')]),
    run([file('a', {}, 'no such module')]),
    { passed: 0, failed: 1, failures: ['a: no such module'], unstable: [] },
  ],
  [
    'with an error outside of every test, gone then',
    run([fine], [{ file: 'b', why: 'loose' }]),
    run([fine]),
    { passed: 1, failed: 0, failures: [], unstable: ['b: error outside of every test: loose'] },
  ],
  [
    'with an error outside of every test, there again',
    run([fine], [{ file: 'b', why: 'loose' }]),
    run([fine], [{ file: 'b', why: 'loose' }]),
    { passed: 1, failed: 1, failures: ['b: error outside of every test: loose'], unstable: [] },
  ],
])('sums up a file %s', (_, first, again, expected) => {
  expect(sumUp(first, again)).toEqual(expected);
});
