/** Deliveries and their histories: single rows, what is under way, and what is due. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { DELIVERY_STATUSES } from '../../../contract/entities/robotConstants.ts';
import { isDeliveryOver } from '../../../contract/rules/delivery.ts';
import type { Db } from '../database.ts';
import { anyRow, type DueCheck } from '../dueRows.ts';
import { deliveries, deliverySteps, robots } from '../schema.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = typeof deliveries.$inferInsert;
export type DeliveryStepRow = typeof deliverySteps.$inferSelect;

const isOpen = isNull(deliveries.endedAt);
const isWaiting = and(isOpen, eq(deliveries.status, 'created'), eq(deliveries.serialNumber, ''));
const oldestFirst = [asc(deliveries.createdAt), asc(deliveries.number)] as const;

/** One server at a time gives the deliveries of a site to robots. */
export async function lockDeliveriesOf(db: Db, siteId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries ${siteId}`}, 0))`);
}

/** @returns undefined if there is one with this id already */
export async function addDelivery(db: Db, row: NewDelivery): Promise<DeliveryRow | undefined> {
  const [added] = await db.insert(deliveries).values(row).onConflictDoNothing().returning();
  return added;
}

export async function deliveryById(db: Db, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  return row;
}

/** Reads the delivery and locks it until the transaction ends. */
export async function lockDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id)).for('update');
  return row;
}

/** A delivery by the id that its robot reports: ours, or the robot's own. */
export async function lockReported(db: Db, serialNumber: string, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.serialNumber, serialNumber),
        or(eq(deliveries.id, id), and(isNotNull(deliveries.robotDeliveryId), eq(deliveries.robotDeliveryId, id))),
      ),
    )
    .limit(1)
    .for('update');
  return row;
}

export async function changeDelivery(db: Db, id: string, change: Partial<NewDelivery>): Promise<DeliveryRow> {
  const [row] = await db.update(deliveries).set(change).where(eq(deliveries.id, id)).returning();
  if (!row) throw new Error(`the delivery ${id} is gone`);
  return row;
}

export async function addStep(
  db: Db,
  step: Pick<DeliveryStepRow, 'deliveryId' | 'at' | 'kind' | 'status' | 'cause'> & Partial<DeliveryStepRow>,
): Promise<void> {
  await db.insert(deliverySteps).values(step);
}

/** The last ones, oldest first. */
export async function stepsOf(db: Db, deliveryId: string, limit: number): Promise<DeliveryStepRow[]> {
  const rows = await db
    .select()
    .from(deliverySteps)
    .where(eq(deliverySteps.deliveryId, deliveryId))
    .orderBy(desc(deliverySteps.id))
    .limit(limit);
  return rows.reverse();
}

export async function countSteps(db: Db, deliveryId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(deliverySteps).where(eq(deliverySteps.deliveryId, deliveryId));
  return row?.total ?? 0;
}

/** The site and robot of a delivery, for the access check. */
export async function placeOfDelivery(
  db: Db,
  id: string,
): Promise<{ serialNumber: string; siteId: string } | undefined> {
  const [row] = await db
    .select({ serialNumber: deliveries.serialNumber, siteId: deliveries.siteId })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  return row;
}

/** Deliveries of a site that wait for a robot, in the order of the queue. */
export const waitingOn = (db: Db, siteId: string, limit: number): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.siteId, siteId), isWaiting))
    .orderBy(...oldestFirst)
    .limit(limit);

/** Those of these deliveries that still wait for a robot, in the order of the queue. */
export const waitingAmong = (db: Db, ids: readonly string[]): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(and(inArray(deliveries.id, [...ids]), isWaiting))
    .orderBy(...oldestFirst);

/** Ids of the waiting deliveries of these sites, in the order of the queue. */
export const queueOf = (
  db: Db,
  siteIds: readonly string[],
  limit: number,
): Promise<Pick<DeliveryRow, 'id' | 'siteId' | 'wantedRobot' | 'notBefore'>[]> =>
  siteIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          id: deliveries.id,
          siteId: deliveries.siteId,
          wantedRobot: deliveries.wantedRobot,
          notBefore: deliveries.notBefore,
        })
        .from(deliveries)
        .where(and(inArray(deliveries.siteId, [...siteIds]), isWaiting))
        .orderBy(...oldestFirst)
        .limit(limit);

/** Open ones, and those whose parcel is still on board; two queries, because each has its own partial index. */
async function onRobots(db: Db, whereOpen: SQL | undefined, whereOnBoard = whereOpen): Promise<DeliveryRow[]> {
  const open = await db.select().from(deliveries).where(and(whereOpen, isOpen));
  const back = await db
    .select()
    .from(deliveries)
    .where(and(whereOnBoard, isNotNull(deliveries.endedAt), inArray(deliveries.returns, ['returning', 'failed'])));
  return [...open, ...back].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.number - b.number);
}

