/** The broker that the settings ask for, over the grounds and the secret that both kinds share. */
import { secretOf } from '../db/repositories/installation.ts';
import type { Parts } from '../parts.ts';
import type { Broker } from './broker.ts';
import { createEmbeddedBroker } from './embedded.ts';
import { createGrounds } from './grounds.ts';
import { createOutsideBroker } from './outside.ts';

export async function createBroker({ settings, db, log, now }: Pick<Parts, 'settings' | 'db' | 'log' | 'now'>): Promise<Broker> {
  const secret = await secretOf(db, 'mqttSecret');
  const needs = { settings, db, log, now, secret, grounds: createGrounds(db, now) };
  return settings.mqtt ? createOutsideBroker(needs) : createEmbeddedBroker(needs);
}
