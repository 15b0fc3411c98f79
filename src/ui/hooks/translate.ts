/** Interface for localised texts. src/app/i18n.ts implements it; tests can provide their own. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { Failure } from '../../machines/failure.ts';
import type { Key } from './localeTexts.ts';

/** Values for {name} placeholders; `count` also selects the plural form. */
export type Params = Readonly<Record<string, string | number>>;

export interface Translate {
  /** `t('shell.views.count', { view, count })`: the text in the user's language, with {view} and {count} filled in. */
  (key: Key, filling?: Params): string;
  /**
   * The text for a key that arrives as data (a title of the route table, a notice of a machine); '' if there is none.
   */
  found(key: string, filling?: Params): string;
  /** Text for a failure: by its code, else the server's message, else "unknown error" (spec 8). */
  failure(failure: Failure): string;
  readonly language: Language;
}
