import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfig, type Plugin } from 'vite';
import product from './package.json' with { type: 'json' };
import { leanMqttPlugin } from './scripts/leanMqtt.ts';
import { leanReact } from './scripts/leanReact.ts';
import { definedPages } from './scripts/pageNames.ts';
import { shortIcons } from './scripts/shortIcons.ts';
import { splitRadix } from './scripts/splitRadix.ts';
import { splitValibot } from './scripts/splitValibot.ts';
import { splitXstate } from './scripts/splitXstate.ts';
import { withoutNamesPlugin } from './scripts/withoutNames.ts';
import { withoutSummaries } from './scripts/withoutSummaries.ts';
import { MotifSymbols } from './src/ui/canvas/MotifSymbols.tsx';

/** Set by `npm run dev` to the address of the server for the API and the broker. */
const server = process.env.ROUNDHOUSE_DEV_SERVER;
const toServer = ['/apis', '/mqtt', '/files', '/healthz', '/readyz', '/metrics'];

/**
 * stage.html, where the inspector shows recorded states, runs the same program. As a second input it would split the
 * console's initial chunk; instead it gets the tags of the built index.html.
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

/** The companion app is built separately (vite.companion.config.ts); the dev server serves it next to the console. */
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

/** Inlines the illustration of the sign-in page into every HTML page. */
function motif(): Plugin {
  const symbols = renderToStaticMarkup(createElement(MotifSymbols));
  return { name: 'motif', transformIndexHtml: (page) => page.replace('</body>', `  ${symbols}\n  </body>`) };
}

const pathOf = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
/** Loaded after sign-in: the frame of the pages, the recorder and home. */
const HOME = [
  'app/Framed.tsx',
  'app/authenticatedServices.ts',
  'app/pageRegistry.ts',
  'app/recorder/startRecorder.ts',
  'app/wiring/home.ts',
  'ui/shell/SignOutQuestion.tsx',
  'ui/pages/home/HomePage.tsx',
].map(pathOf);
/** Loaded by some visitors before sign-in: without chunks of their own, they would load those of all later pages. */
const BEFORE_SIGN_IN = { country: 'ui/pages/signIn/CountryField.tsx', hashes: 'services/portableHmac.ts' };

const XSTATE = /[\\/]xstate[\\/]dist[\\/]xstate\.esm\.js$/u;

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}
/** @returns the modules, and all that they need */
function withNeeded(paths: readonly string[], modules: Modules): ReadonlySet<string> {
  const needed = new Set(paths);
  for (const one of needed)
    // The index of XState's split module (scripts/splitXstate.ts) also imports what only later pages use.
    if (!XSTATE.test(one)) for (const next of modules.getModuleInfo(one)?.importedIds ?? []) needed.add(next);
  return needed;
}

/** Names the chunk of modules that home shares with other pages. */
function ofHome() {
  let needed: ReadonlySet<string> | undefined;
  return (id: string, modules: Modules): string | null => {
    needed ??= withNeeded(HOME, modules);
    return needed.has(id) ? 'frame' : null;
  };
}
/** Names the chunks of what is loaded before sign-in and shared with later pages. */
function ofVisitors() {
  let chunks: (readonly [name: string, needed: ReadonlySet<string>])[] | undefined;
  return (id: string, modules: Modules): string | null => {
    chunks ??= Object.entries(BEFORE_SIGN_IN).map(([name, path]) => [name, withNeeded([pathOf(path)], modules)]);
    return chunks.find(([, needed]) => needed.has(id))?.[0] ?? null;
  };
}
/**
 * Names the chunks that only later pages share. Machines are grouped by folder, because the inspector draws them
 * without their pages.
 */
const ofOthers = (id: string): string => /[\\/]src[\\/]machines[\\/](\w+)[\\/]/u.exec(id)?.[1] ?? 'parts';
const SHARED = { test: /[\\/](?:src[\\/](?:ui|machines)|contract|node_modules)[\\/]/, minShareCount: 2 };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  define: { __BUILD__: JSON.stringify(product.version), ...definedPages },
  plugins: [
    react(),
    tailwindcss(),
    motif(),
    shortIcons(),
    splitRadix(),
    splitValibot(),
    splitXstate(),
    leanMqttPlugin(),
    leanReact(),
    withoutNamesPlugin(),
    withoutSummaries(),
    stagePage(),
    companionPage(),
  ],
  resolve: {
    alias: [
      // React has had this hook since version 18; the shim is only for older ones.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/u, replacement: 'react' },
    ],
  },
  build: {
    target: 'es2022',
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: true,
    assetsInlineLimit: 0, // the content security policy forbids data: fonts and scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // Inlining keeps constants of pages that are not loaded yet out of the initial chunk.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: [
            // Calendar arithmetic is shared by a few pages only and stays out of all other chunks.
            {
              name: 'zonedTime',
              test: /[\\/]zonedTime\.ts$|[\\/]node_modules[\\/](?:@date-fns|date-fns)[\\/]/u,
              priority: 4,
            },
            // Loaded for the first long list (ui/shell/LongList.tsx), without what other pages share.
            {
              name: 'longLists',
              test: /[\\/]node_modules[\\/]@tanstack[\\/]/u,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            // One request for the first page; by default the bundler splits it into twenty chunks shared with later
            // ones.
            { name: 'console', tags: ['$initial'], priority: 3 },
            { name: ofVisitors(), ...SHARED, includeDependenciesRecursively: false, priority: 2.5 },
            // A second request for what home shares with other pages: another request costs more than a few unneeded
            // components. It has priority over the groups below, because they include their dependencies and home would
            // load another page's machines for one rule.
            { name: ofHome(), ...SHARED, priority: 2 },
            // The redaction rules of all machines load together, without the machines (app/definePage.ts).
            { name: 'redactionRules', test: /[\\/]machines[\\/]\w+[\\/]\w+\.redaction\.ts$/u, priority: 1.5 },
            { name: ofOthers, ...SHARED, priority: 1 },
            // Calls and the robot's page share it, and Agora's SDK a part of it, which would become a request of its own.
            {
              name: 'viewingRepeat',
              test: /[\\/](?:rtcSession|rtcStats|rtcMicrophone|frameCounter|viewingRepeat|agoraViewing|agoraTransport)\.ts$/u,
              priority: 0.5,
            },
          ],
        },
      },
      checks: { pluginTimings: false },
      onwarn(warning, warn) {
        // The style sheet is generated, so a source map has no source.
        if (warning.code === 'SOURCEMAP_BROKEN' && warning.plugin?.startsWith('@tailwindcss')) return;
        // The list of all machines loads each one with the chunk that already contains it.
        if (warning.code === 'INEFFECTIVE_DYNAMIC_IMPORT' && warning.message.includes('src/machines/all.ts')) return;
        warn(warning);
      },
    },
  },
  worker: { format: 'es' }, // chart layout loads its library on first use
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
