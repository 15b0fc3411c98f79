/** Creates the broker that the settings select, with the auth facts and the secret that both kinds share. */
import type { CoreDeps } from '../coreDeps.ts';
import { outsideTransactionScope } from '../db/connectionScope.ts';
import { secretOf } from '../db/repositories/installation.ts';
import type { LiveRights } from '../rights/liveRights.ts';
import type { Tls } from '../tls.ts';
import type { Broker } from './broker.ts';
import { createEmbeddedBroker } from './embedded.ts';
import { createAuthFacts } from './authFacts.ts';
import { createExternalBroker } from './external.ts';

/** @param tls the console's certificate, for a TLS port of the embedded broker */
export async function createBroker({
  settings,
  db,
  sharedDb,
  log,
  now,
  monotonicNow,
  rights,
  tls,
}: Pick<CoreDeps, 'settings' | 'db' | 'sharedDb' | 'log' | 'now' | 'monotonicNow'> & {
  rights: LiveRights;
  tls?: Tls | undefined;
}): Promise<Broker> {
  const secret = await secretOf(db, 'mqttSecret');
  const peopleChanged = (): void =>
    void outsideTransactionScope(() => rights.refresh()).catch((error: unknown) =>
      log.warn({ err: error }, 'sessions and rights could not be read'),
    );
  const needs = {
    settings,
    db,
    log,
    now,
    monotonicNow,
    secret,
    authFacts: createAuthFacts(sharedDb, { now, monotonicNow }, peopleChanged),
  };
  return settings.mqtt ? createExternalBroker(needs) : createEmbeddedBroker({ ...needs, tls });
}
