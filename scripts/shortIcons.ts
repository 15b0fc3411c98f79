import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { linesOf } from './linesOf.ts';

const RENDERER = fileURLToPath(new URL('../src/ui/icons/createLucideIcon.ts', import.meta.url));
/** What the renderer does not read: name and size of an icon, keys of its shapes, and the statement that has no effect. */
const UNUSED = /^ {2}(?:name|size): .*,\n|,\s*key: "\w+"(?=\s*\})|^__iconData\.node;$/gmu;

/** lucide's icons are rendered by createLucideIcon.ts, and built without what it does not use: a tenth of each icon. */
export const shortIcons = (): Plugin => ({
  name: 'short-icons',
  config: () => ({
    // lucide's icons import their renderer by this path.
    resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/u, replacement: RENDERER }] },
  }),
  transform: {
    filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/u },
    handler(code) {
      const short = code.replace(UNUSED, linesOf);
      if (/\bkey: /u.test(short)) this.error('lucide has another form: see scripts/shortIcons.ts');
      return { code: short, map: null };
    },
  },
});
