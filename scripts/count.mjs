/**
 * Counts what a round of tests left in test-results/<round>.json. As a program: `node scripts/count.mjs <round>` prints
 * "<passed> <failed>", `node scripts/count.mjs --failed <round>...` what failed and why, a line each.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const results = fileURLToPath(new URL('../test-results', import.meta.url));
export const reportOf = (round) => join(results, `${round}.json`);

/**
 * A file that does not load counts as one that failed; so do an error outside every test (`code`, what vitest ended with),
 * a round in which there was nothing to run, and one that ended before it could report.
 */
export function count(report, code = 0) {
  let read;
  try {
    read = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const unloaded = read.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length;
  const failed = read.numFailedTests + unloaded;
  const wrong = code !== 0 || !read.success || read.numTotalTests === 0;
  return { passed: read.numPassedTests, failed: failed === 0 && wrong ? 1 : failed };
}

/** What failed, with the first line of why, and every file that did not load. A round that left no report has nothing to tell. */
export function failures(report) {
  let read;
  try {
    read = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return [];
  }
  return read.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages[0])}`);
  });
}
const firstLine = (text) => (text ?? '').split('\n', 1)[0];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first = '', ...rounds] = process.argv.slice(2);
  if (first === '--failed') {
    for (const round of rounds) for (const line of failures(reportOf(round))) console.log(`${round}: ${line}`);
  } else {
    const { passed, failed } = count(reportOf(first));
    console.log(`${passed} ${failed}`);
  }
}
