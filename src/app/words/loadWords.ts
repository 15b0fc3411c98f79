/** Where the words of an area come from: two bundles of what goes together, and a chunk an area for the rest. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { WordArea } from '../../ui/hooks/words.ts';
import type { WordTable } from '../i18n.ts';

type Bundle = () => Promise<{ words: Record<string, unknown> }>;

const FIRST: readonly WordArea[] = ['common', 'errors', 'shell', 'signIn'];
const FLEET: readonly WordArea[] = ['routes', 'status', 'tasks', 'robotErrors'];
const first: Record<Language, Bundle> = { zhCN: () => import('./zhCN.first.ts'), enUS: () => import('./enUS.first.ts') };
const fleet: Record<Language, Bundle> = { zhCN: () => import('./zhCN.fleet.ts'), enUS: () => import('./enUS.fleet.ts') };
const others = import.meta.glob<WordTable>(['../../../locales/*/*.json', '!**/{common,errors,shell,signIn,routes,status,tasks,robotErrors}.json'], { import: 'default' });

/** The words every screen needs: ask for them before the first is drawn. */
export const FIRST_AREAS = FIRST;
export const FLEET_AREAS = FLEET;

export async function loadWords(language: Language, area: WordArea): Promise<WordTable> {
  const file = `../../../locales/${language}/${area}.json`;
  const bundle = FIRST.includes(area) ? first : FLEET.includes(area) ? fleet : null;
  if (bundle) return (await bundle[language]()).words[file] as WordTable;
  const load = others[file];
  if (!load) throw new Error(`no words at ${file}`);
  return load();
}
