/**
 * Rules for counting test results. Usage: `node scripts/count.mjs <round>` prints "<passed> <failed> <unstable>" of
 * test-results/<round>.sum.json; `node scripts/count.mjs --failed <round>...` and `--unstable <round>...` list the
 * tests with reasons, one per line.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const results = join(root, 'test-results');
export const reportOf = (round) => join(results, `${round}.json`);
export const sumOf = (round) => join(results, `${round}.sum.json`);

/** If more files than this fail, the cause is not chance and none is run again. */
const MOST_REPEATED = 12;

/** The report of a vitest run (reportAll.mjs); undefined if it is missing or incomplete. */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The problems of a run, without duplicates: failed tests, files that did not load, errors outside of tests, a run
 * without tests, and a run that ended before it could report. `file` is absent if unknown.
 */
function problemsOf({ report, code, mayBeEmpty = false }) {
  if (report === undefined) return [{ why: 'the run ended without a report' }];
  if (report.numTotalTests === 0 && report.testResults.length === 0)
    return mayBeEmpty && code === 0 ? [] : [{ why: 'no test was run' }];
  const problems = [];
  // A crashed worker leaves its file's last test pending, and its error names no file.
  let died = 0;
  for (const { name: file, status, message, assertionResults: tests } of report.testResults) {
    const failed = tests.filter((test) => test.status === 'failed');
    const unended = tests.find((test) => test.status === 'pending');
    if (unended !== undefined) died += 1;
    for (const test of failed) problems.push({ file, test: test.fullName, why: firstLine(test.failureMessages?.[0]) });
    if (unended !== undefined) problems.push({ file, test: unended.fullName, why: 'did not end' });
    else if (failed.length === 0 && status === 'failed') problems.push({ file, why: firstLine(message) });
  }
  const told = new Set();
  for (const { file, why } of report.outsideErrors ?? []) {
    if (file === undefined && died-- > 0) continue;
    if (told.has(file)) continue;
    told.add(file);
    problems.push({ file, why: `error outside of every test: ${firstLine(why)}` });
  }
  if (problems.length === 0 && (code !== 0 || !report.success)) problems.push({ why: 'error outside of every test' });
  return problems;
}

/** The files to run a second time. */
export function filesToRepeat(run) {
  const files = new Set(problemsOf(run).map(({ file }) => file));
  // A problem without a file fails the round anyway.
  return files.has(undefined) || files.size > MOST_REPEATED ? [] : [...files];
}

/**
 * Combines a run with the optional second run of its failed files, whose results replace those of the first. A failure
 * counts as unstable only if the same test passed, or the same file had no problem; everything else counts as failed.
 */
export function sumUp(first, again) {
  const before = problemsOf(first);
  const repeated = again?.report?.testResults ?? [];
  const files = new Set(repeated.map(({ name }) => name));
  const after = again === undefined ? [] : problemsOf(again);
  const isMended = ({ file, test }) => {
    const tests = repeated.find(({ name }) => name === file)?.assertionResults;
    if (tests === undefined) return false;
    if (test === undefined)
      return tests.length > 0 && !after.some((problem) => problem.file === file || problem.file === undefined);
    const same = tests.filter(({ fullName }) => fullName === test);
    return same.length > 0 && same.every(({ status }) => status === 'passed');
  };
  const isTold = ({ file, test }) =>
    after.some((problem) => problem.file === file && (test === undefined || problem.test === test));
  const lost = before.filter((problem) => !isMended(problem) && !isTold(problem));
  const failures = [...lost, ...after];
  const kept = (first.report?.testResults ?? []).filter(({ name }) => !files.has(name));
  const passed = [...kept, ...repeated]
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return { passed, failed: failures.length, failures: failures.map(line), unstable: before.filter(isMended).map(line) };
}

const firstLine = (text) => (text ?? '').split('\n', 1)[0];
const line = ({ file, test, why }) =>
  `${file === undefined ? '' : `${isAbsolute(file) ? relative(root, file) : file}${test === undefined ? '' : ` > ${test}`}: `}${why}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first = '', ...rounds] = process.argv.slice(2);
  const sum = (round) =>
    readReport(sumOf(round)) ?? {
      passed: 0,
      failed: 1,
      failures: ['the round ended before its results were written'],
      unstable: [],
    };
  if (first === '--failed')
    for (const round of rounds) for (const each of sum(round).failures) console.log(`${round}: ${each}`);
  else if (first === '--unstable')
    for (const round of rounds) for (const each of sum(round).unstable) console.log(`unstable: ${each}`);
  else console.log(`${sum(first).passed} ${sum(first).failed} ${sum(first).unstable.length}`);
}
