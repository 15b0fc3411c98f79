/**
 * `npm run lint`: oxlint with type-aware rules. Fails unless it has read every source file, because a linter that reads
 * no files finds nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const program = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [program, '--type-aware', '--deny-warnings', ...process.argv.slice(2)],
  { encoding: 'utf8', maxBuffer: 1 << 28 },
);
console.log(stdout.trim());
if (stderr.trim()) console.error(stderr.trim());

const folders = ['contract', 'demo', 'src', 'server', 'simulator', 'tests', 'scripts'].filter((name) =>
  existsSync(name),
);
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tsx?|mjs)$/.test(name)),
);
const read = Number(/on (\d+) files?/.exec(stdout)?.[1] ?? 0);
if (sources.length === 0 || read < sources.length) {
  console.error(`oxlint read ${read} of ${sources.length} source files`);
  process.exit(1);
}
process.exit(status ?? 1);
