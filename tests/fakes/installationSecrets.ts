/** The secrets of an installation, as tests of the key file compare them. */
import type { Db } from '../../server/db/database.ts';
import { secretOf } from '../../server/db/repositories/installation.ts';
import { SECRET_NAMES } from '../../server/db/secretKeys.ts';

/** Every secret that a server asks for, by name. */
export async function allSecretsOf(db: Db): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of SECRET_NAMES) found[name] = await secretOf(db, name);
  return found;
}
