/**
 * Live sessions, roles and relations of everybody, in memory: a Stop is let in by them while the database does not answer.
 * Everything else asks the database. Reread every second, and at once when this server changes any of them.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { AccountRole, Relation } from '../../contract/entities/constants.ts';
import { relationOf } from '../db/relation.ts';
import type { SessionHolder } from '../db/repositories/sessions.ts';
import { accounts, relations, sessions } from '../db/schema.ts';
import type { Db, Parts } from '../parts.ts';

const REREAD_MS = 1_000;
/** Older than this, what is known is the last known: who may stop by it is recorded as such. */
export const FRESH_RIGHTS_MS = 4_000;
/** The oldest by which a Stop is let in. */
export const LAST_KNOWN_RIGHTS_MS = 15 * 60_000;

export interface Standing {
  roles: readonly AccountRole[];
  relation: Relation | null;
}

export interface LiveRights {
  /** Whom a token speaks for; undefined for one that is unknown here, ended or over. */
  session(tokenHash: string): SessionHolder | undefined;
  standing(userId: string, serialNumber: string): Standing;
  /** ms since the database was asked for what is known here, by a clock that is never set. */
  age(): number;
  known(): { sessions: number; relations: number };
  /** Reads what changed since the last time. @throws the database's error */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

type Needs = Pick<Parts, 'log' | 'now' | 'settings'> & { db: Db; tick?: () => number };

export async function createLiveRights({ db, log, now, settings, tick = () => performance.now() }: Needs): Promise<LiveRights> {
  let holders = new Map<string, SessionHolder>();
  let roles = new Map<string, readonly AccountRole[]>();
  let related = new Map<string, Relation | null>();
  let readAt = -Infinity;
  let mark = '';

  const read = async (): Promise<void> => {
    const asked = tick();
    const at = new Date(now());
    const next = await markOf(db, at);
    if (next !== mark) {
      const [live, people, pairs] = [
        await db.select({ tokenHash: sessions.tokenHash, sessionId: sessions.id, userId: sessions.userId, expiresAt: sessions.expiresAt, lastUsedAt: sessions.lastUsedAt, endedCode: sessions.endedCode, nickname: accounts.nickname, roles: accounts.roles, demo: accounts.demo })
          .from(sessions).innerJoin(accounts, eq(accounts.id, sessions.userId)).where(and(isNull(sessions.endedCode), gt(sessions.expiresAt, at))),
        await db.select({ id: accounts.id, roles: accounts.roles }).from(accounts),
        await db.select({ userId: relations.userId, serialNumber: relations.serialNumber, isAuth: relations.isAuth, isRobotAdmin: relations.isRobotAdmin, isSuperAdmin: relations.isSuperAdmin }).from(relations).where(eq(relations.isAuth, true)),
      ];
      holders = new Map(live.filter(({ demo }) => !demo || settings.demo).map(({ tokenHash, ...holder }) => [tokenHash, holder]));
      roles = new Map(people.map((one) => [one.id, one.roles]));
      related = new Map(pairs.map((pair) => [`${pair.userId} ${pair.serialNumber}`, relationOf(pair)]));
      mark = next;
    }
    readAt = asked;
  };

  /** One reading after the other; whoever asks while one is under way gets the next, which begins after the question. */
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const refresh = (): Promise<void> =>
    (next ??= reading.catch(() => undefined).then(() => {
      next = undefined;
      return (reading = read());
    }));
  await refresh();

  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return; // a frozen database must not pile these up
    isBusy = true;
    refresh().catch((error: unknown) => log.warn({ err: error }, 'sessions and rights could not be read; the last known ones stand in for Stop')).finally(() => (isBusy = false));
  }, REREAD_MS);
  timer.unref();

  return {
    session: (tokenHash) => {
      const holder = holders.get(tokenHash);
      return holder && holder.expiresAt.getTime() > now() ? holder : undefined;
    },
    standing: (userId, serialNumber) => ({ roles: roles.get(userId) ?? [], relation: related.get(`${userId} ${serialNumber}`) ?? null }),
    age: () => tick() - readAt,
    known: () => ({ sessions: holders.size, relations: related.size }),
    refresh,
    async close() {
      clearInterval(timer);
      await (next ?? reading).catch(() => undefined);
    },
  };
}

/** Another text as soon as a session began or ended, or an account or a relation changed. That a session was used does not count. */
async function markOf(db: Db, at: Date): Promise<string> {
  const { rows } = await db.execute<{ mark: string }>(sql`select concat_ws(' ',
    (select count(*) || ' ' || coalesce(sum(hashtext(id)::bigint), 0) from ${sessions} where ${sessions.endedCode} is null and ${sessions.expiresAt} > ${at}),
    (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${accounts}),
    (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${relations})) as mark`);
  return rows[0]?.mark ?? '';
}
