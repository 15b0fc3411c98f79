/**
 * The gallery: every component of the kit and the map with sample data, for visual checks and measurements. `npx vite
 * --config tests/ui/gallery/vite.config.ts`.
 */
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    minify: process.env.PLAIN === undefined,
    target: 'es2022',
    outDir: '../../../dist/gallery',
    emptyOutDir: true,
    reportCompressedSize: false,
  },
});
