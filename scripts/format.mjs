/**
 * `npm run format`: formats every file with Prettier, and sorts the titles of the pages by their keys, so that two
 * branches that add pages do not both add lines at the end. With `--check` it changes nothing and lists unformatted files
 * and files over the line limit. Runs in the current folder; further arguments are passed on to Prettier.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, installPackages, orExit, root, say, SetupError } from './setup.mjs';

/** A longer file has more than one topic. Tests have a higher limit, because they list cases. */
const MOST_LINES = 400;
const MOST_LINES_OF_TESTS = 500;
const FOLDERS = ['contract', 'demo', 'scripts', 'server', 'simulator', 'src', 'tests'];

await orExit(async () => {
  checkNode();
  await installPackages();
  const isCheck = process.argv.includes('--check');
  const more = process.argv.slice(2).filter((argument) => argument !== '--check');
  const args = ['.', isCheck ? '--check' : '--write', '--log-level', 'warn', '--cache', ...more];
  const unsorted = unsortedTitles(isCheck);
  for (const file of unsorted) say(`${file}: keys are not sorted`);
  const child = spawn(process.execPath, [join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs'), ...args], {
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const tooLong = isCheck ? longFiles() : [];
  for (const { file, lines, most } of tooLong) say(`${file}: ${lines} lines, limit ${most}`);
  if (code !== 0 || unsorted.length > 0)
    throw new SetupError(
      isCheck ? 'Some files are not formatted: run "npm run format".' : 'Prettier could not format every file.',
    );
  if (tooLong.length > 0) throw new SetupError('Some files are too long: split them by topic.');
});

/** @returns the files that are not sorted; without `isCheck` they are sorted, and none is left */
function unsortedTitles(isCheck) {
  const files = readdirSync('locales').map((language) => join('locales', language, 'routes.json'));
  return files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const entries = Object.entries(JSON.parse(text)).sort(([one], [other]) => (one < other ? -1 : 1));
    const sorted = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
    if (sorted === text) return false;
    if (!isCheck) writeFileSync(file, sorted);
    return isCheck;
  });
}

function longFiles() {
  return FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs|css)$/u.test(name))
      .map((name) => {
        const file = join(folder, name);
        return {
          file,
          lines: readFileSync(file, 'utf8').split('\n').length - 1,
          most: folder === 'tests' ? MOST_LINES_OF_TESTS : MOST_LINES,
        };
      })
      .filter(({ lines, most }) => lines > most),
  );
}
