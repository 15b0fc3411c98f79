/**
 * `npm run bench`: runs every tests/bench/*.bench.ts, one after another so that they do not disturb each other, and
 * prints the measured figures next to their bounds. A bench prints lines like {"figure":"sign-in
 * page","value":71,"unit":"KiB","bound":100}; with "atLeast":true the bound is a minimum. A missed bound is reported
 * but does not fail the run.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, findBrowser, installPackages, orExit, root, say, SetupError } from './setup.mjs';

await orExit(async () => {
  checkNode();
  await installPackages();
  process.env.CHROMIUM_PATH = await findBrowser();
  const { build } = await import('./build.mjs');
  await build('server');
  await build('web');

  const folder = join(root, 'tests', 'bench');
  const wanted = process.argv.slice(2);
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
  );
  if (files.length === 0)
    throw new SetupError(`There is no bench in ${folder}${wanted.length > 0 ? ` named ${wanted.join(' or ')}` : ''}.`);
  const figures = [];
  const broken = [];
  for (const file of files.sort()) {
    say(file);
    const { code, figures: measured } = await run(join(folder, file));
    figures.push(...measured);
    if (code !== 0 || measured.length === 0) broken.push(file);
  }
  print(figures);
  if (broken.length > 0) throw new SetupError(`No measurements, or ended with an error: ${broken.join(', ')}`);
});

function run(file) {
  const figures = [];
  // The machines find their files with import.meta.glob, which only Vite resolves.
  const needsVite = readFileSync(file, 'utf8').includes("/src/machines/all.ts'");
  const start = needsVite ? [join(root, 'scripts', 'withVite.mjs')] : ['--import', 'tsx'];
  const child = spawn(process.execPath, [...start, file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const figure = asFigure(line);
      if (figure) figures.push(figure);
      else console.log(`  ${line}`);
    }
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, figures })));
}

function asFigure(line) {
  if (!line.startsWith('{"figure"')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function print(figures) {
  const rows = figures.map(({ figure, value, unit, bound, atLeast }) => {
    // A figure without a value, for example because nothing was measured in time.
    const met =
      value === null
        ? 'missed'
        : bound === undefined
          ? ''
          : (atLeast ? value >= bound : value <= bound)
            ? 'met'
            : 'missed';
    return [
      figure,
      `${rounded(value)} ${unit}`,
      bound === undefined ? '' : `${atLeast ? '≥' : '≤'} ${bound} ${unit}`,
      met,
    ];
  });
  const table = [['figure', 'measured', 'bound', 'met/missed'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join(' | ')
      .trimEnd();
  console.log(`\n${line(table[0])}\n${widths.map((width) => '-'.repeat(width)).join('-|-')}`);
  for (const row of rows) console.log(line(row));
}

function rounded(value) {
  if (value === null) return '-';
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
