/** Settings of robots, and what robots learned (design 18). */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Learned } from '../../../contract/entities/learningRecord.ts';
import { LEARNING_RECORDS_MAX } from '../../../contract/rules/learningRecords.ts';
import type { Db } from '../database.ts';
import { learningRecords, robotSettings } from '../schema.ts';

export type SettingsRow = typeof robotSettings.$inferSelect;
export type LearningRow = typeof learningRecords.$inferSelect;

const none = (serialNumber: string): SettingsRow => ({
  serialNumber,
  version: 0,
  wanted: {},
  reported: {},
  refused: {},
  reportedVersion: 0,
  reportedAt: null,
  sentAt: null,
  policyVersion: '',
  policyBy: '',
  policyAt: null,
});

export async function settingsOf(db: Db, serialNumber: string): Promise<SettingsRow> {
  const [row] = await db.select().from(robotSettings).where(eq(robotSettings.serialNumber, serialNumber));
  return row ?? none(serialNumber);
}

/** The settings of these robots; those without any are missing. */
export async function settingsOfRobots(
  db: Db,
  serialNumbers: readonly string[],
): Promise<ReadonlyMap<string, SettingsRow>> {
  const rows = await db
    .select()
    .from(robotSettings)
    .where(inArray(robotSettings.serialNumber, [...serialNumbers]));
  return new Map(rows.map((row) => [row.serialNumber, row]));
}

/** Locks the robot's settings until the end of the transaction, and creates them first if needed. */
export async function lockedSettings(db: Db, serialNumber: string): Promise<SettingsRow> {
  await db.insert(robotSettings).values({ serialNumber, wanted: {}, reported: {}, refused: {} }).onConflictDoNothing();
  const [row] = await db.select().from(robotSettings).where(eq(robotSettings.serialNumber, serialNumber)).for('update');
  return row ?? none(serialNumber);
}

export async function changeSettings(
  db: Db,
  serialNumber: string,
  change: Partial<Omit<SettingsRow, 'serialNumber'>>,
): Promise<void> {
  await db.update(robotSettings).set(change).where(eq(robotSettings.serialNumber, serialNumber));
}

/** Robots that have not answered to their last version, and were not sent it since `before`. */
export async function unansweredSettings(db: Db, before: Date): Promise<SettingsRow[]> {
  return db
    .select()
    .from(robotSettings)
    .where(
      and(
        gt(robotSettings.version, robotSettings.reportedVersion),
        or(isNull(robotSettings.sentAt), lt(robotSettings.sentAt, before)),
      ),
    );
}

/** Newest first. */
export const learningOf = (db: Db, serialNumber: string): Promise<LearningRow[]> =>
  db
    .select()
    .from(learningRecords)
    .where(eq(learningRecords.serialNumber, serialNumber))
    .orderBy(desc(learningRecords.learnedAt), asc(learningRecords.learningId));

export async function learningById(db: Db, serialNumber: string, learningId: string): Promise<LearningRow | undefined> {
  const [row] = await db
    .select()
    .from(learningRecords)
    .where(and(eq(learningRecords.serialNumber, serialNumber), eq(learningRecords.learningId, learningId)))
    .for('update');
  return row;
}

/** Adds or updates what a robot learned; decisions stay. A robot with too many records gets no new ones. */
export async function putLearned(db: Db, serialNumber: string, told: Learned, learnedAt: Date): Promise<void> {
  const { learningId, kind, what, from, teacher, inUse, uses } = told;
  const [teacherKind, teacherName] = [teacher?.kind ?? null, teacher?.kind === 'known' ? teacher.name : ''];
  // A robot that contradicts itself must not get what a stranger taught into use without a decision.
  const byStranger = told.byStranger || teacherKind === 'stranger';
  const updated = await db
    .update(learningRecords)
    .set({ what, inUse, uses })
    .where(and(eq(learningRecords.serialNumber, serialNumber), eq(learningRecords.learningId, learningId)))
    .returning({ teacherKind: learningRecords.teacherKind });
  // Who taught it does not change later; only records of robots that did not say so are completed.
  if (teacherKind && updated[0]?.teacherKind === null)
    await changeLearning(
      db,
      { serialNumber, learningId },
      { teacherKind, teacherName, ...(byStranger && { byStranger }) },
    );
  if (updated.length > 0) return;
  const known = (await learningOf(db, serialNumber)).length;
  if (known >= LEARNING_RECORDS_MAX) return;
  await db
    .insert(learningRecords)
    .values({
      serialNumber,
      learningId,
      kind,
      what,
      taughtBy: from,
      teacherKind,
      teacherName,
      byStranger,
      inUse,
      uses,
      learnedAt,
    })
    .onConflictDoNothing();
}

export async function changeLearning(
  db: Db,
  { serialNumber, learningId }: Pick<LearningRow, 'serialNumber' | 'learningId'>,
  change: Partial<LearningRow>,
): Promise<void> {
  await db
    .update(learningRecords)
    .set(change)
    .where(and(eq(learningRecords.serialNumber, serialNumber), eq(learningRecords.learningId, learningId)));
}

/** Only a deletion that is due counts: a robot cannot shorten the time for undoing it. */
export async function markForgotten(db: Db, serialNumber: string, learningId: string, at: Date): Promise<void> {
  await db
    .update(learningRecords)
    .set({ forgottenAt: at, inUse: false })
    .where(
      and(
        eq(learningRecords.serialNumber, serialNumber),
        eq(learningRecords.learningId, learningId),
        eq(learningRecords.decision, 'forget'),
        lte(learningRecords.forgetAt, at),
        isNull(learningRecords.forgottenAt),
      ),
    );
}

/** Decisions that the robots have not confirmed. */
export const unconfirmedLearning = (db: Db, at: Date): Promise<LearningRow[]> =>
  db
    .select()
    .from(learningRecords)
    .where(
      and(
        isNull(learningRecords.forgottenAt),
        isNotNull(learningRecords.decision),
        or(
          and(eq(learningRecords.decision, 'keep'), eq(learningRecords.inUse, false)),
          and(eq(learningRecords.decision, 'forget'), lte(learningRecords.forgetAt, at)),
        ),
      ),
    )
    .orderBy(sql`${learningRecords.decidedAt}`)
    .limit(500);

export async function deleteForgottenLearning(db: Db, before: Date): Promise<void> {
  await db.delete(learningRecords).where(lt(learningRecords.forgottenAt, before));
}
