/**
 * Root folder of the project on disk. Migrations, the built console and the simulator are located from it, in built and
 * source form.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('package.json of the project was not found above the server');
  return findRoot(parent);
}

export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
export const MIGRATIONS_FOLDER = join(ROOT, 'server/db/migrations');
/** True for the built server, false for sources run by tsx. */
export const IS_BUILT = !import.meta.url.endsWith('.ts');