/** Deliveries by the robots that are on the site now, also those that they took at an earlier site. */
const byRobotsNowOn = (db: Db, siteId: string): SQL =>
  inArray(
    deliveries.serialNumber,
    db.select({ serialNumber: robots.serialNumber }).from(robots).where(eq(robots.siteId, siteId)),
  );

/** What the robots of a site carry or are to carry, also parcels that they could not bring back at an earlier site. */
export const carriedOn = (db: Db, siteId: string): Promise<DeliveryRow[]> =>
  onRobots(db, and(eq(deliveries.siteId, siteId), ne(deliveries.serialNumber, '')), byRobotsNowOn(db, siteId));

/** Of a line `s`: it says that a compartment is jammed. Such lines are few, and have an index of their own. */
const isJamLine = sql`s.reason = 'jammed' and s.kind in ('openFailed', 'status')`;
/** What the history says last about the compartment: whether it is jammed (isCompartmentJammed in rules/delivery.ts). */
const lastOfCompartment = sql`(select s.kind from ${deliverySteps} s
  where s.delivery_id = ${deliveries.id}
    and (s.kind in ('opened', 'assigned') or (${isJamLine}))
  order by s.id desc limit 1)`;
/** Deliveries that were jammed at some time. */
const withJamLine = (since: Date, ids?: readonly string[]): SQL => sql`${deliveries.id} in (
  select s.delivery_id from ${deliverySteps} s
  where ${isJamLine} and s.at >= ${sql.param(since, deliverySteps.at)}
    and ${ids ? sql`s.delivery_id = any(${sql.param([...ids])})` : sql`true`})`;
/** A later parcel was handed over from the same compartment. */
const workedLater = sql`exists (select 1 from ${deliveries} later
  where later.serial_number = ${deliveries.serialNumber} and later.compartment = ${deliveries.compartment}
    and later.created_at > ${deliveries.changedAt} and later.status = 'completed')`;

const NOT_HANDED_OVER = DELIVERY_STATUSES.filter((status) => isDeliveryOver(status) && status !== 'completed');

/**
 * Deliveries of ours after which a compartment is jammed: it has not opened since, and nobody has dealt with that. What
 * the delivery ended as does not matter, unless the parcel was handed over. The queue and the board use the same rule.
 * @param since deliveries that were made before are left out
 * @param ids only among these
 */
export const isJamOpen = (since: Date, ids?: readonly string[]): SQL | undefined =>
  and(
    isNotNull(deliveries.endedAt),
    sql`not ${deliveries.isAcknowledged}`,
    inArray(deliveries.status, NOT_HANDED_OVER),
    gte(deliveries.createdAt, since),
    withJamLine(since, ids),
    ne(deliveries.origin, 'robot'),
    isNotNull(deliveries.compartment),
    sql`${lastOfCompartment} in ('openFailed', 'status')`,
    not(workedLater),
  );

/** Compartments of the robots of a site that jammed in a delivery, also at an earlier site. */
export async function jammedOn(
  db: Db,
  siteId: string,
  since: Date,
): Promise<{ serialNumber: string; compartment: number }[]> {
  const rows = await db
    .select({ serialNumber: deliveries.serialNumber, compartment: deliveries.compartment })
    .from(deliveries)
    .where(and(byRobotsNowOn(db, siteId), isJamOpen(since)));
  return rows.flatMap(({ serialNumber, compartment }) => (compartment === null ? [] : { serialNumber, compartment }));
}

/** Deliveries that are over and left a compartment of this robot jammed. */
export const jammedDeliveriesOf = (db: Db, serialNumber: string, since: Date): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.serialNumber, serialNumber), isJamOpen(since)))
    .orderBy(deliveries.id);

/** Which of these deliveries left a compartment that is jammed. */
export async function jamsAmong(db: Db, ids: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.select({ id: deliveries.id }).from(deliveries).where(isJamOpen(since, ids));
  return new Set(rows.map(({ id }) => id));
}

/** What one robot has to know: its own deliveries, without those that it reported by itself. */
export const ordersOf = (db: Db, serialNumber: string): Promise<DeliveryRow[]> =>
  onRobots(db, and(eq(deliveries.serialNumber, serialNumber), ne(deliveries.origin, 'robot')));

/** Robots that have deliveries of ours under way. */
export async function robotsWithOrders(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ serialNumber: deliveries.serialNumber })
    .from(deliveries)
    .where(and(ne(deliveries.serialNumber, ''), ne(deliveries.origin, 'robot'), isOpen));
  const back = await db
    .selectDistinct({ serialNumber: deliveries.serialNumber })
    .from(deliveries)
    .where(and(inArray(deliveries.returns, ['returning', 'failed']), ne(deliveries.origin, 'robot')));
  return [...new Set([...rows, ...back].map(({ serialNumber }) => serialNumber))];
}

