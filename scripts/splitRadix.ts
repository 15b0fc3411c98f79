import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** `import { Dialog as Radix } from 'radix-ui';` */
const IMPORT = /^import \{([^}]*)\} from ['"]radix-ui['"];?$/gmu;
const PART = /^import \* as (\w+) from "([^"]+)";$/gmu;

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
      filter: { id: /[\\/]src[\\/].*\.tsx$/u, code: 'radix-ui' },
      handler(code) {
        const split = code.replace(IMPORT, (_, names: string) =>
          names
            .split(',')
            .map((one) => {
              const [name = '', own = name] = one.trim().split(' as ');
              const from = packages.get(name);
              if (from === undefined) this.error(`radix-ui has no ${name}: see scripts/splitRadix.ts`);
              return `import * as ${own} from '${from}';`;
            })
            .join(' '),
        );
        return { code: split, map: null };
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
