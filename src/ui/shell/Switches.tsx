/** Language and theme: menus in the top bar, the same choices in a phone's drawer. */
import { useSelector } from '@xstate/react';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import { LANGUAGES, type Language, type Size, SIZES } from '../../../contract/entities/constants.ts';
import type { Theme } from '../../machines/app/events.ts';
import { selectLanguage } from '../../machines/app/firstScreen.selectors.ts';
import { selectSize, selectTheme } from '../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import type { Glyph } from '../icons/glyph.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[];
const THEME_ICON: Record<Theme, Glyph> = { system: SunMoon, light: Sun, dark: Moon };
const THEME_KEYS = { system: 'shell.theme.system', light: 'shell.theme.light', dark: 'shell.theme.dark' } as const;
const SIZE_KEYS = { default: 'shell.size.default', medium: 'shell.size.medium', small: 'shell.size.small' } as const;
const LANGUAGE_KEYS = { zhCN: 'signIn.zhCN', enUS: 'signIn.enUS' } as const;

interface Choice<Value extends string> {
  value: Value;
  options: readonly { value: Value; label: string }[];
  choose: (value: Value) => void;
}

export function useLanguageChoice(): Choice<Language> {
  const t = useT();
  const { preferences } = useApp();
  return {
    value: useSelector(preferences, selectLanguage),
    options: LANGUAGES.map((value) => ({ value, label: t(LANGUAGE_KEYS[value]) })),
    choose: (language) => preferences.send({ type: 'language.choose', language }),
  };
}

export function useThemeChoice(): Choice<Theme> & { iconOf: (theme: Theme) => Glyph } {
  const t = useT();
  const { preferences } = useApp();
  return {
    value: useSelector(preferences, selectTheme),
    options: THEMES.map((value) => ({ value, label: t(THEME_KEYS[value]) })),
    choose: (theme) => preferences.send({ type: 'theme.choose', theme }),
    iconOf: (theme) => THEME_ICON[theme],
  };
}

export function useSizeChoice(): Choice<Size> {
  const t = useT();
  const { preferences } = useApp();
  return {
    value: useSelector(preferences, selectSize),
    options: SIZES.map((value) => ({ value, label: t(SIZE_KEYS[value]) })),
    choose: (size) => preferences.send({ type: 'size.choose', size }),
  };
}

export function LanguageSwitch() {
  const t = useT();
  const choice = useLanguageChoice();
  return (
    <Menu
      trigger={<IconButton letters={t('shell.language.short')} label={t('shell.language.now')} />}
      entries={[{ kind: 'choice', id: 'language', label: t('signIn.language'), ...choiceEntry(choice) }]}
    />
  );
}

export function ThemeSwitch() {
  const t = useT();
  const choice = useThemeChoice();
  return (
    <Menu
      trigger={<IconButton icon={choice.iconOf(choice.value)} label={t('shell.theme.name')} />}
      entries={[{ kind: 'choice', id: 'theme', label: t('shell.theme.name'), ...choiceEntry(choice) }]}
    />
  );
}

/** Menus handle plain strings; only offered values are accepted. */
export function choiceEntry<Value extends string>({ value, options, choose }: Choice<Value>) {
  return {
    value,
    options,
    onChange: (chosen: string) => {
      const option = options.find((one) => one.value === chosen);
      if (option) choose(option.value);
    },
  };
}
