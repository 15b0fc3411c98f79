/** The keys that sign requests to the relays of lifts and doors: derived from a secret of this installation, not stored. */
import { createHmac } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { keptSecretOf } from '../db/repositories/installation.ts';

/**
 * @param db no transaction: the secret is cached per database
 * @param version replacing the key increments it
 */
export async function relayKeyOf(db: Db, equipmentId: string, version: number): Promise<string> {
  return createHmac('sha256', await keptSecretOf(db, 'relaySecret'))
    .update(`${equipmentId}\n${version}`)
    .digest('hex');
}
