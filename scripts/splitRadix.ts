/** Splits the imports from radix-ui, for the build. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { linesOf } from './linesOf.ts';

/** `import { Dialog as Radix } from 'radix-ui';` */
const IMPORT = /^import \{([^}]*)\} from ['"]radix-ui['"];?$/gmu;
const PART = /^import \* as (\w+) from "([^"]+)";$/gmu;

/** Modules whose imports are split. */
export const SOURCES = /[\\/]src[\\/].*\.tsx?$/u;

/** @param fail is called for a name that radix-ui does not export */
export const splitImports = (
  code: string,
  packages: ReadonlyMap<string, string>,
  fail: (message: string) => never,
): string =>
  code.replace(IMPORT, (whole, names: string) => {
    const imports = names
      .split(',')
      .map((one) => one.trim())
      // Empty after a trailing comma.
      .filter((one) => one !== '')
      .map((one) => {
        const [name = '', own = name] = one.split(/\s+as\s+/u);
        const from = packages.get(name) ?? fail(`radix-ui has no ${name}: see scripts/splitRadix.ts`);
        return `import * as ${own} from '${from}';`;
      });
    return imports.join(' ') + linesOf(whole);
  });

/**
 * Imports each component of radix-ui from its own package. The umbrella package imports all of them, so that
 * any import from it would pull in every component, and home would load the components of other pages.
 */
export function splitRadix(): Plugin {
  const index = createRequire(import.meta.url)
    .resolve('radix-ui')
    .replace(/\.js$/u, '.mjs');
  const packages = new Map(
    [...readFileSync(index, 'utf8').matchAll(PART)].map(([, name = '', from = '']) => [name, from]),
  );
  return {
    name: 'split-radix',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: SOURCES, code: 'radix-ui' },
      handler(code) {
        return { code: splitImports(code, packages, (message) => this.error(message)), map: null };
      },
    },
    // The packages are installed for radix-ui, not for the console.
    resolveId: {
      filter: { id: /^@radix-ui\// },
      handler(id, importer) {
        return importer?.includes('node_modules') ? null : this.resolve(id, index, { skipSelf: true });
      },
    },
  };
}
