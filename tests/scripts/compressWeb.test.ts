/** The console is compressed while it is served: files are replaced as a whole, and an interrupted run is completed. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';

const { compressPages, compressWeb, isCompressed } = (await import(
  fileURLToPath(new URL('../../scripts/compressWeb.mjs', import.meta.url))
)) as {
  compressPages(folder: string): Promise<void>;
  compressWeb(folder: string): Promise<void>;
  isCompressed(folder: string): boolean;
};

/** Split, so that it is not taken for the comment of this file. */
const MAP_COMMENT = '//# sourceMapping' + 'URL';
/** terser shortens the branches, but not the text. */
const chunk = (name: string): string =>
  `export const pick = (first, second) => { if (first) { return second; } else { return first; } };
console.log('${name}', '${'long text, '.repeat(200)}');
${MAP_COMMENT}=${name}.map
`;
const map = (name: string): string =>
  JSON.stringify({ version: 3, sources: [name], sourcesContent: [''], names: [], mappings: 'AAAA' });
const FILES: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html><script type="module" crossorigin src="/assets/index-a1.js"></script>${' '.repeat(2000)}`,
  'assets/index-a1.js': chunk('index-a1.js'),
  'assets/index-a1.js.map': map('index-a1.js'),
  'assets/frame-b2.js': chunk('frame-b2.js'),
  'assets/frame-b2.js.map': map('frame-b2.js'),
  'assets/later-c3.js': chunk('later-c3.js'),
  'assets/later-c3.js.map': map('later-c3.js'),
  'assets/short-d4.css': 'a{color:red}',
};
const FIRST = ['assets/index-a1.js', 'assets/frame-b2.js'];

function writeConsole(): void {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

let dist: string;
let folder: string;
const stamp = (text: string) => writeFileSync(join(dist, 'web.stamp'), text);
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'rh-compress-'));
  folder = join(dist, 'web');
  stamp('of this build');
  writeConsole();
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));
const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

it('compresses pages before, assets after the console is served', async () => {
  await compressPages(folder);
  expect(files().filter((name) => /\.(?:br|gz)$/u.test(name))).toEqual(['index.html.br', 'index.html.gz']);
  expect(isCompressed(folder)).toBe(false);
  await compressWeb(folder);
  expect(isCompressed(folder)).toBe(true);
  for (const path of ['index.html', 'assets/later-c3.js', ...FIRST]) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${path}.br`))).toString()).toBe(read(path));
    expect(gunzipSync(readFileSync(join(folder, `${path}.gz`))).toString()).toBe(read(path));
  }
  expect(files()).not.toContain('assets/short-d4.css.br');
  expect(files().filter((name) => name.endsWith('.new'))).toEqual([]);
});

it('minifies again what a first visit loads, and nothing else', async () => {
  await compressWeb(folder);
  for (const path of FIRST) {
    expect(read(path).length).toBeLessThan((FILES[path] ?? '').length);
    expect(read(path)).toContain(`sourceMappingURL=${path.replace('assets/', '')}.map`);
    expect(JSON.parse(read(`${path}.map`))).toMatchObject({ version: 3 });
  }
  expect(read('assets/later-c3.js')).toBe(FILES['assets/later-c3.js']);
});

it('is not done when it failed, and completes what an interrupted run left', async () => {
  rmSync(join(folder, 'assets/frame-b2.js.map'));
  await expect(compressWeb(folder)).rejects.toThrow('frame-b2.js.map');
  expect(isCompressed(folder)).toBe(false);
  writeFileSync(join(folder, 'assets/frame-b2.js.map'), map('frame-b2.js'));
  writeFileSync(join(folder, 'assets/later-c3.js.br'), 'half');
  await compressWeb(folder);
  expect(isCompressed(folder)).toBe(true);
  expect(brotliDecompressSync(readFileSync(join(folder, 'assets/later-c3.js.br'))).toString()).toBe(
    FILES['assets/later-c3.js'],
  );
});

it('is not done for a console that was built meanwhile', async () => {
  const compressing = compressWeb(folder);
  stamp('of the next build');
  await compressing;
  expect(isCompressed(folder)).toBe(false);
  rmSync(join(dist, 'web.stamp'));
  expect(isCompressed(folder)).toBe(false);
  stamp('of this build');
  expect(isCompressed(folder)).toBe(true);
});

it('makes the source maps from the built chunks, also after it ended between a map and its chunk', async () => {
  await compressWeb(folder);
  const whole = Object.fromEntries(FIRST.flatMap((path) => [path, `${path}.map`]).map((path) => [path, read(path)]));
  rmSync(folder, { recursive: true });
  writeConsole();
  // The map is replaced; its chunk cannot be.
  mkdirSync(join(folder, `assets/frame-b2.js.${process.pid}.new`));
  await expect(compressWeb(folder)).rejects.toThrow('frame-b2.js');
  expect(read('assets/frame-b2.js.map')).not.toBe(FILES['assets/frame-b2.js.map']);
  expect(read('assets/frame-b2.js')).toBe(FILES['assets/frame-b2.js']);
  rmSync(join(folder, `assets/frame-b2.js.${process.pid}.new`), { recursive: true });
  await compressWeb(folder);
  for (const [path, text] of Object.entries(whole)) expect(read(path)).toBe(text);
  expect(files().filter((name) => name.startsWith('.built'))).toEqual([]);
});
