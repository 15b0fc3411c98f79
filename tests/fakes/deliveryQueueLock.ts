/** Holds the queue of a site, so that a test decides how long a server is choosing robots for its deliveries. */
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Db } from '../../server/db/database.ts';
import { lockDeliveriesOf } from '../../server/db/repositories/deliveries.ts';

export interface QueueLock {
  /** Waits until so many servers have their candidates and want to assign them. */
  awaited(servers?: number): Promise<void>;
  release(): Promise<void>;
}

export async function lockQueue(db: Db, siteId: string): Promise<QueueLock> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding: Promise<void> = released;
  await new Promise<void>((resolve, reject) => {
    holding = db.transaction(async (transaction) => {
      await lockDeliveriesOf(transaction, siteId);
      resolve();
      await released;
    });
    holding.catch(reject);
  });
  const waiting = async (): Promise<number> => {
    const { rows } = await db.execute(sql`
      select 1 from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${`deliveries ${siteId}`}, 0)`);
    return rows.length;
  };
  return {
    async awaited(servers = 1) {
      await vi.waitUntil(async () => (await waiting()) === servers, { timeout: 30_000, interval: 20 });
    },
    async release() {
      release();
      await holding;
    },
  };
}
