/** What shortens the code of the console leaves the source map right: lines of errors are those of the sources. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shortIcons } from '../../scripts/shortIcons.ts';
import { splitRadix } from '../../scripts/splitRadix.ts';
import { withoutSummaries } from '../../scripts/withoutSummaries.ts';

const { minifiedAgain } = (await import(fileURLToPath(new URL('../../scripts/compressWeb.mjs', import.meta.url)))) as {
  minifiedAgain(file: string): Promise<{ code: string; map: string }>;
};

const MAIN = `import {
  Dialog as Radix,
  Popover,
} from 'radix-ui';
import Check from 'lucide-react/icons/check';
import { robots } from '../../contract/endpoints/robots.ts';

export async function start(): Promise<void> {
  console.log('of main', Radix.Root, Popover.Root, Check, robots);
  const found = await Promise.all([import('./one.ts'), import('./two.ts')]);
  console.log('after the dynamic imports', found);
}
void start();
`;
/** With style sheets, so that Vite writes what they preload into the chunk of the page. */
const FILES = {
  'index.html': '<script type="module" src="/src/ui/main.ts"></script>',
  'src/ui/main.ts': MAIN,
  'src/ui/one.ts': "import './one.css';\nexport const one = 1;\n",
  'src/ui/two.ts': "import './two.css';\nexport const two = 2;\n",
  'src/ui/one.css': 'a { color: red }',
  'src/ui/two.css': 'b { color: red }',
  'contract/endpoints/robots.ts':
    "export const robots = {\n  summary: `Lists\nthe robots.`,\n  path: 'of the endpoint',\n};\n",
};
const lineOf = (file: keyof typeof FILES, words: string): number =>
  FILES[file].split('\n').findIndex((line) => line.includes(words));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rh-maps-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('names the lines of the sources', async () => {
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [shortIcons(), splitRadix(), withoutSummaries()],
    build: { sourcemap: true, target: 'es2022' },
  })) as Rolldown.RolldownOutput;
  const chunk = output.find((one) => one.type === 'chunk' && one.isEntry) as Rolldown.OutputChunk;
  const built = await minifiedAgain(join(folder, 'dist', chunk.fileName));
  const map = new SourceMap(JSON.parse(built.map) as ConstructorParameters<typeof SourceMap>[0]);
  const lines = built.code.split('\n');
  const found = (words: string) => {
    const line = lines.findIndex((one) => one.includes(words));
    const entry = map.findEntry(line, lines[line]?.indexOf(words) ?? 0);
    return 'originalLine' in entry
      ? { file: entry.originalSource.replace('../../', ''), line: entry.originalLine }
      : entry;
  };
  for (const words of ['of main', 'after the dynamic imports'])
    expect(found(words)).toEqual({ file: 'src/ui/main.ts', line: lineOf('src/ui/main.ts', words) });
  expect(found('of the endpoint')).toEqual({
    file: 'contract/endpoints/robots.ts',
    line: lineOf('contract/endpoints/robots.ts', 'of the endpoint'),
  });
  expect(built.code).not.toContain('Lists');
  expect(built.code.length).toBeLessThan(chunk.code.length);
  expect(built.code.match(/sourceMappingURL/gu)).toHaveLength(1);
});
