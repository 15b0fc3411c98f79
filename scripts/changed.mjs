/**
 * `npm test -- --changed [ref]`: runs the tests affected by changes in the working tree or since `ref`. Builds first if
 * browser tests are among them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { browserTests, browserTestsFor, staticTestsFor } from './changedFiles.mjs';
import { results } from './count.mjs';
import { BROWSER_ROUNDS, ROUNDS, runRound, vitest } from './rounds.mjs';
import { root, say, SetupError } from './setup.mjs';

/** @returns the number of failures */
export async function runChanged(ref) {
  const changed = changedSince(ref);
  if (changed.length === 0) say('nothing changed');
  if (changed.length === 0) return 0;
  const browser = browserTestsFor(changed, browserTests(root));
  const others = Object.entries(ROUNDS).filter(([round]) => !BROWSER_ROUNDS.includes(round));
  const imported = await importing(
    others.flatMap(([, projects]) => projects),
    ref,
  );
  const ofChecks = staticTestsFor(changed);
  say(
    `${changed.length} files changed: ${imported.length} test files import them, ${browser.length} test them in a browser`,
  );

  if (browser.length > 0) {
    const { build } = await import('./build.mjs');
    await build('server');
    await build('web');
  }
  let failed = 0;
  for (const [round, projects] of Object.entries(ROUNDS)) {
    const files = BROWSER_ROUNDS.includes(round)
      ? browser
      : [
          ...imported.filter(({ project }) => projects.includes(project)).map(({ file }) => file),
          ...(projects.includes('house') ? ofChecks : []),
        ];
    if (files.length > 0)
      failed += (await runRound(round, projects, { args: ['--passWithNoTests', ...files], mayBeEmpty: true })).failed;
  }
  return failed;
}

function changedSince(ref) {
  const git = (...args) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
        .split('\n')
        .filter((line) => line !== '');
    } catch (error) {
      throw new SetupError(`git cannot list the changes: ${String(error.stderr ?? error.message).trim()}`);
    }
  };
  return [
    ...new Set([
      ...(ref === undefined ? [] : git('diff', '--name-only', `${ref}...HEAD`)),
      ...git('diff', '--name-only', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

/** The test files that import changed files, as found by vitest. */
async function importing(projects, ref) {
  const list = join(results, 'changed.json');
  rmSync(list, { force: true });
  const code = await vitest([
    'list',
    '--filesOnly',
    `--json=${list}`,
    ...(ref === undefined ? ['--changed'] : ['--changed', ref]),
    ...projects.map((project) => `--project=${project}`),
  ]);
  if (code !== 0) throw new SetupError('vitest cannot list the tests that import changed files; see its output above.');
  return JSON.parse(readFileSync(list, 'utf8')).map(({ file, projectName }) => ({
    file: relative(root, file),
    project: projectName,
  }));
}
