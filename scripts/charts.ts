/**
 * `npm run charts`: draws every machine into docs/charts, with a page that shows them all. Tests keep the drawings up
 * to date. `npm run charts -- --walked` also runs the machines' tests and writes which transitions they take
 * (walkedTransitions.ts).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadMachines } from '../src/machines/all.ts';
import { ChartDrawing } from '../src/ui/chart/ChartDrawing.tsx';
import { chartOf } from '../src/ui/chart/chartOf.ts';
import { layoutChart } from '../src/ui/chart/layoutChart.ts';
import { writeWalked } from './walkedTransitions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const styles = (name: string): string =>
  readFileSync(join(root, 'src/ui/styles', name), 'utf8').replace(/\/\*[^]*?\*\//gu, '');
export const CHARTS_FOLDER = join(root, 'docs/charts');

/** The custom properties in the first block of a style sheet: { '--surface': 'var(--n-0)' }. */
const tokensOf = (sheet: string): Map<string, string> =>
  new Map(
    [...(/\{([^]*?)\n\}/u.exec(sheet)?.[1] ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/gu)].map(
      ([, name = '', value = '']) => [name, value.replace(/\s+/gu, ' ')],
    ),
  );

/** The chart's style sheet with the tokens it needs, in both themes; it follows the reader's colour scheme. */
export function chartStyle(): string {
  const sheet = /@layer components \{([^]*)\}/u.exec(styles('chart.css'))?.[1] ?? '';
  const light = tokensOf(styles('tokens.css'));
  const dark = tokensOf(styles('dark.css'));
  const needed = new Set<string>();
  const need = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)\)/gu)) {
      if (needed.has(name)) continue;
      needed.add(name);
      need(light.get(name) ?? '');
      need(dark.get(name) ?? '');
    }
  };
  need(sheet);
  const block = (tokens: Map<string, string>): string =>
    [...needed]
      .sort()
      .flatMap((name) => (tokens.has(name) ? [`${name}: ${tokens.get(name)};`] : []))
      .join(' ');
  const packed = sheet.replace(/\s+/gu, ' ').replaceAll('} ', '}\n').trim();
  return `\n.chart-drawing { ${block(light)} }\n@media (prefers-color-scheme: dark) { .chart-drawing { ${block(dark)} } }\n${packed}\n`;
}

/** The first sentence of a machine's leading comment. */
function sentenceOf(file: string): string {
  const words = (/\/\*\*([^]*?)\*\//u.exec(readFileSync(file, 'utf8'))?.[1] ?? '').replace(/\n\s*\*( |$)/gmu, '\n');
  const [paragraph = ''] = words.trim().split(/\n\s*\n/u);
  return (/^[^]*?\.(?=\s|$)/u.exec(paragraph.replace(/\s+/gu, ' '))?.[0] ?? paragraph).replace(/:$/u, '.');
}

const machineFiles = (): Map<string, string> => {
  const folder = join(root, 'src/machines');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.machine.ts'),
  );
  return new Map(files.map((name) => [/(\w+)\.machine\.ts$/u.exec(name)?.[1] ?? name, join(folder, name)]));
};

/** The files of docs/charts: content by file name. */
export async function chartFiles(): Promise<Map<string, string>> {
  const machines = Object.entries(await loadMachines()).sort(([one], [other]) => (one < other ? -1 : 1));
  const sources = machineFiles();
  const style = chartStyle();
  const files = new Map<string, string>();
  const parts: string[] = [];
  for (const [id, machine] of machines) {
    const chart = chartOf(machine);
    const layout = await layoutChart(chart);
    const drawing = createElement(ChartDrawing, {
      chart,
      layout,
      active: new Set<string>(),
      overlay: 'none',
      title: `Chart of ${id}`,
      style,
    });
    files.set(`${id}.svg`, `${renderToStaticMarkup(drawing).replace(/<(g|rect|path|text|circle)(?= )/gu, '\n<$1')}\n`);
    const source = sources.get(id);
    parts.push(
      `## ${id}\n\n${source === undefined ? '' : sentenceOf(source)} ([source](../../${source?.slice(root.length)}))\n\n![Chart of ${id}](${id}.svg)\n`,
    );
  }
  files.set(
    'README.md',
    `# State machines\n\nThe state charts of the console, generated from their definitions by \`npm run charts\`; a test fails when a drawing is out of date.\n\n${parts.join('\n')}`,
  );
  return files;
}

async function writeCharts(): Promise<void> {
  const files = await chartFiles();
  mkdirSync(CHARTS_FOLDER, { recursive: true });
  for (const name of readdirSync(CHARTS_FOLDER)) if (!files.has(name)) rmSync(join(CHARTS_FOLDER, name));
  for (const [name, text] of files) writeFileSync(join(CHARTS_FOLDER, name), text);
  console.log(`${files.size - 1} charts in docs/charts`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeCharts();
  if (process.argv.includes('--walked')) await writeWalked();
}
