/**
 * Counts what a round of tests left in test-results/<round>.json. As a program: `node scripts/count.mjs <round>` prints
 * "<passed> <failed>".
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = count(reportOf(process.argv[2] ?? ''));
  console.log(`${passed} ${failed}`);
}
