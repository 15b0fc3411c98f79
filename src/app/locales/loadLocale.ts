/** Loads the texts of an area: from two bundles of areas used together, or from the area's own chunk. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { LocaleArea } from '../../ui/hooks/localeTexts.ts';
import type { LocaleTable } from '../i18n.ts';

type Bundle = () => Promise<{ texts: Record<string, unknown> }>;

/** Areas of every screen: loaded before the first one is rendered. */
export const FIRST_AREAS: readonly LocaleArea[] = ['common', 'signIn'];
/** Areas of every page of a signed-in user. */
export const FLEET_AREAS: readonly LocaleArea[] = [
  'alarmEvents',
  'errors',
  'robotErrors',
  'routes',
  'shell',
  'status',
  'tasks',
];
const first: Record<Language, Bundle> = {
  zhCN: () => import('./zhCN.first.ts'),
  enUS: () => import('./enUS.first.ts'),
};
const fleet: Record<Language, Bundle> = {
  zhCN: () => import('./zhCN.fleet.ts'),
  enUS: () => import('./enUS.fleet.ts'),
};
const BUNDLED: readonly LocaleArea[] = [...FIRST_AREAS, ...FLEET_AREAS];

export async function loadLocale(language: Language, area: LocaleArea): Promise<LocaleTable> {
  const file = `../../../locales/${language}/${area}.json`;
  // The errors are in the fleet's bundle too, but a visitor whose sign-in is refused needs only the errors.
  if (area === 'errors' || !BUNDLED.includes(area)) {
    const load = (await import('../pageRegistry.ts')).bundledLocales[file];
    if (!load) throw new Error(`no locale texts at ${file}`);
    return load();
  }
  const { texts } = await (FIRST_AREAS.includes(area) ? first : fleet)[language]();
  const table = texts[file];
  if (!table) throw new Error(`no locale texts at ${file}`);
  return table as LocaleTable;
}
