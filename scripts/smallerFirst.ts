/** Minifies the initial chunks of the console again, for the build. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { MinifyOptions, MinifyOutput } from 'terser';
import type { Plugin, Rolldown } from 'vite';

const MINIFIER =
  "const { parentPort, workerData: [terser, ...given] } = require('node:worker_threads'); require(terser).minify(...given).then((made) => parentPort.postMessage(made));";
/** Minifies in a worker thread. @throws if terser does */
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

/** A map in the form of the bundler. */
const sourceMapOf = (json: string): Rolldown.SourceMap => ({
  ...(JSON.parse(json) as Rolldown.SourceMap),
  toString: () => json,
  toUrl: () => `data:application/json;base64,${Buffer.from(json).toString('base64')}`,
});

/**
 * Minifies the initial chunks again with terser, which is slower but smaller; in parallel, because the first start of
 * the console waits for it.
 */
export function smallerFirst(): Plugin {
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
            // A second pass takes as long as the first and saves less than half a percent.
            compress: { passes: 1 },
            // Builds for page pictures have no source maps.
            ...(chunk.map && { sourceMap: { content: JSON.stringify(chunk.map), url: name.replace('assets/', '') } }),
          });
          if (code) chunk.code = code;
          if (typeof map !== 'string') return;
          // Vite writes the files that a dynamic import preloads into the code afterwards, and combines that change with
          // the map of the chunk.
          chunk.map = sourceMapOf(map);
          const kept = bundle[name];
          if (kept?.type === 'asset') kept.source = map;
        }),
      );
    },
  };
}
