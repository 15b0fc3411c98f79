/** Two branches that each add a page merge without conflict: git keeps the lines of both in the lists of pages and calls. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Each list, the line after which a page is added, and the added line. */
const LISTS: readonly (readonly [file: string, after: RegExp, line: (page: string) => string])[] = [
  ['contract/pages/allPages.ts', /^export \{ outbox \}.*$/mu, (page) => `export { ${page} } from './${page}.ts';`],
  ['contract/endpoints/catalogue.ts', /^import \{ outbox \}.*$/mu, (page) => `import { ${page} } from './${page}.ts';`],
  ['contract/endpoints/catalogue.ts', /^ {2}outbox,$/mu, (page) => `  ${page},`],
  ['server/featureHandlers.ts', /^ {4}outbox: .*$/mu, (page) => `    ${page}: create${page}(deps),`],
  ['tests/server/http/accessMatrix.ts', /^import \{ FACE_CALLS \}.*$/mu, (page) => `import { ${page} } from './x.ts';`],
  ['src/ui/shell/routeIcons.ts', /^import Mail .*$/mu, (page) => `import ${page} from 'lucide-react/icons/${page}';`],
  ['src/ui/shell/routeIcons.ts', /^ {2}mail: .*$/mu, (page) => `  ${page}: ${page},`],
  ['docs/charts/README.md', /^!\[Chart of outbox\].*$/mu, (page) => `\n## ${page}`],
  ['locales/enUS/routes.json', /^ {2}"outbox": .*$/mu, (page) => `  "${page}": "A page",`],
  ['locales/zhCN/routes.json', /^ {2}"outbox": .*$/mu, (page) => `  "${page}": "页面",`],
];
const files = [...new Set(LISTS.map(([file]) => file))];

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rh-two-pages-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
function branchWith(page: string): void {
  git('checkout', '-q', '-b', page, 'base');
  for (const [file, after, line] of LISTS) {
    const text = read(file);
    const added = text.replace(after, (found) => `${found}\n${line(page)}`);
    expect(added, file).not.toBe(text);
    writeFileSync(join(folder, file), added);
  }
  git('commit', '-qam', page);
}
function start(withAttributes: boolean): void {
  git('init', '-q', '-b', 'base');
  for (const file of [...files, ...(withAttributes ? ['.gitattributes'] : [])]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  git('add', '-A');
  git('commit', '-qm', 'base');
  branchWith('depots');
  branchWith('docks');
}

it('at the same place of every list', () => {
  start(true);
  git('merge', '-q', 'depots');
  for (const [file, , line] of LISTS)
    for (const page of ['depots', 'docks']) expect(read(file), file).toContain(line(page));
  for (const language of ['enUS', 'zhCN'])
    expect(JSON.parse(read(`locales/${language}/routes.json`))).toMatchObject({ depots: expect.any(String) as string });
});

it('would conflict without the attributes of these files', () => {
  start(false);
  expect(() => git('merge', '-q', 'depots')).toThrow();
  expect(git('diff', '--name-only', '--diff-filter=U').trim().split('\n').sort()).toEqual([...files].sort());
});
