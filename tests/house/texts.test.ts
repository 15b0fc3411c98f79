/** The check of texts finds missing, unused, hard-coded and concatenated texts in both languages. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFixtureProject, type FixtureProject } from './violationFixtures.ts';

const { checkTexts } = (await import(fileURLToPath(new URL('../../scripts/locales.mjs', import.meta.url)))) as {
  checkTexts(root: string): { problems: string[]; summary: string };
};

let project: FixtureProject;
const locale = (language: string, home: object, errors: object = { cloud_error_1006: 'Sign in again.' }) => ({
  [`locales/${language}/home.json`]: JSON.stringify(home),
  [`locales/${language}/errors.json`]: JSON.stringify(errors),
});
const page = (jsx: string, before = '') => ({
  'src/ui/Page.tsx': `declare const t: (key: string, words?: object) => string;\n${before}\nexport const Page = ({ x, code }: { x: boolean; code: number }) => ${jsx};\n`,
});
const goodPage = page(
  `<p title={t('home.title')} aria-label={t(x ? 'home.one' : 'home.many', { code })}>{t(\`errors.cloud_error_\${code}\`)} · 3 % Roundhouse</p>`,
);
const home = { title: 'Home', one: 'one', many: '{code} robots' };

beforeEach(() => {
  project = createFixtureProject();
  project.write({
    ...locale('zhCN', home),
    ...locale('enUS', home),
    ...goodPage,
    'contract/wire/errors.ts': `export const ERRORS = { sessionInvalid: 1006 } as const;\n`,
  });
});
afterEach(() => project.remove());
/** In this process: as a program, each check takes a second or two. */
const problemsFound = (): string[] => checkTexts(project.folder).problems;
const finds = (words: string) => expect(problemsFound().join('\n')).toContain(words);

describe('the check of texts', () => {
  it('passes a project in order', () => {
    const summary = '4 texts in 2 languages, 3 calls of t() in 2 files';
    expect(checkTexts(project.folder)).toEqual({ problems: [], summary });
    expect(project.check('locales.mjs')).toEqual({ ok: true, output: `${summary}\n` });
  });
  it('is a program that prints what it found, and fails', () => {
    project.write(locale('enUS', { ...home, one: undefined }));
    expect(project.check('locales.mjs')).toEqual({ ok: false, output: `${problemsFound().join('\n')}\n` });
  });

  it('finds a key that one language lacks', () => {
    project.write(locale('enUS', { ...home, one: undefined }));
    finds('enUS: home.one is missing');
  });
  it('finds a file that one language lacks', () => {
    project.write({ 'locales/zhCN/more.json': '{"a":"b"}' });
    finds('locales/enUS/more.json is missing');
  });
  it('finds an empty text', () => {
    project.write(locale('enUS', { ...home, one: ' ' }));
    finds('enUS: home.one is empty');
  });
  it('takes the numbers of a language for one text', () => {
    project.write({
      ...locale('zhCN', { ...home, many: { other: '{code} 台机器人' } }),
      ...locale('enUS', { ...home, many: { one: '{code} robot', other: '{code} robots' } }),
    });
    expect(problemsFound()).toEqual([]);
  });
  it('finds placeholders that differ', () => {
    project.write(locale('enUS', { ...home, many: 'robots' }));
    finds('home.many: {code} in zhCN, {} in enUS');
  });
  it('finds a key without a text', () => {
    project.write(page(`<p>{t(x ? 'home.title' : 'home.gone')}</p>`));
    finds(`t('home.gone') has no text`);
  });
  it('finds a text that nothing shows', () => {
    project.write({ ...locale('zhCN', { ...home, old: 'alt' }), ...locale('enUS', { ...home, old: 'old' }) });
    finds('home.old is not used');
  });
  it('finds an error code without a text, and a text without a code', () => {
    project.write({ 'contract/wire/errors.ts': `export const ERRORS = { a: 1007 } as const;\n` });
    finds('zhCN: errors.cloud_error_1007 is missing');
    finds('errors.cloud_error_1006 is not used');
  });
  const WRITTEN_IN = [
    [`<p>Hello</p>`, 'hard-coded text "Hello"'],
    [`<p>{x ? 'Yes' : '3'}</p>`, 'hard-coded text "Yes"'],
    [`<p>{x && '你好'}</p>`, 'hard-coded text "你好"'],
    ['<p>{`${code} km`}</p>', 'hard-coded text `${code} km`'],
    [`<p title="Home" />`, 'hard-coded title "Home"'],
    [`<p aria-label={x ? 'Open' : ''} />`, 'hard-coded aria-label "Open"'],
    [`<input placeholder={'Search'} />`, 'hard-coded placeholder "Search"'],
    [`<img alt="A robot" />`, 'hard-coded alt "A robot"'],
  ] as const;
  it('finds words written into what is shown, each where it stands', () => {
    for (const [i, [jsx]] of WRITTEN_IN.entries())
      project.write({ [`src/ui/Written${i}.tsx`]: Object.values(page(jsx))[0] ?? '' });
    const problems = problemsFound();
    for (const [i, [, words]] of WRITTEN_IN.entries())
      expect(problems.filter((line) => line.includes(`Written${i}.tsx`)).join('\n')).toContain(words);
  });
  it('lets words stand as they are inside translate="no"', () => {
    project.write(
      page(`<p title={t(x ? 'home.one' : 'home.many')}>{t('home.title')} <kbd translate="no">Esc</kbd></p>`),
    );
    expect(problemsFound()).toEqual([]);
  });
  it('finds a key put together from parts, unless its family is named', () => {
    project.write({
      'src/ui/More.tsx': `declare const t: (key: string) => string;\nexport const more = (kind: string) => t(\`home.\${kind}\`);\n`,
    });
    finds('src/ui/More.tsx:2: a key concatenated from parts');
    project.write({
      'src/ui/More.tsx': `declare const t: (key: string) => string;\n// texts: home.*\nexport const more = (kind: string) => t(\`home.\${kind}\`);\n`,
    });
    expect(problemsFound()).toEqual([]);
  });
  it('finds a text that is neither a text nor a group, and a language without texts', () => {
    project.write({ 'locales/enUS/more.json': '{"list":["a"],"count":3}', 'locales/zhCN/more.json': '{}' });
    finds('locales/enUS: more.list is neither a text nor a group of texts');
    finds('locales/enUS: more.count is neither a text nor a group of texts');
    project.write({ 'locales/zhCN/home.json': '{}', 'locales/zhCN/errors.json': '{}' });
    finds('locales/zhCN holds no text');
  });
  it('finds a family that has no text, and a list of error codes that it cannot read', () => {
    project.write({
      'src/ui/More.tsx': `declare const t: (key: string) => string;\n// texts: home.gone.*\nexport const more = (kind: string) => t(\`home.gone.\${kind}\`);\n`,
    });
    finds('src/ui/More.tsx: the family home.gone.* has no text');
    project.write({ 'contract/wire/errors.ts': `export const OTHERS = { sessionInvalid: 1006 } as const;\n` });
    finds('contract/wire/errors.ts: no code was found');
  });
  it('fails where no text is shown at all', () => {
    project.write(page(`<p />`));
    finds('not one call of t() was found: the check read nothing');
  });
  it('fails where there is nothing to read', () => {
    const empty = createFixtureProject();
    expect(checkTexts(empty.folder).problems).not.toEqual([]);
    empty.remove();
  });
});
