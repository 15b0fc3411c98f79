/**
 * `npm run imports`: checks import directions with dependency-cruiser and the .dependency-cruiser.cjs of the current
 * folder. Without its parser the checker would read no files and report nothing, so every source file must be among
 * those read.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const folders = ['contract', 'demo', 'src', 'server', 'simulator', 'tests'].filter((name) => existsSync(name));
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
);
const options = await extractDepcruiseOptions(join(process.cwd(), '.dependency-cruiser.cjs'));
const { output } = await cruise(folders, options, undefined, { tsConfig: extractTSConfig('tsconfig.json') });

const read = new Set(
  output.modules
    .filter((module) => module.dependencies !== undefined && !module.couldNotResolve)
    .map(({ source }) => source),
);
const unread = sources.filter((file) => !read.has(file));
const arrows = output.modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
const problems = output.summary.violations.map(
  ({ rule, from, to, cycle }) =>
    `${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name ?? step).join(' → ') : to}`,
);
if (sources.length === 0) problems.push('there is no source file here');
else if (arrows === 0) problems.push(`not one import was found in ${sources.length} files: the checker read nothing`);
for (const file of unread) problems.push(`the checker did not read ${file}`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${sources.length} files, ${arrows} imports, all in the right direction`);
