/**
 * mqtt.js for browsers, for the build: bundled from the package's parts like its own bundle, but without what a page
 * cannot use (TCP, TLS, proxies, mini programs) or the console does not (topic aliases of MQTT 5, debug output, helpers
 * of streams), and with the browser's own URL parser and microtasks. More than a third smaller than that bundle.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const SOURCE = require.resolve('mqtt');
const { version } = require('mqtt/package.json') as { version: string };
const LEAN = '\0lean-mqtt';

/** Only Node and mini programs have these transports; nothing composes streams or awaits their end. */
const UNUSED = /^(?:\.\/(?:tcp|tls|socks|wx|ali)|net|tls|ws|\.\/internal\/streams\/compose|\.\.?\/stream\/promises)$/;
/** Replacements: Node's modules by what browsers have, and what is imported but not used by what it needs at least. */
const OWN: Readonly<Record<string, string>> = {
  url: `export default { parse(text) {
    const { protocol, hostname, port, pathname, search, searchParams } = new URL(text);
    const query = Object.fromEntries(searchParams);
    return { protocol, hostname, port: port || null, path: pathname + search, query, auth: null };
  } };`,
  process: `const process = {
    env: {},
    nextTick: (run, ...args) => queueMicrotask(() => run(...args)),
  };
  export { process };
  export default process;`,
  debug: 'module.exports = () => () => {};',
  'lru-cache': 'export const LRUCache = null;',
  '../../package.json': `export const version = ${JSON.stringify(version)};`,
  './internal/streams/operators': 'export const streamReturningOperators = {}, promiseReturningOperators = {};',
  './internal/streams/pipeline': 'export const pipeline = () => {};',
};
const nameOf = (path: string): string => path.replace(/\/$/u, '');
/** Packages for browsers that have the names of Node's modules. */
const PACKAGES = /^(?:buffer|events|string_decoder)\/?$/;
/** The build that `worker-timers` names for require is for browsers without classes and async functions. */
const TIMERS = 'worker-timers/build/es2019/module.js';

/** @returns an ES module with the default export of mqtt.js */
export async function leanMqtt(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import mqtt from ${JSON.stringify(SOURCE)}; export default mqtt;`,
      resolveDir: dirname(SOURCE),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { global: 'globalThis' },
    inject: ['lean:globals'],
    logLevel: 'error',
    plugins: [
      {
        name: 'lean',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
          onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export default {};' }));
          onResolve({ filter: /./ }, ({ path }) =>
            nameOf(path) in OWN ? { path: nameOf(path), namespace: 'own' } : undefined,
          );
          onLoad({ filter: /./, namespace: 'own' }, ({ path }) => ({ contents: OWN[path] ?? '' }));
          onResolve({ filter: /^worker-timers$/ }, () => ({ path: require.resolve(TIMERS) }));
          onResolve({ filter: PACKAGES }, ({ path }) => ({ path: require.resolve(path.replace(/\/?$/u, '/')) }));
          onResolve({ filter: /^lean:globals$/ }, () => ({ path: 'globals', namespace: 'lean' }));
          onLoad({ filter: /./, namespace: 'lean' }, () => ({
            contents: "export { Buffer } from 'buffer'; export { process } from 'process';",
            resolveDir: dirname(SOURCE),
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

export const leanMqttPlugin = (): Plugin => ({
  name: 'lean-mqtt',
  apply: 'build',
  enforce: 'pre',
  resolveId: { filter: { id: /^mqtt$/ }, handler: () => LEAN },
  load: { filter: { id: /^\0lean-mqtt$/ }, handler: async () => ({ code: await leanMqtt(), map: null }) },
});
