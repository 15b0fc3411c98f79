/** Names in a sentence. */
import type { Language } from '../../../contract/entities/constants.ts';

/** 'Ada and Lin', '小林和小赵' */
export const listOf = (names: readonly string[], language: Language): string =>
  new Intl.ListFormat(language === 'zhCN' ? 'zh' : 'en').format(names);
