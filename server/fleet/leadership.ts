/**
 * Elects, among several servers on one database, the leader that does what must be done once: command progress, feed
 * updates, sweeps. Leadership is a term in the database that the leader renews. With the embedded broker the only
 * server always leads.
 */
import { newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { resignLeadership, takeLeadership } from '../db/repositories/installation.ts';

const TERM_MS = 5_000;

export interface Leadership {
  /** Never true on two servers: a server that cannot reach the database stops leading before another can start. */
  isLeader(): boolean;
  /** Renews the term, or takes it when it is free. Call every second. */
  renew(): Promise<void>;
  resign(): Promise<void>;
}

/** @param tick a monotonic clock, ms */
export function createLeadership(
  { settings, db }: Pick<CoreDeps, 'settings'> & { db: Db },
  tick: () => number = () => performance.now(),
): Leadership {
  if (!settings.mqtt) return { isLeader: () => true, renew: async () => {}, resign: async () => {} };
  const me = newSecret(9);
  /**
   * By the local clock, counted from before the database query, so that it ends no later than the term in the database.
   */
  let leadsUntil = 0;
  let renewing: Promise<void> | undefined;
  let hasResigned = false;

  const ask = async (): Promise<void> => {
    const asked = tick();
    const isOurs = await takeLeadership(db, me, TERM_MS);
    leadsUntil = isOurs && !hasResigned ? asked + TERM_MS : 0;
  };
  return {
    isLeader: () => tick() < leadsUntil,
    renew: () => (renewing ??= ask().finally(() => (renewing = undefined))),
    async resign() {
      hasResigned = true;
      leadsUntil = 0;
      await renewing?.catch(() => undefined);
      await resignLeadership(db, me);
    },
  };
}
