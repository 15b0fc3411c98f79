/**
 * Which of several servers over one database does what must be done once: proving commands, beats, sweeps. A term
 * in the database, renewed while one lives; with the embedded broker there is just one server, and it leads.
 */
import { sql } from 'drizzle-orm';
import { newSecret } from '../broker/credentials.ts';
import type { Db, Parts } from '../parts.ts';

const TERM_MS = 5_000;

export interface Leadership {
  isLeader(): boolean;
  /** Renews the term, or takes it when it lies free. Call every second. */
  renew(): Promise<void>;
  resign(): Promise<void>;
}

export function createLeadership({ settings, db }: Pick<Parts, 'settings'> & { db: Db }): Leadership {
  if (!settings.mqtt) return { isLeader: () => true, renew: async () => {}, resign: async () => {} };
  const me = newSecret(9);
  let leads = false;
  return {
    isLeader: () => leads,
    async renew() {
      const { rows } = await db.execute<{ value: string }>(sql`
        insert into installation (key, value) values ('leader', ${me} || ' ' || (extract(epoch from clock_timestamp()) * 1000 + ${TERM_MS})::bigint)
        on conflict (key) do update set value = excluded.value
        where split_part(installation.value, ' ', 1) = ${me}
           or split_part(installation.value, ' ', 2)::bigint < (extract(epoch from clock_timestamp()) * 1000)::bigint
        returning value`);
      leads = rows.length > 0;
    },
    async resign() {
      leads = false;
      await db.execute(sql`delete from installation where key = 'leader' and split_part(value, ' ', 1) = ${me}`);
    },
  };
}
