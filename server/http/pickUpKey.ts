/**
 * The key that picks up what a code to sign in with brings. It is made from the code and a secret of this installation, and kept
 * nowhere: who reads the picture, or the database, cannot make it.
 */
import { createHmac } from 'node:crypto';
import { hashOf } from '../broker/credentials.ts';
import { secretOf } from '../db/repositories/installation.ts';
import type { Db } from '../parts.ts';

/** Never a transaction's: one that was undone would take its secret with it. */
const secrets = new WeakMap<Db, Promise<string>>();

/** @param db no transaction: the secret is read once for it */
export async function pickUpKeyOf(db: Db, qrcode: string): Promise<string> {
  let secret = secrets.get(db);
  if (!secret) {
    secret = secretOf(db, 'pickUpSecret').catch((error: unknown) => {
      secrets.delete(db);
      throw error;
    });
    secrets.set(db, secret);
  }
  return createHmac('sha256', await secret).update(hashOf(qrcode)).digest('base64url');
}
