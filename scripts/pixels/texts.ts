/**
 * Saved texts for a console built from the current sources, so that a changed wording does not count as a difference.
 * The current keys are used; a key that was not saved, or whose placeholders have changed, keeps its current text.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Texts = string | { readonly [name: string]: Texts };

const LOCALES = join(root, 'locales');
const FROZEN_WEB = join(root, 'dist', 'pixels-web');

const namesIn = (text: string): string =>
  [...new Set([...text.matchAll(/\{(\w+)/gu)].map(([, name]) => name))].sort().join();

/** The texts `now` with the saved wording. */
export function frozen(now: Texts, saved: Texts | undefined): Texts {
  if (saved === undefined) return now;
  if (typeof now === 'string') return typeof saved === 'string' && namesIn(now) === namesIn(saved) ? saved : now;
  if (typeof saved === 'string') return now;
  return Object.fromEntries(Object.entries(now).map(([name, text]) => [name, frozen(text, saved[name])]));
}

const readTexts = (file: string): Texts | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : undefined;

/** Saves the current texts in `folder`. */
export const saveTexts = (folder: string): void => cpSync(LOCALES, join(folder, 'locales'), { recursive: true });

/** Whether the saved texts in `folder` would leave the current console unchanged. */
export const sameTexts = (folder: string): boolean =>
  readdirSync(LOCALES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .every((name) => {
      const now = readTexts(join(LOCALES, name)) ?? '';
      return JSON.stringify(frozen(now, readTexts(join(folder, 'locales', name)))) === JSON.stringify(now);
    });

function frozenTexts(folder: string): Plugin {
  return {
    name: 'frozen-texts',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0] ?? '';
      if (!file.startsWith(`${LOCALES}/`) || !file.endsWith('.json')) return null;
      return JSON.stringify(
        frozen(
          JSON.parse(readFileSync(file, 'utf8')) as Texts,
          readTexts(join(folder, 'locales', file.slice(LOCALES.length + 1))),
        ),
      );
    },
  };
}

/** Builds the console and the companion app with the texts of `folder`. @returns the folder of the build */
export async function buildWithTexts(folder: string): Promise<string> {
  for (const config of ['vite.config.ts', 'vite.companion.config.ts']) {
    await build({
      root,
      configFile: join(root, config),
      mode: 'production',
      logLevel: 'warn',
      plugins: [frozenTexts(folder)],
      build: { outDir: FROZEN_WEB, sourcemap: false },
    });
  }
  return FROZEN_WEB;
}
