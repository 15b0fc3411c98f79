/**
 * Lists of records, newest first, whose cost does not grow with the table: the total stops counting at a limit, a page
 * is found by ids alone, and text is searched in a limited number of rows. Each filter needs an index that ends with the
 * time, the id and the robot, so that neither reads rows that it does not return.
 */
import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { LIST_COUNTED, LIST_SEARCHED } from '../../contract/rules/limits.ts';
import type { Db } from './database.ts';

export interface RecordList {
  table: PgTable;
  /** A timestamp with milliseconds. */
  at: PgColumn;
  id: PgColumn;
}
export interface RowsRequest {
  offset: number;
  limit: number;
  /** Id of the row before the first one; '' or absent: from the newest. */
  after?: string;
  /** Where the total stops counting. */
  most?: number;
  /** Text that a row must contain. */
  search?: { text: string; within: readonly SQL[] };
}

/** As the indexes are sorted: without `nulls last` PostgreSQL would sort all rows, although there are no nulls. */
export const newestFirst = ({ at, id }: Pick<RecordList, 'at' | 'id'>): [SQL, SQL] => [
  sql`${at} desc nulls last`,
  sql`${id} desc nulls last`,
];

export const ofRobots = (column: PgColumn, serialNumbers: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...serialNumbers])})`;

/** ms, the end exclusive; 0 for no bound. */
export const inSpan = (
  column: PgColumn,
  { startTime, endTime }: { startTime: number; endTime: number },
): SQL | undefined =>
  and(
    startTime === 0 ? undefined : gte(column, new Date(startTime)),
    endTime === 0 ? undefined : lt(column, new Date(endTime)),
  );

/** '' matches every row. */
export const containsText = (text: string, within: readonly SQL[]): SQL =>
  text === ''
    ? sql`true`
    : sql`position(lower(${text}) in lower(concat_ws(' ', ${sql.join([...within], sql`, `)}))) > 0`;

/** A name written by `localText` as searchable text: its words in all languages, without the keys of the languages. */
export const namesIn = (column: PgColumn): SQL =>
  sql`case when left(${column}, 1) = chr(1) then concat_ws(' ', substr(${column}, 2)::jsonb ->> 'enUS', substr(${column}, 2)::jsonb ->> 'zhCN') else ${column} end`;

/** Rows older than this one. */
export const olderThan = ({ at, id }: Pick<RecordList, 'at' | 'id'>, row: { at: Date; id: string }): SQL =>
  sql`(${at}, ${id}) < (${sql.param(row.at, at)}, ${row.id})`;

/** The rows of an export's next piece: those of the list after the last row that was read. */
export const nextRows = (
  list: Pick<RecordList, 'at' | 'id'>,
  where: SQL | undefined,
  { text, within }: NonNullable<RowsRequest['search']>,
  after: { createdAt: Date; id: string } | null | undefined,
): SQL | undefined =>
  and(where, containsText(text, within), after ? olderThan(list, { at: after.createdAt, id: after.id }) : undefined);

/** @param most the total stops counting there */
export async function countUpTo(
  db: Db,
  { table }: Pick<RecordList, 'table'>,
  where: SQL | undefined,
  most = LIST_COUNTED,
): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from ${table} where ${where ?? sql`true`} limit ${most}) as found`,
  );
  return rows[0]?.total ?? 0;
}

/** Counts each group separately, up to LIST_COUNTED: one query over all of them would read every row. */
export async function countsUpTo<Key extends string>(
  db: Db,
  list: Pick<RecordList, 'table'>,
  keys: readonly Key[],
  whereOf: (key: Key) => SQL | undefined,
): Promise<Readonly<Record<Key, number>>> {
  const counts: Partial<Record<Key, number>> = {};
  for (const key of keys) counts[key] = await countUpTo(db, list, whereOf(key));
  return counts as Record<Key, number>; // every key was counted
}

/** @param read reads the rows of a condition on their ids, newest first */
export async function newestRows<Row>(
  db: Db,
  list: RecordList,
  where: SQL | undefined,
  { offset, limit, after = '', most = LIST_COUNTED, search }: RowsRequest,
  read: (condition: SQL) => Promise<Row[]>,
): Promise<{ total: number; rows: Row[] }> {
  const { table, at, id } = list;
  const from = after === '' ? undefined : await rowById(db, list, after);
  if (after !== '' && !from) return { total: 0, rows: [] };
  const older = and(where, from && olderThan(list, from)) ?? sql`true`;
  if (search && search.text !== '') {
    const ids = await idsWithText(db, list, older, search, most);
    const shown = ids.slice(offset, offset + limit);
    return {
      total: ids.length,
      rows: shown.length > 0 ? await read(sql`${id} = any(${sql.param(shown)})`) : [],
    };
  }
  const total = await countUpTo(db, list, where, most);
  if (offset >= total && !from) return { total, rows: [] };
  const order = sql.join(newestFirst(list), sql`, `);
  // Few rows are found by their filter and sorted: in the order of time PostgreSQL would read all rows of other robots.
  const found =
    total < most
      ? sql`(select ${id}, ${at} from ${table} where ${older} offset 0) as ${table}`
      : sql`${table} where ${older}`;
  const ids = sql`select ${id} from ${found} order by ${order} limit ${limit} offset ${offset}`;
  return { total, rows: await read(sql`${id} in (${ids})`) };
}

/** Among the newest rows, those with the text, newest first. `offset 0` keeps PostgreSQL from searching all rows first. */
async function idsWithText(
  db: Db,
  list: RecordList,
  where: SQL,
  { text, within }: NonNullable<RowsRequest['search']>,
  most: number,
): Promise<string[]> {
  const { table, at, id } = list;
  const order = sql.join(newestFirst(list), sql`, `);
  const { rows } = await db.execute<{ id: string }>(sql`
    select newest.id from (
      select ${id} as id, ${at} as at from ${table} where ${where} order by ${order} limit ${LIST_SEARCHED}
    ) as newest cross join lateral (
      select ${containsText(text, within)} as found from ${table} where ${id} = newest.id offset 0
    ) as row where row.found order by newest.at desc, newest.id desc limit ${most}`);
  return rows.map((row) => row.id);
}

async function rowById(
  db: Db,
  { table, at, id }: RecordList,
  value: string,
): Promise<{ at: Date; id: string } | undefined> {
  const [row] = await db
    .select({ at: sql<number>`(extract(epoch from ${at}) * 1000)::float8` })
    .from(table)
    .where(eq(id, value));
  return row && { at: new Date(row.at), id: value };
}
