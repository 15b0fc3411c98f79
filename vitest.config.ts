import { configDefaults, defineConfig } from 'vitest/config';

const folders = (...names: string[]): string[] => names.map((name) => `tests/${name}/**/*.test.{ts,tsx}`);
/** Several servers need an outside database and broker: `npm run test:scaled` has them. */
const onlyScaled = process.env.ROUNDHOUSE_SCALED === '1' ? [] : folders('server/scaled');
const timed = ['fleet', 'models', 'network', 'start', 'video'].map((name) => `tests/e2e/${name}.e2e.ts`);
const inBrowser = { environment: 'node', pool: 'forks', testTimeout: 180_000, hookTimeout: 180_000 } as const;

export default defineConfig({
  test: {
    projects: [
      {
        // Behaviour without a browser or a database: the whole of it in seconds.
        extends: true,
        test: { name: 'unit', include: folders('contract', 'machines', 'services', 'app', 'simulator', 'demo'), environment: 'node', testTimeout: 10_000 },
      },
      {
        extends: true,
        test: { name: 'ui', include: folders('ui'), environment: 'jsdom', testTimeout: 10_000 },
      },
      {
        // About the house itself: these run the checks and the scripts as programs.
        extends: true,
        test: { name: 'house', include: folders('house', 'scripts'), environment: 'node', testTimeout: 120_000, maxWorkers: 1 },
      },
      {
        // Real databases, brokers and processes.
        extends: true,
        test: { name: 'server', include: folders('server', 'faults'), exclude: [...configDefaults.exclude, ...onlyScaled], globalSetup: 'tests/fakes/services.setup.ts', environment: 'node', pool: 'forks', maxWorkers: 2, testTimeout: 60_000, hookTimeout: 120_000 },
      },
      {
        // A real browser against a real server, where seconds count: one after another, and nothing beside them.
        extends: true,
        test: { ...inBrowser, name: 'e2e', include: timed, maxWorkers: 1, fileParallelism: false },
      },
      {
        // The same, where they do not: two at once, each with a server and a browser of its own.
        extends: true,
        test: { ...inBrowser, name: 'pages', include: ['tests/e2e/**/*.e2e.ts'], exclude: [...configDefaults.exclude, ...timed], maxWorkers: 2 },
      },
    ],
  },
});
