/** Invitations, and links with which the owner of an account sets a password. Codes are stored as hashes only. */
import { and, count, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, invitations, verificationCodes } from '../schema.ts';

export type StoredInvitation = typeof invitations.$inferSelect;

const waiting = (now: Date) => and(isNull(invitations.usedAt), gt(invitations.expiresAt, now));

export async function addInvitation(db: Db, invitation: Omit<StoredInvitation, 'usedAt'>): Promise<void> {
  await db.insert(invitations).values(invitation);
}

/** Pending invitations, newest first, with the name of the inviter. */
export const waitingInvitations = (
  db: Db,
  now: Date,
): Promise<{ invitation: StoredInvitation; invitedBy: LocalName | null }[]> =>
  db
    .select({ invitation: invitations, invitedBy: accounts.nickname })
    .from(invitations)
    .leftJoin(accounts, eq(accounts.id, invitations.invitedBy))
    .where(waiting(now))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));

export async function countWaitingInvitations(db: Db, now: Date): Promise<number> {
  const [row] = await db.select({ total: count() }).from(invitations).where(waiting(now));
  return row?.total ?? 0;
}

/** A pending invitation by the hash of its code. */
export async function invitationByCode(db: Db, codeHash: string, now: Date): Promise<StoredInvitation | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.codeHash, codeHash), waiting(now)));
  return row;
}

/** @returns false if it is no longer pending */
export async function spendInvitation(db: Db, id: string, now: Date): Promise<boolean> {
  const spent = await db
    .update(invitations)
    .set({ usedAt: now })
    .where(and(eq(invitations.id, id), waiting(now)))
    .returning({ id: invitations.id });
  return spent.length > 0;
}

/** @returns the withdrawn invitation; undefined if none with this id is pending */
export async function removeInvitation(db: Db, id: string, now: Date): Promise<StoredInvitation | undefined> {
  const [row] = await db
    .delete(invitations)
    .where(and(eq(invitations.id, id), waiting(now)))
    .returning();
  return row;
}

/** Used ones too: the audit log says who was invited. */
export const deleteExpiredInvitations = (db: Db, now: Date): Promise<unknown> =>
  db.delete(invitations).where(lt(invitations.expiresAt, now));

/** Removes all pending invitations by one administrator. */
export const removeInvitationsOf = (db: Db, invitedBy: string, now: Date): Promise<StoredInvitation[]> =>
  db
    .delete(invitations)
    .where(and(eq(invitations.invitedBy, invitedBy), waiting(now)))
    .returning();

const PURPOSE = 'passwordLink';
export interface PasswordLink {
  id: string;
  userId: string;
  givenBy: string;
  codeHash: string;
  sentAt: Date;
  expiresAt: Date;
}

/** Replaces all earlier links of this account. */
export async function addPasswordLink(db: Db, link: PasswordLink): Promise<void> {
  await forgetPasswordLinks(db, link.userId);
  await db.insert(verificationCodes).values({ ...link, purpose: PURPOSE, target: link.userId });
}

export async function passwordLinkByCode(
  db: Db,
  codeHash: string,
  now: Date,
): Promise<{ id: string; userId: string; expiresAt: Date } | undefined> {
  const [row] = await db
    .select({ id: verificationCodes.id, userId: accounts.id, expiresAt: verificationCodes.expiresAt })
    .from(verificationCodes)
    .innerJoin(accounts, eq(accounts.id, verificationCodes.userId))
    .where(
      and(
        eq(verificationCodes.purpose, PURPOSE),
        eq(verificationCodes.codeHash, codeHash),
        isNull(verificationCodes.usedAt),
        gt(verificationCodes.expiresAt, now),
      ),
    );
  return row;
}

/** @returns false if it was used in the meantime */
export async function spendPasswordLink(db: Db, id: string, now: Date): Promise<boolean> {
  const spent = await db
    .update(verificationCodes)
    .set({ usedAt: now })
    .where(and(eq(verificationCodes.id, id), isNull(verificationCodes.usedAt)))
    .returning({ id: verificationCodes.id });
  return spent.length > 0;
}

/** Removes the links given to one administrator. @returns the accounts they were for */
export async function removePasswordLinksOf(db: Db, givenBy: string, now: Date): Promise<string[]> {
  const removed = await db
    .delete(verificationCodes)
    .where(
      and(
        eq(verificationCodes.purpose, PURPOSE),
        eq(verificationCodes.givenBy, givenBy),
        isNull(verificationCodes.usedAt),
        gt(verificationCodes.expiresAt, now),
      ),
    )
    .returning({ userId: verificationCodes.userId });
  return removed.flatMap(({ userId }) => userId ?? []);
}

async function forgetPasswordLinks(db: Db, userId: string): Promise<void> {
  await db
    .delete(verificationCodes)
    .where(and(eq(verificationCodes.purpose, PURPOSE), eq(verificationCodes.userId, userId)));
}
