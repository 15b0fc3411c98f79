import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MinifyOptions, MinifyOutput } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import product from './package.json' with { type: 'json' };
import { MotifSymbols } from './src/ui/canvas/MotifSymbols.tsx';

/** `npm run dev` starts the server of the API and the broker on a port of its own and names it here. */
const server = process.env.ROUNDHOUSE_DEV_SERVER;
const toServer = ['/apis', '/mqtt', '/files', '/healthz', '/readyz', '/metrics'];

/**
 * stage.html, where the inspector shows recorded states, is the same program in another page. As a second input it would part the first
 * chunk of the console; so it gets the tags of the page that was built.
 */
function stagePage(): Plugin {
  return {
    name: 'stage-page',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = bundle['index.html'];
        if (built?.type !== 'asset') throw new Error('there is no index.html');
        const tags =
          String(built.source).match(
            /<(?:script[^>]*\bsrc=|link rel="(?:stylesheet|modulepreload)")[^>]*>(?:<\/script>)?/gu,
          ) ?? [];
        const drawn = /<svg[^>]*><symbol id="motif-.*<\/svg>/u.exec(String(built.source))?.[0] ?? '';
        const page = readFileSync(fileURLToPath(new URL('stage.html', import.meta.url)), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: 'stage.html',
          source: page
            .replace(/<script type="module".*<\/script>/u, tags.join('\n    '))
            .replace('</body>', `  ${drawn}\n  </body>`),
        });
      },
    },
  };
}

/** The companion app is built by itself (vite.companion.config.ts); while one works on it, it is served beside the console. */
function companionPage(): Plugin {
  return {
    name: 'companion-page',
    apply: 'serve',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, _, next) => {
        request.url = request.url?.replace(/^\/mini-program\/?(?=$|\?)/u, '/companion.html');
        next();
      }),
  };
}

/** Draws the picture of the sign-in page into every page. */
function motif(): Plugin {
  const symbols = renderToStaticMarkup(createElement(MotifSymbols));
  return { name: 'motif', transformIndexHtml: (page) => page.replace('</body>', `  ${symbols}\n  </body>`) };
}

const MINIFIER =
  "const { parentPort, workerData: [terser, ...given] } = require('node:worker_threads'); require(terser).minify(...given).then((made) => parentPort.postMessage(made));";
/** In a thread of its own. @throws where terser does */
const minified = (code: string, options: MinifyOptions): Promise<MinifyOutput> =>
  new Promise((resolve, reject) => {
    new Worker(MINIFIER, {
      eval: true,
      execArgv: [],
      workerData: [createRequire(import.meta.url).resolve('terser'), code, options],
    })
      .once('message', resolve)
      .once('error', reject);
  });

/** The chunks that everybody waits for once more, by a slower hand: side by side, for whoever starts the console the first time waits for that. */
function smallerFirst(): Plugin {
  return {
    name: 'smaller-first',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (chunk) => {
          if (chunk.type !== 'chunk' || !(chunk.isEntry || chunk.name === 'frame')) return;
          const name = `${chunk.fileName}.map`;
          const { code, map } = await minified(chunk.code, {
            module: true,
            compress: { passes: 2 },
            // The pictures of pages are built without.
            ...(chunk.map && { sourceMap: { content: JSON.stringify(chunk.map), url: name.replace('assets/', '') } }),
          });
          if (code) chunk.code = code;
          const kept = bundle[name];
          if (kept?.type === 'asset' && typeof map === 'string') kept.source = map;
        }),
      );
    },
  };
}

/** What comes once somebody is signed in: the frame of the pages, what is recorded, and home. */
const HOME = [
  'app/Framed.tsx',
  'app/authenticatedServices.ts',
  'app/pageRegistry.ts',
  'app/recorder/startRecorder.ts',
  'app/wiring/home.ts',
  'ui/shell/SignOutQuestion.tsx',
  'ui/pages/home/HomePage.tsx',
].map((path) => fileURLToPath(new URL(`src/${path}`, import.meta.url)));

/** Names the chunk of what home shares with other pages. */
function ofHome() {
  let needed: Set<string> | undefined;
  return (
    id: string,
    modules: { getModuleInfo(id: string): { importedIds: readonly string[] } | null },
  ): string | null => {
    if (!needed) {
      needed = new Set(HOME);
      for (const one of needed) for (const next of modules.getModuleInfo(one)?.importedIds ?? []) needed.add(next);
    }
    return needed.has(id) ? 'frame' : null;
  };
}
/** And of what only later ones share; machines stand with those of their folder, for the inspector draws them without their page. */
const ofOthers = (id: string): string => /[\\/]src[\\/]machines[\\/](\w+)[\\/]/u.exec(id)?.[1] ?? 'parts';
const SHARED = { test: /[\\/](?:src[\\/](?:ui|machines)|contract|node_modules)[\\/]/, minShareCount: 2 };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  define: { __BUILD__: JSON.stringify(product.version) },
  plugins: [react(), tailwindcss(), motif(), smallerFirst(), stagePage(), companionPage()],
  resolve: {
    alias: [
      // React itself has had this hook since 18; the shim is for those before.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/u, replacement: 'react' },
      // As lucide's icons ask for what draws them.
      {
        find: /^\.\.\/createLucideIcon\.mjs$/u,
        replacement: fileURLToPath(new URL('src/ui/icons/createLucideIcon.ts', import.meta.url)),
      },
    ],
  },
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: true,
    assetsInlineLimit: 0, // the content security policy takes no data: fonts or scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // Numbers of pages not loaded yet take no room in the first chunk.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: [
            // Calendar arithmetic is for a few pages that share it; the parts of all the others go without.
            {
              name: 'zonedTime',
              test: /[\\/]zonedTime\.ts$|[\\/]node_modules[\\/](?:@date-fns|date-fns)[\\/]/u,
              priority: 4,
            },
            // What the first page needs comes in one request; by itself the bundler parts it into twenty that share with later chunks.
            { name: 'console', tags: ['$initial'], priority: 3 },
            // And what home shares with other pages in a second one: a request is dearer than a few components of the next page. It is taken
            // before the others are: each takes along what it needs, and home would load another page's machines for one rule.
            { name: ofHome(), ...SHARED, priority: 2 },
            { name: ofOthers, ...SHARED, priority: 1 },
          ],
        },
      },
      checks: { pluginTimings: false },
      onwarn(warning, warn) {
        // The style sheet is generated: there is no source a map could point to.
        if (warning.code === 'SOURCEMAP_BROKEN' && warning.plugin?.startsWith('@tailwindcss')) return;
        warn(warning);
      },
    },
  },
  worker: { format: 'es' }, // the layout of charts loads its library when the first one comes
  server: {
    strictPort: true,
    proxy:
      server === undefined
        ? {}
        : Object.fromEntries(
            toServer.map((path) => [path, { target: server, ws: path === '/mqtt', changeOrigin: false }]),
          ),
  },
});
