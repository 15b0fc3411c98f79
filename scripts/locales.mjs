/**
 * `npm run texts`: every text of the console is in locales/zhCN and locales/enUS, under keys `file.name.path`, and
 * nowhere else. Reads locales/, src/ and contract/ of the current folder. It fails on
 * - files, keys or {placeholders} that only one language has, and empty texts ({ one, other } is one text);
 * - a key passed to t() that no file has; a key that is not used in src/ or contract/;
 * - letters in JSX, or in an attribute that is shown or read aloud (allowed inside translate="no");
 * - a key composed from parts. The only family is errors.cloud_error_{code}, which has a text for every code of
 *   contract/wire/errors.ts, and may have another with a parameter, {code}_{parameter}. Prefer a Record of whole keys;
 *   where that is not possible, `// texts: area.family.*` on the line above names the family, and its keys count as
 *   used.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const LANGUAGES = ['zhCN', 'enUS'];
const ERROR_FAMILY = 'errors.cloud_error_';
const HEARD =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|description|hint|caption|summary|heading|text|disabledReason)$/;
const PRODUCT = /Roundhouse/g;
const hasLetters = (words) => /\p{L}/u.test(words.replace(PRODUCT, ''));
/** { one, other }: one text with plural forms. */
const isPlural = (value) =>
  typeof value?.other === 'string' &&
  Object.entries(value).every(
    ([name, text]) =>
      ['zero', 'one', 'two', 'few', 'many', 'other'].includes(name) && typeof text === 'string' && text.trim() !== '',
  );

const placeholders = (text) =>
  [...text.matchAll(/\{\{?(\w+)\}?\}/g)]
    .map(([, name]) => name)
    .sort()
    .join(', ');

