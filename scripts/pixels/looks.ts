/** The variants in which every page is shown: two languages, two sizes, two themes. */
import type { Language } from '../../contract/entities/constants.ts';

export interface Size {
  width: number;
  height: number;
}
export type Theme = 'light' | 'dark';

/** One visit of a page. The theme changes within a visit, without reloading the page. */
export interface Variant {
  language: Language;
  size: Size;
}

const DESKTOP: Size = { width: 1440, height: 900 };
const PHONE: Size = { width: 390, height: 844 };
const LANGUAGES: readonly Language[] = ['zhCN', 'enUS'];

export const THEMES: readonly Theme[] = ['light', 'dark'];
/** @param only the size of a page that is shown in one size only */
export const variantsOf = (only?: 'desktop' | 'phone'): Variant[] =>
  LANGUAGES.flatMap((language) =>
    (only === undefined ? [DESKTOP, PHONE] : only === 'desktop' ? [DESKTOP] : [PHONE]).map((size) => ({
      language,
      size,
    })),
  );
export const LOCALE_OF = { zhCN: 'zh-CN', enUS: 'en-US' } as const satisfies Record<Language, string>;
export const ZONE = 'Asia/Shanghai';

/** `home.zhCN.1440x900` */
export const variantName = (scene: string, { language, size }: Variant): string =>
  `${scene}.${language}.${size.width}x${size.height}`;
/** `home.zhCN.1440x900.dark.png` */
export const pictureName = (scene: string, variant: Variant, theme: Theme): string =>
  `${variantName(scene, variant)}.${theme}.png`;
