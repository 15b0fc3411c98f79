/** Where the project stands on disk: its migrations, its built console and its simulator are found from there, built or not. */
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
/** Whether this is the built server, or its sources run by tsx. */
export const IS_BUILT = !import.meta.url.endsWith('.ts');
