/**
 * Secrets of integrators' apps. Verifying signatures needs them in plain text, so they are encrypted with a key of this
 * installation instead of hashed.
 */
import type { Db } from './db/database.ts';
import { keptSecretOf, secretOf } from './db/repositories/installation.ts';
import { openText, sealText } from './db/seal.ts';

const KEY = 'appSecretsKey';

/** @param appId authenticated with the ciphertext, so that it cannot be used for another app */
export const encryptSecret = async (db: Db, appId: string, secret: string): Promise<string> =>
  sealText(await secretOf(db, KEY), appId, secret);

/**
 * @param db not a transaction: the key is read once and cached for this database
 * @throws when the secret was changed or belongs to another app
 */
export const decryptSecret = async (db: Db, appId: string, sealed: string): Promise<string> =>
  openText(await keptSecretOf(db, KEY), appId, sealed);
