/**
 * Secrets of integrators' apps. Verifying signatures needs them in plain text, so they are encrypted with a key of this
 * installation instead of hashed.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Db } from './db/database.ts';
import { keptSecretOf, secretOf } from './db/repositories/installation.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const KEY = 'appSecretsKey';
const keyFrom = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** @param appId authenticated with the ciphertext, so that it cannot be used for another app */
export async function encryptSecret(db: Db, appId: string, secret: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(await secretOf(db, KEY)), nonce).setAAD(Buffer.from(appId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * @param db not a transaction: the key is read once and cached for this database
 * @throws when the secret was changed or belongs to another app
 */
export async function decryptSecret(db: Db, appId: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyFrom(await keptSecretOf(db, KEY)), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(appId))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
