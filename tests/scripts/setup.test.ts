/** First-time setup of a fresh clone, with stubs for npm and Chromium that record their calls. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const setup = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
let folder: string;
let npm: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rh-setup-'));
  npm = join(folder, 'npm.js');
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '2.0.0', optional: true },
      },
    }),
  );
  writeFileSync(
    npm,
    `const fs = require('fs'); fs.mkdirSync('node_modules', { recursive: true }); fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Evaluates a JavaScript expression with setup.mjs as `s`. */
const run = (line: string, env: Record<string, string> = {}) => {
  const code = `import(${JSON.stringify(setup)}).then(async (s) => { try { console.log(await (${line})); } catch (e) { console.log(e.constructor.name + ': ' + e.message); } });`;
  return spawnSync(process.execPath, ['-e', code], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm, ...env },
  }).stdout.trim();
};
const install = () =>
  run(`s.installPackages(${JSON.stringify(folder)})`)
    .split('\n')
    .at(-1);
const calls = () =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length : 0;
const installedAs = (a: string) => {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(
    join(folder, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: a } } }),
  );
};

describe('setting up', () => {
  it('refuses a Node that is too old, naming the one it needs', () => {
    expect(run(`s.checkNode('20.18.3')`)).toBe(
      'SetupError: Roundhouse needs Node 20.19 or newer; this is Node 20.18.3.',
    );
    expect(run(`s.checkNode('18.20.0')`)).toContain('SetupError');
    for (const version of ['20.19.0', '22.1.0', '24.0.0']) expect(run(`s.checkNode('${version}')`)).toBe('undefined');
  });

  it('installs packages that are missing, once', () => {
    expect(install()).toBe('true');
    expect(install()).toBe('false');
    expect(calls()).toBe(1);
  });

  it('installs them again when the lock file changed', () => {
    install();
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/a': { version: '1.1.0' } } }),
    );
    expect(install()).toBe('true');
    expect(calls()).toBe(2);
  });

  it('lets packages be that somebody installed by hand', () => {
    installedAs('1.0.0');
    expect(install()).toBe('false');
    expect(calls()).toBe(0);
  });

  it('does not trust an installation of other versions', () => {
    installedAs('0.9.0');
    expect(install()).toBe('true');
  });

  it('says so when npm fails, and tries again the next time', () => {
    writeFileSync(npm, `process.exit(1);`);
    expect(install()).toContain('SetupError: "npm ci" failed (1)');
    writeFileSync(npm, `require('fs').mkdirSync('node_modules', { recursive: true });`);
    expect(install()).toBe('true');
  });
});

describe('finding a browser', () => {
  it('takes the one that is named, and no other in its place', () => {
    const browser = join(folder, 'chrome');
    writeFileSync(browser, '#!/bin/sh\n');
    chmodSync(browser, 0o755);
    expect(run('s.findBrowser()', { CHROMIUM_PATH: browser })).toBe(browser);
    expect(run('s.findBrowser()', { CHROMIUM_PATH: join(folder, 'none') })).toContain('which is not an executable');
  });

  it('finds one on the path', () => {
    for (const name of ['chromium', 'google-chrome']) {
      writeFileSync(join(folder, name), '#!/bin/sh\n');
      chmodSync(join(folder, name), 0o755);
    }
    expect(run('s.findBrowser()', { CHROMIUM_PATH: '', PATH: folder })).toBe(join(folder, 'chromium'));
  });
});
