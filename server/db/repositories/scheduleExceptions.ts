/** Exceptions from the scheduled tasks of a robot. */
import { asc, count, desc, eq } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { scheduleExceptions } from '../schema.ts';

type ExceptionRow = typeof scheduleExceptions.$inferSelect;

export async function exceptionPage(
  db: Db,
  serialNumber: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: ExceptionRow[] }> {
  const where = eq(scheduleExceptions.serialNumber, serialNumber);
  const [counted] = await db.select({ total: count() }).from(scheduleExceptions).where(where);
  return {
    total: counted?.total ?? 0,
    rows: await db
      .select()
      .from(scheduleExceptions)
      .where(where)
      .orderBy(desc(scheduleExceptions.start), asc(scheduleExceptions.id))
      .limit(limit)
      .offset((page - 1) * limit),
  };
}
export async function exceptionById(db: Db, id: string): Promise<ExceptionRow | undefined> {
  return (await db.select().from(scheduleExceptions).where(eq(scheduleExceptions.id, id)))[0];
}
export async function lockException(db: Db, id: string): Promise<ExceptionRow | undefined> {
  return (await db.select().from(scheduleExceptions).where(eq(scheduleExceptions.id, id)).for('update'))[0];
}
export async function addException(
  db: Db,
  row: typeof scheduleExceptions.$inferInsert,
): Promise<ExceptionRow | undefined> {
  return (await db.insert(scheduleExceptions).values(row).returning())[0];
}
export async function changeException(
  db: Db,
  id: string,
  change: Partial<typeof scheduleExceptions.$inferInsert>,
): Promise<ExceptionRow | undefined> {
  return (await db.update(scheduleExceptions).set(change).where(eq(scheduleExceptions.id, id)).returning())[0];
}
export const deleteException = (db: Db, id: string): Promise<unknown> =>
  db.delete(scheduleExceptions).where(eq(scheduleExceptions.id, id));
