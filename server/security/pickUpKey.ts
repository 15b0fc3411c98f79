/**
 * The key that picks up what a code to sign in with brings. It is made from the code and a secret of this installation, and kept
 * nowhere: who reads the picture, or the database, cannot make it.
 */
import { createHmac } from 'node:crypto';
import { hashOf } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import { keptSecretOf } from '../db/repositories/installation.ts';

/** @param db no transaction: the secret is read once for it */
export async function pickUpKeyOf(db: Db, qrcode: string): Promise<string> {
  return createHmac('sha256', await keptSecretOf(db, 'pickUpSecret'))
    .update(hashOf(qrcode))
    .digest('base64url');
}
