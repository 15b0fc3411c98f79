/** How the screen asks for words. The maker of it is src/app/i18n.ts; tests may hand in any other. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { Failure } from '../../machines/failure.ts';
import type { Key } from './words.ts';

/** Fills {name} in a text; `count` also picks its number. */
export type Params = Readonly<Record<string, string | number>>;

export interface Translate {
  /** `t('shell.views.count', { view, count })`: the text in the reader's language, {view} and {count} filled in. */
  (key: Key, filling?: Params): string;
  /** The text for a key that comes as data (a title from the route table, a notice of a machine); '' when there is none. */
  found(key: string, filling?: Params): string;
  /** What went wrong, in words: by its code, else what the server said, else "unknown error" (spec 8). */
  failure(failure: Failure): string;
  readonly language: Language;
}
