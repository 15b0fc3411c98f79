import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run dev` starts the server of the API and the broker on a port of its own and names it here. */
const server = process.env.ROUNDHOUSE_DEV_SERVER;
const toServer = ['/apis', '/mqtt', '/files', '/healthz', '/readyz', '/metrics'];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
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
      output: {
        codeSplitting: {
          groups: [
            // What the first page needs comes in one request; by itself the bundler parts it into twenty that share with later chunks.
            { name: 'console', tags: ['$initial'], priority: 2 },
            // And what pages share in a second one: a request is dearer than a few components of the next page.
            { name: 'frame', test: /[\\/](?:src[\\/](?:ui|machines)|contract|node_modules)[\\/]/, minShareCount: 2, priority: 1 },
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
  server: {
    strictPort: true,
    proxy: server === undefined ? {} : Object.fromEntries(toServer.map((path) => [path, { target: server, ws: path === '/mqtt', changeOrigin: false }])),
  },
});
