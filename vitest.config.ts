import { readFileSync, readdirSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { configDefaults, defineConfig } from 'vitest/config';
import { definedPages } from './scripts/pageNames.ts';

const folders = (...names: string[]): string[] => names.map((name) => `tests/${name}/**/*.test.{ts,tsx}`);
/** Tests with several servers need an external database and broker; `npm run test:scaled` runs them. */
const severalServers = folders('server/scaled');
/** Files with vi.mock, which need isolated modules. */
const replacing = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/u.test(name))
  .map((name) => `tests/${name}`)
  .filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
/** All other files share the modules of their worker, so no test can leave state behind in them. */
const shared = {
  isolate: false,
  exclude: [...configDefaults.exclude, ...replacing],
  setupFiles: 'tests/fakes/leaveNothing.setup.ts',
};
/** Loading a page's modules takes long on a busy machine; the limits only detect hanging tests. */
const unhurried = { testTimeout: 30_000, hookTimeout: 60_000 };
const onServices = {
  globalSetup: 'tests/fakes/services.setup.ts',
  environment: 'node',
  pool: 'forks',
  maxWorkers: 3,
  // On a busy machine everything takes several times as long; the limits only detect hanging tests.
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const;
const timed = ['flood', 'models', 'network'].map((name) => `tests/e2e/${name}.e2e.ts`);
const inBrowser = {
  globalSetup: 'tests/e2e/once.setup.ts',
  environment: 'node',
  pool: 'forks',
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
} as const;

/**
 * The slowest files start first, so that none runs on alone at the end. Without results of an earlier run, vitest would
 * only know their size.
 */
const LONGEST = [
  // By turns one that keeps the processor busy and one that waits for robots that drive.
  'e2e/access',
  'e2e/deliveryJourney',
  'e2e/monitoring',
  'e2e/start.',
  'e2e/schedules',
  'e2e/recording',
  'e2e/inspector.',
  'e2e/emptyInstallation',
  'e2e/disinfection',
  'e2e/inspectorPages',
  'e2e/fleet.',
  'e2e/callModel',
  'e2e/call.',
  'e2e/cruiseRoutes',
  'e2e/mapEditor',
  'e2e/stopBox',
  'e2e/stopAsked',
  'e2e/videoWall',
  'e2e/keys',
  'server/recordedPages',
  'server/uploadCrash.',
  'server/jobs/killedExport',
  'server/crash',
  'server/alarmCrash',
  'server/digestCrash',
  'server/demoWeek',
  'server/routeRuns/badDays',
  'server/http/access',
  'server/embedded',
  'server/fleet/fleet',
  'server/broker/connections',
  'server/fleet/mediaGrants',
  'house/recordedTests',
  'simulator/fleet/day',
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      (LONGEST.findIndex((name) => moduleId.includes(`/tests/${name}`)) + LONGEST.length + 1) % (LONGEST.length + 1);
    const sorted = await super.sort(files);
    // Only files of one project that follow each other share a worker and its modules.
    const order = [...new Set(sorted.map(({ project }) => project.name))];
    return sorted.sort((a, b) => rank(a) - rank(b) || order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}

export default defineConfig({
  define: definedPages,
  test: {
    maxWorkers: 2,
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Behaviour without browser or database, in seconds. Modules are shared, because loading them per file took
        // most of the time.
        extends: true,
        test: {
          name: 'unit',
          include: folders('contract', 'machines', 'services', 'app', 'demo'),
          environment: 'node',
          pool: 'threads',
          ...shared,
          ...unhurried,
        },
      },
      {
        // The native video module would end the whole process of a worker thread.
        extends: true,
        test: {
          name: 'simulator',
          include: folders('simulator'),
          environment: 'node',
          pool: 'forks',
          ...shared,
          ...unhurried,
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          include: folders('ui'),
          environment: 'jsdom',
          pool: 'threads',
          ...shared,
          ...unhurried,
        },
      },
      {
        // Tests of the repository itself, which run the checks and scripts as programs.
        extends: true,
        test: {
          name: 'house',
          include: folders('house', 'scripts'),
          environment: 'node',
          pool: 'forks',
          ...shared,
          testTimeout: 120_000,
        },
      },
      {
        // Real databases, brokers and processes.
        extends: true,
        test: {
          ...onServices,
          ...shared,
          name: 'server',
          include: folders('server'),
          exclude: [...shared.exclude, ...severalServers],
        },
      },
      {
        extends: true,
        test: { ...onServices, name: 'replacing', include: replacing },
      },
      {
        // One file after another: the connections of its two or three servers already take most of the 100 that an
        // external PostgreSQL usually has.
        extends: true,
        test: { ...onServices, name: 'several', include: severalServers, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        // A real browser against a real server with strict timing: one test after another, and nothing in parallel.
        extends: true,
        test: { ...inBrowser, name: 'e2e', include: timed, maxWorkers: 1, fileParallelism: false },
      },
      {
        // The same without strict timing: two in parallel, each with a server of its own and all in one browser. With
        // three, all took 6 % less and each one 40 % longer: on a slow machine that would be too long for some.
        extends: true,
        test: {
          ...inBrowser,
          name: 'pages',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: [...configDefaults.exclude, ...timed],
        },
      },
    ],
  },
});
