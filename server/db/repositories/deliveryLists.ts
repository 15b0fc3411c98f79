/** Lists of deliveries: records, the board, today's counts, and exports. */
import {
  and,
  count,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { StoredDeliveryFilter } from '../deliveryTables.ts';
import { inSpan, namesIn, newestFirst, newestRows, nextRows, ofRobots, type RowsRequest } from '../newestRows.ts';
import { deliveries, deliveryExports, deliverySteps, jobs } from '../schema.ts';
import { isJamOpen, type DeliveryRow, type DeliveryStepRow } from './deliveries.ts';

export type DeliveryExportRow = typeof deliveryExports.$inferSelect;

const LIST = { table: deliveries, at: deliveries.createdAt, id: deliveries.id };
/** The columns of the page's search. */
const NAMES = [
  sql`${deliveries.number}::text`,
  namesIn(deliveries.loadingName),
  namesIn(deliveries.destinationName),
  sql`${deliveries.destination}`,
  sql`${deliveries.recipientName}`,
];

/** Deliveries of these robots, and those that wait for a robot on these sites. */
const visible = ({
  serialNumbers,
  siteIds,
}: Pick<StoredDeliveryFilter, 'serialNumbers' | 'siteIds'>): SQL | undefined =>
  siteIds.length === 0
    ? ofRobots(deliveries.serialNumber, serialNumbers)
    : // One condition on the robot, so that its index finds both.
      and(
        ofRobots(deliveries.serialNumber, [...serialNumbers, '']),
        or(ne(deliveries.serialNumber, ''), inArray(deliveries.siteId, siteIds)),
      );

/** Only a phone number as a whole is searched for: a part could be guessed digit by digit. */
function searchIn(text: string): { phone: SQL | undefined; text: string } {
  const digits = text.replaceAll(/[\s()-]/gu, '');
  return /^\+\d{6,}$/u.test(digits)
    ? { phone: eq(deliveries.phoneNumber, digits), text: '' }
    : { phone: undefined, text };
}

const matching = (filter: StoredDeliveryFilter): SQL | undefined => {
  const { statuses, origins = [], text } = filter;
  return and(
    visible(filter),
    statuses.length === 0 ? undefined : inArray(deliveries.status, statuses),
    origins.length === 0 ? undefined : inArray(deliveries.origin, origins),
    inSpan(deliveries.createdAt, filter),
    searchIn(text).phone,
  );
};

const searchOf = ({ text }: StoredDeliveryFilter) => ({ text: searchIn(text).text, within: NAMES });
const newest = (db: Db, condition: SQL | undefined) =>
  db
    .select()
    .from(deliveries)
    .where(condition)
    .orderBy(...newestFirst(LIST));

export const deliveryPage = (
  db: Db,
  filter: StoredDeliveryFilter,
  request: RowsRequest,
): Promise<{ total: number; rows: DeliveryRow[] }> =>
  newestRows(db, LIST, matching(filter), { ...request, search: searchOf(filter) }, (found) => newest(db, found));

/** The next rows of an export, newest first. @param after the last row read */
export const deliveriesAfter = (
  db: Db,
  filter: StoredDeliveryFilter,
  after: Pick<DeliveryRow, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<DeliveryRow[]> => newest(db, nextRows(LIST, matching(filter), searchOf(filter), after)).limit(limit);

/**
 * What the board shows, longest wait first: everything that is open, failures that nobody has dealt with, parcels that are
 * still on board for as long as it takes, and compartments that are jammed. Each query has its own index.
 * @param jammedIds deliveries that left a robot with a jammed compartment (jamsLeft)
 * @returns at most `limit` of them, and how many there are
 */
export async function boardDeliveries(
  db: Db,
  whose: Pick<StoredDeliveryFilter, 'serialNumbers' | 'siteIds'>,
  {
    failedSince,
    returningSince,
    jammedSince,
    jammedIds,
    limit,
  }: { failedSince: Date; returningSince: Date; jammedSince: Date; jammedIds: readonly string[]; limit: number },
): Promise<{ total: number; rows: DeliveryRow[] }> {
  const isOver = isNotNull(deliveries.endedAt);
  // What is open is shown before what is over, however long that has been so.
  const parts = [
    isNull(deliveries.endedAt),
    and(
      isOver,
      inArray(deliveries.returns, ['returning', 'failed']),
      or(eq(deliveries.returns, 'failed'), lte(deliveries.changedAt, returningSince)),
    ),
    isJamOpen(jammedSince),
    ...(jammedIds.length === 0 ? [] : [inArray(deliveries.id, [...jammedIds])]),
    and(
      isOver,
      sql`not ${deliveries.isAcknowledged}`,
      notInArray(deliveries.status, ['completed', 'cancelled']),
      gte(deliveries.changedAt, failedSince),
    ),
  ];
  const all = new Map<string, DeliveryRow>();
  let isCut = false;
  for (const part of parts) {
    const found = await db
      .select()
      .from(deliveries)
      .where(and(visible(whose), part))
      .orderBy(deliveries.changedAt, deliveries.id)
      .limit(limit);
    isCut ||= found.length === limit;
    for (const row of found) if (!all.has(row.id)) all.set(row.id, row);
  }
  const rows = [...all.values()].slice(0, limit).sort((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  if (!isCut) return { total: all.size, rows };
  const [counted] = await db
    .select({ total: count() })
    .from(deliveries)
    .where(and(visible(whose), or(...parts)));
  return { total: counted?.total ?? all.size, rows };
}

/** What the histories of these deliveries say about messages, oldest first. */
export const messageLinesOf = (
  db: Db,
  ids: readonly string[],
): Promise<Pick<DeliveryStepRow, 'deliveryId' | 'kind' | 'status' | 'subject'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select({
          deliveryId: deliverySteps.deliveryId,
          kind: deliverySteps.kind,
          status: deliverySteps.status,
          subject: deliverySteps.subject,
        })
        .from(deliverySteps)
        .where(
          and(
            inArray(deliverySteps.deliveryId, [...ids]),
            inArray(deliverySteps.kind, ['messageSent', 'messageFailed', 'messageLimited', 'codeResent']),
          ),
        )
        .orderBy(deliverySteps.id);

/** Counts of the deliveries that ended since then. */
export async function countsSince(
  db: Db,
  serialNumbers: readonly string[],
  since: Date,
): Promise<{ completed: number; notPickedUp: number; failed: number; medianMs: number | null }> {
  const { rows } = await db.execute<{
    completed: number;
    not_picked_up: number;
    failed: number;
    median_ms: number | null;
  }>(sql`
    select count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'notPickedUp')::int as not_picked_up,
      count(*) filter (where status not in ('completed', 'notPickedUp', 'cancelled'))::int as failed,
      (percentile_cont(0.5) within group (order by extract(epoch from ended_at - created_at))
        filter (where status = 'completed') * 1000)::float8 as median_ms
    from ${deliveries}
    where serial_number = any(${sql.param([...serialNumbers])}) and ended_at >= ${since}`);
  const [row] = rows;
  return {
    completed: row?.completed ?? 0,
    notPickedUp: row?.not_picked_up ?? 0,
    failed: row?.failed ?? 0,
    medianMs: row?.median_ms == null ? null : Math.round(row.median_ms),
  };
}

export async function addExport(db: Db, row: typeof deliveryExports.$inferInsert): Promise<DeliveryExportRow> {
  const [added] = await db.insert(deliveryExports).values(row).returning();
  if (!added) throw new Error('the export was not stored');
  return added;
}

export async function exportById(db: Db, id: string): Promise<DeliveryExportRow | undefined> {
  const [row] = await db.select().from(deliveryExports).where(eq(deliveryExports.id, id));
  return row;
}

export async function changeExport(
  db: Db,
  id: string,
  change: Partial<typeof deliveryExports.$inferInsert>,
): Promise<void> {
  await db.update(deliveryExports).set(change).where(eq(deliveryExports.id, id));
}

export const deliveryExportKey = (exportId: string): string => `deliveryExport ${exportId}`;
const isPending = inArray(deliveryExports.state, ['waiting', 'running']);
/** Whether a job still works on it: after several killed servers, or when an administrator cancels it, none does. */
const hasJob = (db: Db): SQL =>
  exists(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          eq(jobs.key, sql`${deliveryExportKey('')} || ${deliveryExports.id}`),
          inArray(jobs.state, ['waiting', 'running']),
        ),
      ),
  );

/** The export as its account sees it: failed if its job ended without it. */
export async function shownExport(db: Db, id: string): Promise<DeliveryExportRow | undefined> {
  const row = await exportById(db, id);
  const [abandoned] = await db
    .select({ id: deliveryExports.id })
    .from(deliveryExports)
    .where(and(eq(deliveryExports.id, id), isPending, not(hasJob(db))));
  return row && abandoned ? { ...row, state: 'failed' } : row;
}

/** Exports of an account that are not finished. */
export async function pendingExports(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(deliveryExports)
    .where(and(eq(deliveryExports.userId, userId), isPending, hasJob(db)));
  return row?.total ?? 0;
}

export const deleteExpiredExports = (db: Db, before: Date): Promise<unknown> =>
  db.delete(deliveryExports).where(lt(deliveryExports.createdAt, before));
