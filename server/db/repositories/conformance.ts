/** Deviations from VDA 5050 accepted for robots, and whether a robot has ever confirmed a Stop. */
import { and, count, eq } from 'drizzle-orm';
import type { AcceptKind } from '../../../contract/rules/conformance/accept.ts';
import type { Db } from '../database.ts';
import { acceptedDeviations, commands, robotMapNames } from '../schema.ts';

export type AcceptedRow = typeof acceptedDeviations.$inferSelect;

export async function countAccepted(db: Db, serialNumber: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(acceptedDeviations)
    .where(eq(acceptedDeviations.serialNumber, serialNumber));
  return row?.total ?? 0;
}

/** Adds a rule, or replaces what its value means. */
export async function putAccepted(db: Db, row: AcceptedRow): Promise<void> {
  const { meaning, userId, userName, at } = row;
  await db
    .insert(acceptedDeviations)
    .values(row)
    .onConflictDoUpdate({
      target: [acceptedDeviations.serialNumber, acceptedDeviations.kind, acceptedDeviations.value],
      set: { meaning, userId, userName, at },
    });
}

/** @returns the rule that was deleted; undefined if there was none */
export async function deleteAccepted(
  db: Db,
  rule: { serialNumber: string; kind: AcceptKind; value: string },
): Promise<AcceptedRow | undefined> {
  const { serialNumber, kind, value } = rule;
  const [row] = await db
    .delete(acceptedDeviations)
    .where(
      and(
        eq(acceptedDeviations.serialNumber, serialNumber),
        eq(acceptedDeviations.kind, kind),
        eq(acceptedDeviations.value, value),
      ),
    )
    .returning();
  return row;
}

/** False if the robot already has a map of this name. */
export async function addMapName(
  db: Db,
  row: { serialNumber: string; robotMapName: string; mapId: string },
): Promise<boolean> {
  const added = await db.insert(robotMapNames).values(row).onConflictDoNothing().returning();
  return added.length > 0;
}

export async function deleteMapName(db: Db, serialNumber: string, robotMapName: string): Promise<void> {
  await db
    .delete(robotMapNames)
    .where(and(eq(robotMapNames.serialNumber, serialNumber), eq(robotMapNames.robotMapName, robotMapName)));
}

export async function hasConfirmedStop(db: Db, serialNumber: string): Promise<boolean> {
  const [row] = await db
    .select({ id: commands.id })
    .from(commands)
    .where(and(eq(commands.serialNumber, serialNumber), eq(commands.kind, 'stop'), eq(commands.state, 'finished')))
    .limit(1);
  return row !== undefined;
}
