/** Sets the document's title, language and theme. */
import type { Language, Size } from '../../contract/entities/constants.ts';
import type { ThemeChoice } from './storage.ts';

export const PRODUCT = 'Roundhouse';
const TAG: Record<Language, string> = { zhCN: 'zh-CN', enUS: 'en' };

export interface Head {
  /** "Route name - product" (spec 2). */
  title(routeName: string): void;
  language(language: Language): void;
  theme(theme: ThemeChoice): void;
  /** Density of tables. */
  size(size: Size): void;
}
/** Heights of table rows, px; the style sheet has that of medium. */
const ROW_PX: Record<Size, number> = { default: 48, medium: 40, small: 32 };

export function createDocumentHead(page: Document): Head {
  const system = page.defaultView?.matchMedia('(prefers-color-scheme: dark)');
  let chosen: ThemeChoice = 'system';
  const paint = (): void => {
    page.documentElement.dataset['theme'] = chosen === 'system' ? (system?.matches ? 'dark' : 'light') : chosen;
  };
  // Follows the system theme while "system" is selected.
  system?.addEventListener('change', paint);
  return {
    title: (routeName) => void (page.title = routeName ? `${routeName} - ${PRODUCT}` : PRODUCT),
    language: (language) => void (page.documentElement.lang = TAG[language]),
    theme(theme) {
      chosen = theme;
      paint();
    },
    size: (size) => page.documentElement.style.setProperty('--h-row', `${ROW_PX[size]}px`),
  };
}
