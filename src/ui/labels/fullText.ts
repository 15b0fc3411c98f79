/** Says that a field takes no more, so that a longer text is not cut off in silence; undefined while it has room. */
import type { Translate } from '../hooks/translate.ts';

/** @param max the field's `maxLength` */
export const fullText = (t: Translate, text: string, max: number): string | undefined =>
  text.length >= max ? t('shared.fieldFull', { max }) : undefined;
