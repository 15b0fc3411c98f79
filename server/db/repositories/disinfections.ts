/** Disinfection runs, in progress and ended. */
import { and, desc, eq, getTableColumns, lt, sql, type SQL } from 'drizzle-orm';
import {
  DISINFECTION_RESULTS,
  type DisinfectionMode,
  type DisinfectionResult,
} from '../../../contract/rules/disinfection.ts';
import type { Db } from '../database.ts';
import { countsUpTo, inSpan, newestFirst, newestRows, ofRobots, olderThan, type RowsRequest } from '../newestRows.ts';
import { preparedStatement } from '../preparedStatement.ts';
import { disinfectionRecords } from '../schema.ts';

const { result: _result, ...stored } = getTableColumns(disinfectionRecords);
/** Without the result, which the database derives and nobody may write. */
export type DisinfectionRow = Omit<typeof disinfectionRecords.$inferSelect, 'result'>;
const { grid: _grid, planned: _planned, doses: _doses, pauses: _pauses, ...listed } = stored;
/** Without the cells, which are large. */
export type ListedDisinfection = Omit<DisinfectionRow, 'grid' | 'planned' | 'doses' | 'pauses'>;

export const activeDisinfections = (db: Db): Promise<DisinfectionRow[]> =>
  db.select(stored).from(disinfectionRecords).where(eq(disinfectionRecords.state, 'inProgress'));

export async function disinfectionById(db: Db, id: string): Promise<DisinfectionRow | undefined> {
  const [row] = await db.select(stored).from(disinfectionRecords).where(eq(disinfectionRecords.id, id));
  return row;
}

export async function robotOfDisinfection(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ serialNumber: disinfectionRecords.serialNumber })
    .from(disinfectionRecords)
    .where(eq(disinfectionRecords.id, id));
  return row?.serialNumber;
}

/** Reads the run and locks it until the transaction ends. */
export async function lockDisinfection(db: Db, id: string): Promise<DisinfectionRow | undefined> {
  const [row] = await db.select(stored).from(disinfectionRecords).where(eq(disinfectionRecords.id, id)).for('update');
  return row;
}

export const disinfectionsById = (db: Db, ids: readonly string[]): Promise<ListedDisinfection[]> =>
  db
    .select(listed)
    .from(disinfectionRecords)
    .where(sql`${disinfectionRecords.id} = any(${sql.param([...ids])})`);

const activeOf = preparedStatement((db) =>
  db
    .select({ id: disinfectionRecords.id })
    .from(disinfectionRecords)
    .where(
      and(
        eq(disinfectionRecords.serialNumber, sql.placeholder('serialNumber')),
        eq(disinfectionRecords.state, 'inProgress'),
      ),
    )
    .limit(1)
    .prepare('active_disinfection'),
);

/** Whether the robot has a run in progress. */
export async function isDisinfecting(db: Db, serialNumber: string): Promise<boolean> {
  const [row] = await activeOf(db).execute({ serialNumber });
  return row !== undefined;
}

/** The run in progress of a robot, locked. */
export async function lockDisinfectionOf(db: Db, serialNumber: string): Promise<DisinfectionRow | undefined> {
  const [row] = await db
    .select(stored)
    .from(disinfectionRecords)
    .where(and(eq(disinfectionRecords.serialNumber, serialNumber), eq(disinfectionRecords.state, 'inProgress')))
    .for('update');
  return row;
}

/** The run in progress, otherwise the newest. */
export async function currentDisinfectionOf(db: Db, serialNumber: string): Promise<ListedDisinfection | undefined> {
  const [row] = await db
    .select(listed)
    .from(disinfectionRecords)
    .where(eq(disinfectionRecords.serialNumber, serialNumber))
    .orderBy(
      sql`(${disinfectionRecords.state} = 'inProgress') desc`,
      desc(disinfectionRecords.startedAt),
      desc(disinfectionRecords.id),
    )
    .limit(1);
  return row;
}

/** @returns undefined if the robot has another run in progress */
export async function addDisinfection(
  db: Db,
  row: typeof disinfectionRecords.$inferInsert,
): Promise<DisinfectionRow | undefined> {
  const [added] = await db
    .insert(disinfectionRecords)
    .values(row)
    .onConflictDoNothing({
      target: disinfectionRecords.serialNumber,
      where: sql`${disinfectionRecords.state} = 'inProgress'`,
    })
    .returning(stored);
  return added;
}

/** Saves a run and increments its revision; undefined if it was changed concurrently. */
export async function saveDisinfection(
  db: Db,
  { id, revision, ...change }: DisinfectionRow,
): Promise<DisinfectionRow | undefined> {
  const [row] = await db
    .update(disinfectionRecords)
    .set({ ...change, revision: revision + 1 })
    .where(and(eq(disinfectionRecords.id, id), eq(disinfectionRecords.revision, revision)))
    .returning(stored);
  return row;
}

export interface DisinfectionFilter {
  serialNumbers: readonly string[];
  /** ms; 0 for no bound. */
  startTime: number;
  endTime: number;
  state: DisinfectionResult | '';
  mode: DisinfectionMode | '';
}

const LIST = { table: disinfectionRecords, at: disinfectionRecords.startedAt, id: disinfectionRecords.id };

const matching = ({ serialNumbers, state, mode, ...span }: DisinfectionFilter): SQL | undefined =>
  and(
    ofRobots(disinfectionRecords.serialNumber, serialNumbers),
    inSpan(disinfectionRecords.startedAt, span),
    state === '' ? undefined : eq(disinfectionRecords.result, state),
    mode === '' ? undefined : eq(disinfectionRecords.mode, mode),
  );

export const disinfectionPage = (
  db: Db,
  filter: DisinfectionFilter,
  request: RowsRequest,
): Promise<{ total: number; rows: ListedDisinfection[] }> =>
  newestRows(db, LIST, matching(filter), request, (condition) =>
    db
      .select(listed)
      .from(disinfectionRecords)
      .where(condition)
      .orderBy(...newestFirst(LIST)),
  );

/** The next runs of an export, newest first. @param after the last run of the piece before; null: the first piece */
export const disinfectionPiece = (
  db: Db,
  filter: DisinfectionFilter,
  { after, limit }: { after: Pick<ListedDisinfection, 'startedAt' | 'id'> | null; limit: number },
): Promise<ListedDisinfection[]> =>
  db
    .select(listed)
    .from(disinfectionRecords)
    .where(and(matching(filter), after ? olderThan(LIST, { at: after.startedAt, id: after.id }) : undefined))
    .orderBy(...newestFirst(LIST))
    .limit(limit);

/** By result, each up to LIST_COUNTED. */
export const disinfectionCounts = (
  db: Db,
  filter: DisinfectionFilter,
): Promise<Readonly<Record<DisinfectionResult, number>>> =>
  countsUpTo(db, LIST, DISINFECTION_RESULTS, (result) => and(matching(filter), eq(disinfectionRecords.result, result)));

export const deleteExpiredDisinfections = (db: Db, endedBefore: Date): Promise<unknown> =>
  db.delete(disinfectionRecords).where(lt(disinfectionRecords.endedAt, endedBefore));
