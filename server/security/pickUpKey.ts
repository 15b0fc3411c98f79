/**
 * The key with which a browser collects the session after a QR code sign-in. It is derived from the code and a secret
 * of this installation, and is not stored: neither the QR code nor the database is enough to compute it.
 */
import { createHmac } from 'node:crypto';
import { hashOf } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import { keptSecretOf } from '../db/repositories/installation.ts';

/** @param db no transaction: the secret is cached per database */
export async function pickUpKeyOf(db: Db, qrcode: string): Promise<string> {
  return createHmac('sha256', await keptSecretOf(db, 'pickUpSecret'))
    .update(hashOf(qrcode))
    .digest('base64url');
}
