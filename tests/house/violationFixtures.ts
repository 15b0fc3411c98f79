/**
 * A temporary project with this repository's rules, in which tests place violations to verify that the checks find
 * them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rules = [
  '.dependency-cruiser.cjs',
  '.oxlintrc.json',
  '.prettierrc.json',
  '.prettierignore',
  'knip.json',
  'tsconfig.json',
  'package.json',
];

export type FixtureProject = {
  folder: string;
  write(files: Record<string, string>): void;
  check(script: string, ...args: string[]): { ok: boolean; output: string };
  remove(): void;
};

export function createFixtureProject(): FixtureProject {
  const folder = mkdtempSync(join(tmpdir(), 'rh-fixtures-'));
  for (const file of rules) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    write(files) {
      for (const [path, words] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), words);
      }
    },
    /** Runs a check of scripts/, or a package's binary, in this project. */
    check(script, ...args) {
      const path = script.endsWith('.mjs') ? join(root, 'scripts', script) : join(root, 'node_modules', script);
      const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { ok: status === 0, output: stdout + stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
