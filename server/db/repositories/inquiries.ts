/** Customer inquiries, and the administrators who are notified of them. */
import { and, asc, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { InquiryFields } from '../../../contract/rules/inquiry.ts';
import type { Db } from '../database.ts';
import { accounts, inquiries } from '../schema.ts';

export type StoredInquiry = typeof inquiries.$inferSelect;
const newestFirst = [desc(inquiries.at), desc(inquiries.id)] as const;

/** ASCII code of "Asks": inquiries are added one at a time on all servers, so that concurrent ones count each other. */
const INQUIRY_LOCK = 0x41736b73;
export async function lockInquiries(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${INQUIRY_LOCK})`);
}

export async function addInquiry(db: Db, inquiry: StoredInquiry): Promise<void> {
  await db.insert(inquiries).values(inquiry);
}

/** Whether an identical inquiry was received after `since`. */
export async function isAsked(
  db: Db,
  { name, company, phone, question }: InquiryFields,
  since: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(
      and(
        gt(inquiries.at, since),
        eq(inquiries.phone, phone),
        eq(inquiries.name, name),
        eq(inquiries.company, company),
        eq(inquiries.question, question),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Time of the n-th last inquiry, if it was after `since`. */
export async function nthLastInquiry(db: Db, n: number, since: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: inquiries.at })
    .from(inquiries)
    .where(gt(inquiries.at, since))
    .orderBy(...newestFirst)
    .limit(1)
    .offset(n - 1);
  return row?.at;
}

/** @param text case-insensitive search in all fields; empty for all */
export async function inquiriesShown(
  db: Db,
  { text, page, limit }: { text: string; page: number; limit: number },
): Promise<{ total: number; rows: StoredInquiry[] }> {
  const { name, company, phone, question } = inquiries;
  const where =
    text === ''
      ? undefined
      : sql`position(lower(${text}) in lower(concat_ws(' ', ${name}, ${company}, ${phone}, ${question}))) > 0`;
  const [counted] = await db.select({ total: count() }).from(inquiries).where(where);
  const rows = await db
    .select()
    .from(inquiries)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

/** @returns the deleted row; undefined if it did not exist */
export async function removeInquiry(db: Db, id: string): Promise<StoredInquiry | undefined> {
  const [row] = await db.delete(inquiries).where(eq(inquiries.id, id)).returning();
  return row;
}

export async function deleteExpiredInquiries(db: Db, before: Date): Promise<void> {
  await db.delete(inquiries).where(lt(inquiries.at, before));
}

/** E-mail addresses of active accounts with the role admin, oldest first. */
export async function administratorsToNotify(
  db: Db,
  { demo, limit }: { /** Includes demo accounts, whose mail nobody reads. */ demo: boolean; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(
      and(
        sql`'admin' = any(${accounts.roles})`,
        isNull(accounts.lockedAt),
        demo ? undefined : eq(accounts.demo, false),
        sql`${accounts.email} is not null`,
      ),
    )
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(limit);
  return rows.flatMap(({ email }) => (email === null ? [] : [email]));
}
