/** The facts behind broker decisions, read from the database and kept for a second: a teleop hand asks ten times a second. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { AccountRole, Relation } from '../../contract/entities/constants.ts';
import type { RobotAddress } from '../../contract/wire/topics.ts';
import { relationOf } from '../db/relation.ts';
import { accounts, leases, relations, robots, sessions } from '../db/schema.ts';
import type { Db } from '../parts.ts';
import type { Grounds } from './access.ts';

/** How old an answer may be. Short enough that who loses a right loses the topic within 5 s. */
const KEPT_MS = 1_000;

function kept<Value>(read: (key: string) => Promise<Value>, now: () => number) {
  const found = new Map<string, { at: number; value: Promise<Value> }>();
  const get = (key: string): Promise<Value> => {
    const known = found.get(key);
    if (known && now() - known.at < KEPT_MS) return known.value;
    const value = read(key);
    found.set(key, { at: now(), value });
    value.catch(() => found.delete(key));
    if (found.size > 10_000) found.clear();
    return value;
  };
  return Object.assign(get, { forget: (key: string) => void found.delete(key), forgetAll: () => found.clear() });
}

export interface KeptGrounds extends Grounds {
  /** A lease changed hands: the old answer must not stand for another second. */
  forgetLease(serialNumber: string): void;
  /** Sessions or relations changed. */
  forgetPeople(): void;
}

export function createGrounds(db: Db, now: () => number): KeptGrounds {
  const session = kept(async (key) => {
    const [sessionId = '', userId = ''] = key.split(' ');
    const rows = await db.select({ id: sessions.id }).from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedCode), gt(sessions.expiresAt, new Date(now()))));
    return rows.length > 0;
  }, now);

  const standing = kept(async (key): Promise<{ roles: AccountRole[]; relation: Relation | null }> => {
    const [userId = '', serialNumber = ''] = key.split(' ');
    const [row] = await db.select({ roles: accounts.roles, isAuth: relations.isAuth, isRobotAdmin: relations.isRobotAdmin, isSuperAdmin: relations.isSuperAdmin })
      .from(relations).innerJoin(accounts, eq(accounts.id, relations.userId))
      .where(and(eq(relations.userId, userId), eq(relations.serialNumber, serialNumber)));
    return { roles: row?.roles ?? [], relation: relationOf(row) };
  }, now);

  const address = kept(async (serialNumber): Promise<RobotAddress | null> => {
    const [row] = await db.select({ serialNumber: robots.serialNumber, manufacturer: robots.manufacturer, interfaceName: robots.interfaceName })
      .from(robots).where(eq(robots.serialNumber, serialNumber));
    return row ?? null;
  }, now);

  const lease = kept(async (serialNumber) => {
    const [row] = await db.select({ number: leases.number, clientId: leases.holderClientId }).from(leases)
      .where(and(eq(leases.serialNumber, serialNumber), gt(leases.expiresAt, new Date(now()))));
    return row?.clientId ? { number: row.number, clientId: row.clientId } : null;
  }, now);

  return {
    sessionLives: (sessionId, userId) => session(`${sessionId} ${userId}`),
    standing: (userId, serialNumber) => standing(`${userId} ${serialNumber}`),
    address: (serialNumber) => address(serialNumber),
    lease: (serialNumber) => lease(serialNumber),
    forgetLease: (serialNumber) => lease.forget(serialNumber),
    forgetPeople: () => { session.forgetAll(); standing.forgetAll(); },
  };
}
