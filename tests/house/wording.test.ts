/** One form for what many texts say: percentages, spelling, contractions, texts of loading, names of things (docs/glossary.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** All texts of a language by key, each form of a plural by itself. */
function textsIn(language: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const read = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else for (const [name, below] of Object.entries(value ?? {})) read(below, `${key}.${name}`);
  };
  for (const file of readdirSync(`locales/${language}`))
    read(JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')), file.replace('.json', ''));
  return texts;
}

const RULES: readonly (readonly [what: string, language: string, wrong: RegExp])[] = [
  ['a percentage has no space', 'enUS', /[\d}] %/u],
  ['a percentage has no space', 'zhCN', /[\d}] %/u],
  ['a placeholder is closed', 'enUS', /\{[^}]*$/u],
  ['a placeholder is closed', 'zhCN', /\{[^}]*$/u],
  ['an ellipsis is one character', 'enUS', /\.\.\./u],
  ['an ellipsis is one character', 'zhCN', /\.\.\.|。。/u],
  ['the spelling is American', 'enUS', /\b(?:cancelled|recognis|authoris|colour|(?<!\{)metre)/iu],
  ['negations are contracted', 'enUS', /\b(?:cannot|(?:do|does|did|is|are|was|were|has|have) not)\b/u],
  ['loading has an ellipsis', 'enUS', /^Loading (?!code|completed|failed|timeout|point)[^.…]*$/u],
  ['loading has an ellipsis', 'zhCN', /^正在加载[^。…，]*$/u],
  // The space beside a Latin name is added where the text is filled in.
  [
    'names have no spaces',
    'zhCN',
    /\p{Script=Han} \{(?:name|who|person|robot|by)\}|\{(?:name|who|person|robot|by)\} \p{Script=Han}/u,
  ],
  ['one Chinese word for one thing', 'zhCN', /告警|伴侣应用|吊销|报警规则|^路线巡航|车队|(?<!或地区)国家代码/u],
];

/** Where the rule does not apply: a limit that is named `name`. */
const OTHERWISE = ['inquiry.fault.nameLong'];

it.each(RULES)('%s (%s)', (_, language, wrong) => {
  const found = [...textsIn(language)].filter(([key, text]) => !OTHERWISE.includes(key) && wrong.test(text));
  expect(found.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
});