/** What a robot has to do with deliveries, and parcels on their way back: locked until the transaction ends. */
export const lockCarriedBy = (db: Db, serialNumber: string): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.serialNumber, serialNumber), or(isOpen, eq(deliveries.returns, 'returning'))))
    .orderBy(...oldestFirst)
    .for('update');
/** Open deliveries of a robot, also those that it reported by itself. */
export const openOf = (db: Db, serialNumber: string): Promise<Pick<DeliveryRow, 'status' | 'origin'>[]> =>
  db
    .select({ status: deliveries.status, origin: deliveries.origin })
    .from(deliveries)
    .where(and(eq(deliveries.serialNumber, serialNumber), isOpen));
/** Waiting deliveries that were ordered for this robot can be carried by any other. */
export const dropWishesFor = (db: Db, serialNumber: string): Promise<unknown> =>
  db
    .update(deliveries)
    .set({ wantedRobot: '' })
    .where(and(eq(deliveries.wantedRobot, serialNumber), isWaiting));

export async function countOpen(db: Db, siteId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(deliveries)
    .where(and(eq(deliveries.siteId, siteId), isOpen));
  return row?.total ?? 0;
}

const isDue = (now: Date) => and(isNotNull(deliveries.dueAt), lte(deliveries.dueAt, now));
export const anyDueDelivery = (now: Date): DueCheck => anyRow(deliveries, isDue(now), [deliveries.dueAt]);
/** Locks deliveries that are due. Other servers skip those. */
export const takeDueDeliveries = (db: Db, now: Date, limit: number): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(isDue(now))
    .orderBy(asc(deliveries.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });

/** The last delivery to a point that has a phone number. */
export async function lastDeliveryTo(db: Db, areaId: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.destination, areaId), ne(deliveries.phoneNumber, '')))
    // As the index is sorted (newestRows.ts).
    .orderBy(sql`${deliveries.createdAt} desc nulls last`)
    .limit(1);
  return row;
}

/** Deliveries that a robot reported by itself and has not mentioned since `before`: their robot is gone. */
export async function expireReported(db: Db, before: Date, at: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ status: 'expired', endedFrom: sql`${deliveries.status}`, changedAt: at, endedAt: at })
    .where(and(isOpen, eq(deliveries.origin, 'robot'), lt(deliveries.changedAt, before)));
}

/** Codes of earlier versions, not sealed yet. */
export const unsealedDeliveries = (
  db: Db,
  limit: number,
): Promise<Pick<DeliveryRow, 'id' | 'loadingCode' | 'pickupCode'>[]> =>
  db
    .select({ id: deliveries.id, loadingCode: deliveries.loadingCode, pickupCode: deliveries.pickupCode })
    .from(deliveries)
    .where(ne(deliveries.loadingCode, ''))
    .limit(limit)
    .for('update', { skipLocked: true });

/** Ended deliveries whose parcel may still be on board have codes too. */
const hasCodes = ne(deliveries.loadingSealed, '');
const needsCodes = or(isOpen, inArray(deliveries.returns, ['returning', 'failed']));
export const deliveriesWithCodes = async (db: Db): Promise<string[]> =>
  (await db.select({ id: deliveries.id }).from(deliveries).where(and(hasCodes, needsCodes))).map(({ id }) => id);
export const forgetCodesOfEnded = (db: Db): Promise<unknown> =>
  db
    .update(deliveries)
    .set({ loadingSealed: '', pickupSealed: '' })
    .where(and(hasCodes, not(needsCodes ?? sql`false`)));

/** Histories are deleted with their deliveries. */
export const deleteExpiredDeliveries = (db: Db, createdBefore: Date): Promise<unknown> =>
  db.delete(deliveries).where(and(isNotNull(deliveries.endedAt), lt(deliveries.createdAt, createdBefore)));

/** Deliveries that a robot reported by itself: those that are open, and those that began since then, ended or not. */
export async function countReported(
  db: Db,
  serialNumber: string,
  since: Date,
): Promise<{ open: number; begun: number }> {
  const [row] = await db
    .select({
      open: sql<number>`(count(*) filter (where ended_at is null))::int`,
      begun: sql<number>`(count(*) filter (where created_at >= ${since}))::int`,
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.serialNumber, serialNumber),
        eq(deliveries.origin, 'robot'),
        or(isOpen, gte(deliveries.createdAt, since)),
      ),
    );
  return row ?? { open: 0, begun: 0 };
}
