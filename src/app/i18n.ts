/**
 * The texts of the console: rosetta's tables behind a `t()` whose keys are typed by locales/zhCN (ui/hooks/localeTexts.ts).
 * Texts are loaded by area; a new language is applied only when all areas in use are loaded, so that no screen is half
 * translated.
 * Parameters: contract/rules/fillText.ts.
 */
import rosetta from 'rosetta';
import type { Language } from '../../contract/entities/constants.ts';
import { fillText } from '../../contract/rules/fillText.ts';
import { BASE_ERRORS } from '../../contract/wire/baseApiError.ts';
import type { Failure } from '../machines/failure.ts';
import type { Params, Translate } from '../ui/hooks/translate.ts';
import type { Key, LocaleArea } from '../ui/hooks/localeTexts.ts';

export interface LocaleTable {
  [name: string]: string | LocaleTable;
}

export interface I18n {
  /** The current translator; a new function after each change. */
  now(): Translate;
  onChange(listener: () => void): () => void;
  /** Resolves when the texts of these areas are loaded in the current language. */
  need(areas: readonly LocaleArea[]): Promise<void>;
  /** Switches once every area in use is loaded. The last call wins. */
  speak(language: Language): Promise<void>;
}

export function createI18n(
  first: Language,
  load: (language: Language, area: LocaleArea) => Promise<LocaleTable>,
): I18n {
  const tables = rosetta<LocaleTable>();
  const areas = new Set<LocaleArea>();
  const loads = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  let wanted = first;
  let translate = translator(tables, first);

  const fetched = (language: Language, area: LocaleArea): Promise<void> => {
    const id = `${language}/${area}`;
    const known = loads.get(id);
    if (known) return known;
    const loading = load(language, area).then((table) => tables.set(language, { [area]: table }));
    loads.set(id, loading);
    // A failed load can be retried.
    loading.catch(() => loads.delete(id));
    return loading;
  };
  const turn = (language: Language): void => {
    translate = translator(tables, language);
    for (const listener of [...listeners]) listener();
  };
  const all = (language: Language): Promise<void[]> => Promise.all([...areas].map((area) => fetched(language, area)));

  return {
    now: () => translate,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async need(more) {
      const isNew = more.some((area) => !areas.has(area));
      for (const area of more) areas.add(area);
      // Until the other language is loaded, the old one is still on the screen.
      await Promise.all(
        more.flatMap((area) => [...new Set([wanted, translate.language])].map((language) => fetched(language, area))),
      );
      if (isNew) turn(translate.language);
    },
    async speak(language) {
      wanted = language;
      await all(language);
      if (wanted === language && translate.language !== language) turn(language);
    },
  };
}

type Tables = ReturnType<typeof rosetta<LocaleTable>>;

function translator(tables: Tables, language: Language): Translate {
  const plural = new Intl.PluralRules(language === 'zhCN' ? 'zh-CN' : 'en-US');
  // rosetta types every entry as a string; a text with plural forms is an object.
  const look = (key: string): unknown => tables.t(key, undefined, language);
  const text = (key: string, filling: Params): string | null => {
    const found = look(key);
    if (typeof found === 'string') return found || null;
    const count = Number(filling['count'] ?? 0);
    const forms = found as Partial<Record<Intl.LDMLPluralRule, unknown>> | undefined;
    const form = forms?.[plural.select(count)] ?? forms?.other;
    return typeof form === 'string' ? form : null;
  };
  const found = (key: string, filling: Params = {}): string => {
    const raw = text(key, filling);
    return raw === null ? '' : fillText(raw, filling);
  };
  const t = (key: Key, filling: Params = {}): string => found(key, filling) || key;
  const failure = ({ code, said, words, field }: Failure): string => {
    const key = `errors.cloud_error_${code}`;
    const filling = { ...(field ? { field } : {}), ...words };
    // A text with a parameter that older servers do not send has the parameter in its key.
    const special = Object.keys(filling).map((param) => found(`${key}_${param}`, filling));
    return (
      special.find(Boolean) ||
      found(key, filling) ||
      // Texts are loaded over the network too: while the server is unreachable, only this one may be available.
      (code === BASE_ERRORS.networkFailed && found('common.unreachable')) ||
      said.trim() ||
      found('errors.cloud_error_40002')
    );
  };
  return Object.assign(t, { found, failure, language });
}
