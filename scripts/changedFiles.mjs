/**
 * Selects affected tests beyond those that vitest finds by imports. Browser tests use the built console and server
 * without importing them: the tests of the same area run, or the two that cover all areas if there is none. Tests of
 * the repository read files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const FOLDER = 'tests/e2e';
/** Browser tests that cover what every page uses. */
const EVERYWHERE = ['session', 'fleet'];
const PRODUCT =
  /^(src|server|contract|locales|simulator|demo|public)\/|^(index|stage|companion)\.html$|^(vite|vite\.companion|tailwind)\.config\.ts$|^package(-lock)?\.json$|^scripts\/build\.mjs$/;
const COMMON = /^src\/(app|services|ui\/(kit|shell|hooks|words|styles)|machines\/(app|frame|navigation|connection))\//;
const LOOKS = /^src\/ui\/(kit|styles)\/|^tailwind\.config\.ts$/;
const RECORDING = ['inspector', 'inspectorOpen', 'inspectorPages', 'inspectorVisitors', 'stage'];
const STOP = ['stopAsked', 'stopBox', 'models'];
/** Browser tests whose name differs from the area's. */
const ALSO = {
  alarms: ['alarmCase', 'flood'],
  alarmNotifications: ['alarmCase', 'flood'],
  alarmRules: ['alarmCase'],
  checklist: ['emptyInstallation'],
  robotRegistration: ['emptyInstallation', 'firstDrives'],
  registration: ['emptyInstallation'],
  disinfectionRecords: ['disinfection'],
  scheduledTask: ['schedules'],
  scheduleExceptions: ['schedules'],
  deliveryDetail: ['deliveryJourney'],
  newDelivery: ['deliveryJourney'],
  parcels: ['deliveryJourney'],
  pendingStops: STOP,
  stop: STOP,
  stopBar: STOP,
  StopBar: STOP,
  stopEnforcer: STOP,
  resumers: ['stopAsked'],
  apps: ['keys'],
  board: ['keys'],
  offlineRobots: ['keys'],
  wallKey: ['keys'],
  broker: ['network', 'fleet'],
  commands: ['fleet'],
  home: ['fleet'],
  robots: ['fleet'],
  simulator: ['fleet'],
  recording: RECORDING,
  replayStage: ['stage'],
  dryRun: ['inspectorOpen'],
  chart: ['inspector'],
  inspector: RECORDING,
  peek: ['inspectorOpen'],
  recorder: RECORDING,
  report: ['inspectorOpen'],
  changelog: ['publicPages'],
  inquiries: ['publicPages'],
  legal: ['publicPages'],
  weather: ['publicPages'],
  deliveries: ['deliveryJourney', 'visitors'],
  visits: ['visitors'],
  phoneVerificationCode: ['visitors'],
  t2SignOut: ['visitors'],
  voice: ['visitors'],
  labels: ['pointLabels'],
  points: ['pointLabels'],
  mapEdit: ['mapEditor'],
  profile: ['userSetting'],
  robotMembers: ['friends'],
  routeRuns: ['routeRun', 'cruiseRoutes'],
  robotData: ['fleet', 'models', 'network', 'video'],
  streams: ['video', 'turn'],
  iceServers: ['turn'],
  photos: ['watchedRecords'],
  faces: ['watchedRecords'],
  faceRecords: ['watchedRecords'],
  callMedia: ['callDevices'],
  robotCall: ['call', 'callModel', 'callDevices'],
  teleop: ['fleet', 'models', 'network'],
  setPassword: ['waysIn', 'accounts'],
  signIn: ['session', 'waysIn'],
};

/** The areas that a path can belong to: its folders and the first part of its name, in singular and plural. */
function areasOf(path) {
  const words = path
    .replace(/^src\/app\//, '')
    .split('/')
    .map((part) => part.split('.', 1)[0]);
  return [
    ...new Set([
      ...words,
      ...words.map((word) => `${word}s`),
      ...words.map((word) => word.replace(/s$/, '')),
      ...words.map((word) => word.replace(/y$/, 'ies')),
    ]),
  ];
}

/**
 * @param changed paths relative to the root
 * @param tests each browser test with the files it consists of (`madeOf`)
 * @returns the tests to run
 */
export function browserTestsFor(changed, tests) {
  const names = new Map(Object.keys(tests).map((path) => [posix.basename(path, '.e2e.ts'), path]));
  const wanted = new Set();
  for (const path of changed) {
    for (const [test, files] of Object.entries(tests)) if (path === test || files.has(path)) wanted.add(test);
    if (!PRODUCT.test(path)) continue;
    const areas = areasOf(path);
    const found = areas.flatMap((area) => [area, ...(ALSO[area] ?? [])]).filter((name) => names.has(name));
    if (found.length === 0 || COMMON.test(path)) found.push(...EVERYWHERE);
    if (LOOKS.test(path)) found.push('access');
    for (const name of found) if (names.has(name)) wanted.add(names.get(name));
  }
  return [...wanted].sort();
}

const OF_PRODUCT = ['files'];
const OF_TEXTS = ['sharedTexts', 'texts', 'wording'];
const OF_SOURCES = ['fullFields', 'reactState', 'sharedTexts', 'styles'];

/** Tests of the repository itself, by the files they read or run. */
export function staticTestsFor(changed) {
  const wanted = new Set();
  for (const path of changed) {
    if (PRODUCT.test(path)) for (const name of OF_PRODUCT) wanted.add(`tests/house/${name}.test.ts`);
    if (path.startsWith('locales/')) for (const name of OF_TEXTS) wanted.add(`tests/house/${name}.test.ts`);
    if (path.startsWith('src/')) for (const name of OF_SOURCES) wanted.add(`tests/house/${name}.test.ts`);
    if (path.startsWith('src/ui/styles/')) wanted.add('tests/house/tokens.test.ts');
    if (/^(src\/machines|docs\/charts)\//.test(path)) wanted.add('tests/house/charts.test.ts');
    if (/^(contract\/|docs\/api\.md$)/.test(path)) wanted.add('tests/contract/apiReference.test.ts');
    if (/^(scripts|\.ci)\//.test(path)) wanted.add('tests/scripts/');
    if (
      /^(scripts\/(imports|lint|locales)\.mjs|\.dependency-cruiser\.cjs|\.oxlintrc\.json|knip\.json|tsconfig\.json)$/.test(
        path,
      )
    )
      wanted.add('tests/house/');
  }
  return [...wanted].sort();
}

/**
 * Each browser test with its imports: test files transitively, product files only if the test imports them directly,
 * because its helpers import many that it does not test.
 */
export function browserTests(root) {
  const files = readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => `${FOLDER}/${name}`);
  return Object.fromEntries(files.map((file) => [file, madeOf(root, file)]));
}

function madeOf(root, test) {
  const found = new Set();
  const open = [test];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const path = posix.join(dirname(file), name);
      if (found.has(path) || !existsSync(join(root, path))) continue;
      if (path.startsWith('tests/')) open.push(path);
      else if (file !== test) continue;
      found.add(path);
    }
  }
  return found;
}
