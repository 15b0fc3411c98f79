/**
 * Which of several servers over one database does what must be done once: proving commands, beats, sweeps. A term
 * in the database, renewed while one lives; with the embedded broker there is just one server, and it leads.
 */
import { newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { resignLeadership, takeLeadership } from '../db/repositories/installation.ts';

const TERM_MS = 5_000;

export interface Leadership {
  /** Never true on two servers: who cannot reach the database stops leading before another may begin. */
  isLeader(): boolean;
  /** Renews the term, or takes it when it lies free. Call every second. */
  renew(): Promise<void>;
  resign(): Promise<void>;
}

/** @param tick a clock that is never set, ms */
export function createLeadership(
  { settings, db }: Pick<CoreDeps, 'settings'> & { db: Db },
  tick: () => number = () => performance.now(),
): Leadership {
  if (!settings.mqtt) return { isLeader: () => true, renew: async () => {}, resign: async () => {} };
  const me = newSecret(9);
  /** By our own clock, counted from before the database was asked: over here no later than there. */
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
