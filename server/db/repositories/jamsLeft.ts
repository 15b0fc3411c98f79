/**
 * Compartments that were jammed when their delivery was taken from the robot. The delivery goes on with another robot;
 * the line of its history that says so names the robot and the compartment, which stays jammed until a later line of
 * the same delivery clears it, or until it worked again. The lines have an index of their own and are few.
 */
import { and, desc, eq, gte, inArray, isNotNull, max } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { commands, deliveries, deliverySteps } from '../schema.ts';
import { detailsOf } from '../stepSubject.ts';

export interface JamLeft {
  deliveryId: string;
  serialNumber: string;
  compartment: number;
  at: Date;
}
const LISTED_MAX = 1_000;

const keyOf = ({ serialNumber, compartment }: Pick<JamLeft, 'serialNumber' | 'compartment'>): string =>
  `${compartment} ${serialNumber}`;

/** Newest first, each compartment of a delivery once; without those that worked later. @param deliveryIds all by default */
export async function jamsLeft(db: Db, since: Date, deliveryIds?: readonly string[]): Promise<JamLeft[]> {
  if (deliveryIds?.length === 0) return [];
  const isOfThese = deliveryIds && inArray(deliverySteps.deliveryId, [...deliveryIds]);
  const { id, deliveryId, at, value, subject, kind } = deliverySteps;
  const left = await db
    .select({ id, deliveryId, at, value, subject })
    .from(deliverySteps)
    .where(and(eq(kind, 'unassigned'), isNotNull(value), gte(at, since), isOfThese))
    .orderBy(desc(id))
    .limit(LISTED_MAX);
  if (left.length === 0) return [];
  const cleared = await db
    .select({ id, deliveryId, value, subject })
    .from(deliverySteps)
    .where(
      and(
        inArray(deliveryId, [...new Set(left.map((line) => line.deliveryId))]),
        eq(kind, 'acknowledged'),
        isNotNull(value),
      ),
    );
  const found = new Map<string, JamLeft>();
  for (const line of left) {
    const { serialNumber = '' } = detailsOf(line.subject);
    const isCleared = cleared.some(
      (one) =>
        one.id > line.id &&
        one.deliveryId === line.deliveryId &&
        one.value === line.value &&
        detailsOf(one.subject).serialNumber === serialNumber,
    );
    if (serialNumber === '' || line.value === null || isCleared) continue;
    const jam = { deliveryId: line.deliveryId, serialNumber, compartment: line.value, at: line.at };
    const key = `${jam.deliveryId} ${keyOf(jam)}`;
    if (!found.has(key)) found.set(key, jam);
  }
  return withoutWorking(db, [...found.values()]);
}

/**
 * Leaves out compartments from which a later parcel was handed over, or that the robot opened when a person asked it to
 * on its page: people of the robot may not see the delivery, which another robot has.
 */
async function withoutWorking(db: Db, jams: readonly JamLeft[]): Promise<JamLeft[]> {
  if (jams.length === 0) return [];
  const { serialNumber, compartment, createdAt, status } = deliveries;
  const first = new Date(Math.min(...jams.map(({ at }) => at.getTime())));
  const worked = await db
    .select({ serialNumber, compartment, at: max(createdAt) })
    .from(deliveries)
    .where(
      and(
        inArray(serialNumber, [...new Set(jams.map((jam) => jam.serialNumber))]),
        eq(status, 'completed'),
        gte(createdAt, first),
        isNotNull(compartment),
      ),
    )
    .groupBy(serialNumber, compartment);
  const lastOf = new Map(
    worked.map((row) => [keyOf({ ...row, compartment: row.compartment ?? 0 }), row.at?.getTime() ?? 0]),
  );
  const opened = await db
    .select({ serialNumber: commands.serialNumber, parameters: commands.parameters, at: max(commands.askedAt) })
    .from(commands)
    .where(
      and(
        inArray(commands.serialNumber, [...new Set(jams.map((jam) => jam.serialNumber))]),
        gte(commands.askedAt, first),
        eq(commands.kind, 'openCabinet'),
        eq(commands.state, 'finished'),
      ),
    )
    .groupBy(commands.serialNumber, commands.parameters);
  for (const { serialNumber: robot, parameters, at } of opened) {
    const key = keyOf({ serialNumber: robot, compartment: Number(parameters?.cabinet ?? 0) });
    lastOf.set(key, Math.max(lastOf.get(key) ?? 0, at?.getTime() ?? 0));
  }
  return jams.filter((jam) => (lastOf.get(keyOf(jam)) ?? 0) <= jam.at.getTime());
}
