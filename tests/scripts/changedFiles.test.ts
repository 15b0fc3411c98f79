/**
 * A change selects the browser tests of its area although they do not import it, or the tests that span all areas if it
 * has none.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { browserTests, browserTestsFor, staticTestsFor } = (await import(
  fileURLToPath(new URL('../../scripts/changedFiles.mjs', import.meta.url))
)) as {
  browserTests: (root: string) => Record<string, Set<string>>;
  browserTestsFor: (changed: string[], tests: Record<string, Set<string>>) => string[];
  staticTestsFor: (changed: string[]) => string[];
};
const tests = browserTests(root);
const names = (...changed: string[]): string[] =>
  browserTestsFor(changed, tests).map((path) => path.slice('tests/e2e/'.length, -'.e2e.ts'.length));

it.each<[string, string[]]>([
  ['src/ui/pages/maps/MapsPage.tsx', ['maps']],
  ['server/features/maps.ts', ['maps']],
  ['contract/entities/map.ts', ['maps']],
  ['locales/enUS/mapEditor.json', ['mapEditor']],
  ['src/machines/robotData/robotData.machine.ts', ['fleet', 'models', 'network', 'video']],
  ['contract/entities/inquiry.ts', ['publicPages']],
  ['src/ui/routeRuns/RouteRunPanel.tsx', ['cruiseRoutes', 'routeRun']],
  ['src/ui/shell/Shell.tsx', ['fleet', 'session']],
  ['src/ui/kit/Dialog.tsx', ['access', 'fleet', 'session']],
  ['src/app/wiring/maps.ts', ['fleet', 'maps', 'session']],
  ['server/db/open.ts', ['fleet', 'session']],
  ['package.json', ['fleet', 'session']],
  ['tests/e2e/maps.e2e.ts', ['maps']],
  ['src/machines/pendingStops/pendingStop.machine.ts', ['models', 'stopAsked', 'stopBox']],
  ['server/features/calls.ts', ['call']],
  ['src/machines/alarmCases/alarmCases.machine.ts', ['alarmCase']],
  ['server/features/disinfections.ts', ['disinfection']],
  ['src/machines/scheduledTask/scheduledTask.machine.ts', ['schedules']],
  ['docs/develop.md', []],
  ['tests/server/tls.test.ts', []],
])('%s', (path, expected) => {
  expect(names(path)).toEqual(expected);
});

it('what a browser test is made of selects it', () => {
  expect(names('tests/e2e/harness.ts')).toEqual(expect.arrayContaining(['fleet', 'maps', 'session']));
  expect(names('tests/e2e/axeFindings.ts')).toEqual(expect.arrayContaining(['access', 'publicPages']));
  expect(names('tests/fakes/weatherProvider.ts')).toContain('publicPages');
});

it('every browser test is selected by some file of the product', () => {
  const files = ['src', 'server', 'contract', 'locales', 'simulator', 'demo'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const selected = new Set(browserTestsFor(files, tests));
  expect(Object.keys(tests).filter((test) => !selected.has(test))).toEqual([]);
});

it('tests of the repository run when what they read or run has changed', () => {
  expect(staticTestsFor(['src/machines/maps/maps.machine.ts'])).toEqual([
    'tests/house/charts.test.ts',
    'tests/house/files.test.ts',
    'tests/house/fullFields.test.ts',
    'tests/house/reactState.test.ts',
    'tests/house/sharedTexts.test.ts',
    'tests/house/styles.test.ts',
  ]);
  expect(staticTestsFor(['locales/zhCN/maps.json'])).toEqual([
    'tests/house/files.test.ts',
    'tests/house/sharedTexts.test.ts',
    'tests/house/texts.test.ts',
    'tests/house/wording.test.ts',
  ]);
  expect(staticTestsFor(['scripts/lint.mjs'])).toEqual(['tests/house/', 'tests/scripts/']);
  expect(staticTestsFor(['docs/develop.md'])).toEqual([]);
});
