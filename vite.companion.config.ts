/**
 * Builds the companion app (/mini-program) into the same folder as the console, but separately: as a second input of
 * one build it would split the initial chunks of both. The service worker gets the list of its files.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import product from './package.json' with { type: 'json' };
import { shortIcons } from './scripts/shortIcons.ts';
import { splitValibot } from './scripts/splitValibot.ts';
import { withoutSummaries } from './scripts/withoutSummaries.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const WORKER = 'companion-worker.js';
const PAGE = '/mini-program';
/** Files of the app that are not part of this build. */
const BESIDE = ['/mini-program.webmanifest', '/icons/companion-192.png'];

/** Writes the file list of the app shell into the worker, with a version that changes with it. */
function shellList(): Plugin {
  return {
    name: 'shell-list',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).filter(
          ({ fileName }) => fileName.startsWith('assets/') && !fileName.endsWith('.map'),
        );
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`there is no ${WORKER}`);
        const page = bundle['companion.html'];
        const made = createHash('sha256')
          .update(
            files
              .map(({ fileName }) => fileName)
              .sort()
              .join(),
          )
          .update(page?.type === 'asset' ? page.source : '');
        for (const file of BESIDE) made.update(readFileSync(here(`public${file}`)));
        const name = made.digest('hex').slice(0, 16);
        worker.code = worker.code
          .replaceAll(
            '__SHELL_FILES__',
            JSON.stringify([PAGE, ...BESIDE, ...files.map(({ fileName }) => `/${fileName}`)]),
          )
          .replaceAll('__SHELL_NAME__', JSON.stringify(name));
      },
    },
  };
}

export default defineConfig({
  root: here('.'),
  define: { __BUILD__: JSON.stringify(product.version) },
  plugins: [react(), tailwindcss(), shortIcons(), splitValibot(), withoutSummaries(), shellList()],
  publicDir: false,
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/u, replacement: 'react' }] },
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: false,
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { companion: here('companion.html'), worker: here('src/companion.worker.ts') },
      output: { entryFileNames: ({ name }) => (name === 'worker' ? WORKER : 'assets/[name]-[hash].js') },
      checks: { pluginTimings: false },
      onwarn(warning, warn) {
        if (warning.code === 'SOURCEMAP_BROKEN' && warning.plugin?.startsWith('@tailwindcss')) return;
        warn(warning);
      },
    },
  },
});
