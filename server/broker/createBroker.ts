/** The broker that the settings ask for, over the grounds and the secret that both kinds share. */
import { eq } from 'drizzle-orm';
import { installation } from '../db/schema.ts';
import type { Db, Parts } from '../parts.ts';
import type { Broker } from './broker.ts';
import { newSecret } from './credentials.ts';
import { createEmbeddedBroker } from './embedded.ts';
import { createGrounds } from './grounds.ts';
import { createOutsideBroker } from './outside.ts';

export async function createBroker({ settings, db, log, now }: Pick<Parts, 'settings' | 'db' | 'log' | 'now'>): Promise<Broker> {
  const secret = await installationSecret(db, 'mqttSecret');
  const needs = { settings, db, log, now, secret, grounds: createGrounds(db, now) };
  return settings.mqtt ? createOutsideBroker(needs) : createEmbeddedBroker(needs);
}

/** A secret made once for the installation: two servers on one database share it. */
async function installationSecret(db: Db, key: string): Promise<string> {
  await db.insert(installation).values({ key, value: newSecret(32) }).onConflictDoNothing();
  const [row] = await db.select().from(installation).where(eq(installation.key, key));
  if (!row) throw new Error(`the installation has no ${key}`);
  return row.value;
}