/** @param root the folder of the project */
export function checkTexts(root) {
  const problems = [];

  /** All texts of a language by key. */
  function readTexts(language) {
    const folder = `locales/${language}`;
    const texts = new Map();
    const walk = (value, key) => {
      if (typeof value === 'string') texts.set(key, value);
      else if (isPlural(value)) texts.set(key, value.other);
      else if (value !== null && typeof value === 'object' && !Array.isArray(value))
        for (const [name, below] of Object.entries(value)) walk(below, `${key}.${name}`);
      else problems.push(`${folder}: ${key} is neither a text nor a group of texts`);
    };
    const files = existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).filter((name) => name.endsWith('.json'))
      : [];
    for (const file of files) walk(JSON.parse(readFileSync(join(root, folder, file), 'utf8')), basename(file, '.json'));
    if (texts.size === 0) problems.push(`${folder} holds no text`);
    return { files: new Set(files), texts };
  }

  function compare(own, other, language, otherLanguage) {
    for (const file of own.files)
      if (!other.files.has(file)) problems.push(`locales/${otherLanguage}/${file} is missing`);
    for (const [key, text] of own.texts) {
      if (text.trim() === '') problems.push(`${language}: ${key} is empty`);
      const twin = other.texts.get(key);
      if (twin === undefined) problems.push(`${otherLanguage}: ${key} is missing`);
      else if (language === LANGUAGES[0] && placeholders(text) !== placeholders(twin))
        problems.push(`${key}: {${placeholders(text)}} in ${language}, {${placeholders(twin)}} in ${otherLanguage}`);
    }
  }

  const named = new Set();
  const families = [];
  let calls = 0;

  function readSource(file) {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(
      file,
      text,
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
    const lines = text.split('\n');
    const declared = [...text.matchAll(/texts: ([\w.]+\.)\*/g)].map(([, prefix]) => prefix);
    families.push(...declared.map((prefix) => ({ prefix, file })));
    const at = (node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const shown = /^src\/(ui|app)\//.test(file);

    const checkKey = (node) => {
      if (ts.isParenthesizedExpression(node)) return checkKey(node.expression);
      if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].forEach(checkKey);
      if (ts.isStringLiteralLike(node)) {
        if (!zh.texts.has(node.text)) problems.push(`${at(node)}: t('${node.text}') has no text`);
        return;
      }
      const head = ts.isTemplateExpression(node) ? node.head.text : ts.isBinaryExpression(node) ? '' : undefined;
      if (head === undefined || head === ERROR_FAMILY) return; // a variable: its type restricts it to the keys
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line;
      if (
        !declared.some(
          (prefix) =>
            head.startsWith(prefix) &&
            lines
              .slice(Math.max(0, line - 1), line + 1)
              .join()
              .includes(`texts: ${prefix}*`),
        )
      ) {
        problems.push(`${at(node)}: a key concatenated from parts; use a Record of complete keys`);
      }
    };
    const checkShown = (node, what) => {
      if (ts.isParenthesizedExpression(node)) checkShown(node.expression, what);
      else if (ts.isConditionalExpression(node))
        [node.whenTrue, node.whenFalse].forEach((branch) => checkShown(branch, what));
      else if (ts.isBinaryExpression(node)) {
        const operator = node.operatorToken.kind;
        if (operator === ts.SyntaxKind.PlusToken) checkShown(node.left, what);
        if (
          [
            ts.SyntaxKind.PlusToken,
            ts.SyntaxKind.AmpersandAmpersandToken,
            ts.SyntaxKind.BarBarToken,
            ts.SyntaxKind.QuestionQuestionToken,
          ].includes(operator)
        )
          checkShown(node.right, what);
      } else if (ts.isStringLiteralLike(node) && hasLetters(node.text))
        problems.push(`${at(node)}: hard-coded ${what} "${node.text.trim()}"`);
      else if (
        ts.isTemplateExpression(node) &&
        [node.head, ...node.templateSpans.map((span) => span.literal)].some((part) => hasLetters(part.text))
      )
        problems.push(`${at(node)}: hard-coded ${what} ${node.getText()}`);
    };
    const isAsItIs = (node) =>
      ts.findAncestor(
        node,
        (above) =>
          ts.isJsxElement(above) &&
          above.openingElement.attributes.properties.some(
            (each) => ts.isJsxAttribute(each) && each.name.getText() === 'translate',
          ),
      ) !== undefined;

    const visit = (node) => {
      if (ts.isStringLiteralLike(node)) named.add(node.text);
      if (ts.isCallExpression(node) && node.arguments[0] !== undefined && /(^|\.)t$/.test(node.expression.getText())) {
        calls += 1;
        checkKey(node.arguments[0]);
      }
      if (shown && ts.isJsxText(node) && hasLetters(node.text) && !isAsItIs(node))
        problems.push(`${at(node)}: hard-coded text "${node.text.trim()}"`);
      if (
        shown &&
        ts.isJsxExpression(node) &&
        node.expression &&
        (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)) &&
        !isAsItIs(node)
      )
        checkShown(node.expression, 'text');
      if (shown && ts.isJsxAttribute(node) && HEARD.test(node.name.getText()) && node.initializer) {
        const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
        if (value) checkShown(value, node.name.getText());
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  /** The numbers in `export const ERRORS = { name: 1002, … }`, and in `BASE_ERRORS`, which it includes. */
  function errorCodes() {
    return ['contract/wire/errors.ts', 'contract/wire/baseApiError.ts']
      .filter((file) => existsSync(join(root, file)))
      .flatMap(errorCodesIn);
  }

  function errorCodesIn(file) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const codes = [];
    const visit = (node) => {
      if (ts.isVariableDeclaration(node) && /^(?:BASE_)?ERRORS$/u.test(node.name.getText()) && node.initializer) {
        const inside = (each) => {
          if (ts.isPropertyAssignment(each) && ts.isNumericLiteral(each.initializer)) codes.push(each.initializer.text);
          ts.forEachChild(each, inside);
        };
        inside(node.initializer);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    if (codes.length === 0) problems.push(`${file}: no code was found`);
    return codes;
  }

  const [zh, en] = LANGUAGES.map(readTexts);
  compare(zh, en, ...LANGUAGES);
  compare(en, zh, ...LANGUAGES.toReversed());
  const files = ['src', 'contract']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name).replaceAll('\\', '/'),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name));
  for (const file of files) readSource(file);
  const codes = errorCodes();
  for (const code of codes)
    if (!zh.texts.has(ERROR_FAMILY + code)) problems.push(`${LANGUAGES[0]}: ${ERROR_FAMILY}${code} is missing`);
  for (const key of zh.texts.keys()) {
    const isError =
      key.startsWith(ERROR_FAMILY) &&
      (codes.length === 0 || codes.includes(key.slice(ERROR_FAMILY.length).split('_')[0]));
    if (!isError && !named.has(key) && !families.some(({ prefix }) => key.startsWith(prefix)))
      problems.push(`${key} is not used`);
  }
  for (const { prefix, file } of families)
    if (![...zh.texts.keys()].some((key) => key.startsWith(prefix)))
      problems.push(`${file}: the family ${prefix}* has no text`);
  if (calls === 0) problems.push('not one call of t() was found: the check read nothing');

  return {
    problems,
    summary: `${zh.texts.size} texts in ${LANGUAGES.length} languages, ${calls} calls of t() in ${files.length} files`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, summary } = checkTexts('.');
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(summary);
}
