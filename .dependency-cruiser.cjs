/** Import directions between the parts of the product. `npm run imports` checks every source file against them. */
const OURS = '^(contract|src|server|simulator|demo|locales|tests|scripts)/';

/** Of the product's own files, those under `from` can only import those under `to`. */
const only = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: OURS, pathNot: to } });
/** Files under `from` can only import these packages. */
const onlyPackages = (name, from, packages) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core'],
    pathNot: `node_modules/(${packages.join('|')})/`,
  },
});
const noPackages = (name, from, packages) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: `node_modules/(${packages.join('|')})/` },
});

module.exports = {
  forbidden: [
    // Type-only cycles count too: such files belong together, or lack a common third file.
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('contract-knows-nobody', '^contract/', '^contract/'),
    only('machines-know-contract', '^src/machines/', '^(contract|src/machines)/'),
    only('services-know-contract', '^src/services/', '^(contract|src/services)/'),
    only('ui-knows-machines', '^src/ui/', '^(contract|src/machines|src/ui|locales)/'),
    // The app loads the texts; the ui only imports the types of their keys.
    {
      name: 'ui-carries-no-words',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^locales/', dependencyTypesNot: ['type-only', 'type-import'] },
    },
    only('app-knows-the-console', '^src/app/', '^(contract|src/(machines|services|ui|app)|locales)/'),
    // Code shared by two pages belongs in the kit, the shell or a folder of its own next to the pages.
    {
      name: 'pages-know-no-pages',
      severity: 'error',
      from: { path: '^src/ui/pages/([^/]+)/' },
      to: { path: '^src/ui/pages/', pathNot: '^src/ui/pages/$1/' },
    },
    {
      name: 'pages-stand-on-top',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: '^src/ui/pages/' },
      to: { path: '^src/ui/pages/' },
    },
    {
      name: 'wiring-knows-no-ui',
      severity: 'error',
      from: { path: '^src/app/(wiring|companion/wiring)/' },
      to: { path: '^src/ui/' },
    },
    only('main-knows-app', '^src/(main|companion)\\.tsx$', '^src/(app|ui/styles)/'),
    only('server-knows-contract', '^server/', '^(contract|server|locales|demo)/'),
    {
      name: 'demo-is-seeded-only',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/db/seed' },
      to: { path: '^demo/' },
    },
    {
      name: 'features-know-no-http',
      severity: 'error',
      from: { path: '^server/(features|fleet|broker|db)/' },
      to: { path: '^server/http/' },
    },
    {
      name: 'repositories-know-rows',
      severity: 'error',
      from: { path: '^server/db/(?!seed)' },
      to: { path: '^server/(?!db/)' },
    },
    {
      name: 'sql-is-written-in-db',
      severity: 'error',
      from: { path: '^(server|simulator|demo|contract|src)/', pathNot: '^server/db/' },
      to: { path: 'node_modules/(drizzle-orm|pg)/' },
    },
    only('simulator-is-a-stranger', '^simulator/', '^(contract|simulator|demo)/'),
    only('demo-is-data', '^demo/', '^(contract|demo)/'),
    onlyPackages('contract-is-small', '^contract/', [
      'valibot',
      '@noble',
      'date-fns',
      '@date-fns',
      'libphonenumber-js',
    ]),
    onlyPackages('machines-are-pure', '^src/machines/', ['xstate']),
    noPackages('services-have-no-machines', '^src/services/', ['xstate', '@xstate', 'react', 'react-dom']),
    noPackages('ui-reaches-no-world', '^src/ui/', ['mqtt', 'graphql-request']),
    {
      name: 'the-browser-is-no-node',
      severity: 'error',
      from: { path: '^(contract|src|demo)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'products-need-no-dev-packages',
      severity: 'error',
      from: { path: '^(contract|src|server|simulator|demo)/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // type-only imports count as well
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts', '.css'],
    },
  },
};
