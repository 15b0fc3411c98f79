/** How long deliveries usually take, and each of their steps. */
import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { deliveries, deliverySteps } from '../schema.ts';
import { USUAL_AMONG, USUAL_LEAST } from './cruiseRecords.ts';
import type { DeliveryRow } from './deliveries.ts';

type Alike = Pick<DeliveryRow, 'serialNumber' | 'loadingPoint' | 'destination'>;
/**
 * Recent completed deliveries to the point `target`, for a lateral join; those by the robot `robot` from the point
 * `loading` are alike. Sorted as the index is (newestRows.ts).
 */
const recentTo = (target: SQL): SQL => sql`
  select id, created_at, not_before, ended_at, serial_number, loading_point from ${deliveries}
  where destination = ${target} and loading_point <> '' and status = 'completed' and ended_at is not null
  order by created_at desc nulls last limit ${USUAL_AMONG}`;
const keyOf = ({ serialNumber, loadingPoint, destination }: Alike): string =>
  JSON.stringify([serialNumber, loadingPoint, destination]);

/**
 * Median durations, ms, of the recent deliveries by the same robot between the same points: from the order, or from the
 * time before which it was not wanted, to the hand-over. None for deliveries that were not completed.
 */
export async function usualDeliveries(
  db: Db,
  rows: readonly DeliveryRow[],
): Promise<(row: DeliveryRow) => number | undefined> {
  // Some robots do not say where they load or deliver. Such deliveries need not be alike.
  const completed = rows.filter(
    ({ status, loadingPoint, destination }) => status === 'completed' && loadingPoint !== '' && destination !== '',
  );
  const alike = new Map(completed.map((row) => [keyOf(row), row]));
  if (alike.size === 0) return () => undefined;
  const found = await db.execute<{ robot: string; loading: string; target: string; ms: number }>(sql`
    select robot, loading, target,
      (percentile_cont(0.5) within group (order by extract(epoch from ended_at - greatest(created_at, not_before))) * 1000)::float8 as ms
    from jsonb_to_recordset(${JSON.stringify(
      [...alike.values()].map(({ serialNumber, loadingPoint, destination }) => ({
        robot: serialNumber,
        loading: loadingPoint,
        target: destination,
      })),
    )}::jsonb) as wanted(robot text, loading text, target text)
    cross join lateral (${recentTo(sql`target`)}) as recent
    where serial_number = robot and loading_point = loading
    group by robot, loading, target having count(*) >= ${USUAL_LEAST}`);
  const usual = new Map(
    found.rows.map(({ robot, loading, target, ms }) => [
      keyOf({ serialNumber: robot, loadingPoint: loading, destination: target }),
      Math.round(ms),
    ]),
  );
  const wanted = new Set(completed);
  return (row) => (wanted.has(row) ? usual.get(keyOf(row)) : undefined);
}

/**
 * Median durations, ms, of the steps of such deliveries, by status: how long they had it, in all if more than once. The
 * time before a delivery was wanted does not count. Of a delivery in any status; none while it has no robot.
 */
export async function usualSteps(
  db: Db,
  { serialNumber, loadingPoint, destination }: Alike,
): Promise<{ status: DeliveryStatus; ms: number }[]> {
  if (serialNumber === '' || loadingPoint === '' || destination === '') return [];
  const { rows } = await db.execute<{ status: DeliveryStatus; ms: number }>(sql`
    select status, (percentile_cont(0.5) within group (order by took) * 1000)::float8 as ms
    from (
      select delivery_id, status, extract(epoch from sum(until - since)) as took
      from (
        select delivery_id, step.status,
          case when step.status = 'created' then greatest(at, not_before) else at end as since,
          lead(at) over (partition by delivery_id order by step.id) as until
        from (${recentTo(sql`${destination}`)}) as recent
        join ${deliverySteps} as step on delivery_id = recent.id and kind = 'status'
        where serial_number = ${serialNumber} and loading_point = ${loadingPoint}
      ) as lines
      where until > since
      group by delivery_id, status
    ) as steps
    group by status having count(*) >= ${USUAL_LEAST}`);
  return rows.map(({ status, ms }) => ({ status, ms: Math.round(ms) }));
}
