/**
 * What happened to robots, as one list over the tables that record it. Nothing is stored twice: each kind is read newest
 * first by its own index, robot by robot. Of many robots, and for a page far from the newest, the times of the page's
 * first and last row are found first, by the indexes alone, so that no more rows are read than the page needs.
 */
import { sql, type SQL } from 'drizzle-orm';
import { BIZ_TYPES, type BizType } from '../../../contract/entities/eventRecord.ts';
import type { PictureBox } from '../../../contract/entities/pictureBox.ts';
import { LIST_SEARCHED } from '../../../contract/rules/limits.ts';
import type { Db } from '../database.ts';
import { readLocalText } from '../columns.ts';
import type { LocalName } from '../localName.ts';
import {
  conditions,
  type EventFilter,
  type EventPosition,
  hasId,
  readColumns,
  SOURCES,
  type Source,
} from './eventSources.ts';

export interface EventRow {
  bizType: BizType;
  sourceId: string;
  serialNumber: string;
  at: Date;
  until: Date | null;
  kind: string;
  state: string;
  title: LocalName;
  by: LocalName;
  cause: string;
  value: number | null;
  mapId: string | null;
  x: number | null;
  y: number | null;
  placeName: LocalName;
  pictureId: string | null;
  box: PictureBox | null;
}

const isSearch = ({ place = '', person = '' }: EventFilter): boolean => place !== '' || person !== '';
/** Without those that have nothing to filter by. */
const sourcesOf = ({ bizType, mapId = '', place = '', person = '', openOnly = false }: EventFilter): Source[] =>
  SOURCES.filter(
    (source) =>
      (bizType === '' || source.bizType === bizType) &&
      (mapId === '' || source.mapId) &&
      (place === '' || source.places) &&
      (person === '' || source.people) &&
      (!openOnly || source.open),
  );
const robots = ({ serialNumbers }: EventFilter): SQL =>
  sql`unnest(${sql.param([...new Set(serialNumbers)])}::text[]) as robots (robot)`;

/** With this many robots or fewer, and a page this near to the newest row, reading the rows at once is faster. */
const FEW_ROBOTS = 4;
const FEW_ROWS = 500;
/** Rows of a kind and robot that are looked at first: this many times the page's share, within these limits. */
const LOOK_SHARE = 4;
const [LOOK_MIN, LOOK_MAX] = [4, 16];
/** Enough for an estimate, if the page is farther back than a look reaches. */
const LOOK_FAR = 8;
/** How far beyond the estimated time of the page's last row is read: first, and if that was not enough. */
const REACHES = [1.2, 4, 16];

/** Times of the first and the last row of a page, as text in full precision. */
interface PageTimes {
  /** null if the page has no rows. */
  first: string | null;
  /** null if the page ends with the last event. */
  last: string | null;
  /** How many events are newer than `first`. */
  newer: number;
}

/**
 * Looks at the newest times of each kind and robot. If events that were not read can be on the page, their rates give an
 * estimate of how far back it reaches, and all times since then are read.
 */
async function timesOfPage(
  db: Db,
  filter: EventFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<PageTimes> {
  const most = offset + limit;
  const sources = sourcesOf(filter);
  const streams = new Set(filter.serialNumbers).size * sources.length;
  if (streams === 0) return { first: null, last: null, newer: 0 };
  const read = async (each: number, since?: SQL) => {
    const parts = sources.map(
      (source, index) => sql`(select ${index}::int as source, robot, at from ${robots(filter)} cross join lateral (
        select ${source.at} as at from ${source.table} where ${conditions(source, filter)}
          ${since ? sql`and ${source.at} >= ${since}` : sql``}
        order by ${source.at} desc nulls last limit ${each}
      ) as newest)`,
    );
    const { rows } = await db.execute<{
      first: string | null;
      last: string | null;
      newer: number;
      newest: string | null;
      rate: number | null;
      unread: boolean;
    }>(sql`
      with found as materialized (${sql.join(parts, sql` union all `)}),
        page as (select at from found order by at desc offset ${offset} limit ${limit}),
        edge as (select max(at) as first, case when count(*) = ${limit} then min(at) end as last,
          (select max(at) from found) as newest from page),
        partly_read as (select min(at) as at from found group by source, robot having count(*) = ${each})
      select first::text, last::text, (select count(*)::int from found where at > first) as newer, newest::text,
        (select sum(${each - 1} / greatest(extract(epoch from newest - at), 0.001))::float8 from partly_read) as rate,
        exists (select from partly_read where last is null or partly_read.at > last) as unread
      from edge`);
    return rows[0] ?? { first: null, last: null, newer: 0, newest: null, rate: null, unread: false };
  };

  const wanted = Math.max(LOOK_MIN, Math.ceil((LOOK_SHARE * most) / streams));
  const look = await read(wanted > LOOK_MAX ? LOOK_FAR : wanted);
  if (!look.unread) return look;
  for (const reach of REACHES) {
    const seconds = (reach * most) / (look.rate ?? 1); // an unread stream has a rate
    const times = await read(most, sql`${look.newest}::timestamptz - ${seconds}::float8 * interval '1 second'`);
    if (times.last !== null) return times;
  }
  return read(most);
}

/**
 * Names are searched in the newest LIST_SEARCHED events that match the other filters, whatever page is read.
 * @returns the filter with that bound
 */
export async function searchable(db: Db, filter: EventFilter): Promise<EventFilter> {
  if (!isSearch(filter)) return filter;
  const others = { ...filter, place: '', person: '', after: undefined };
  const { first } = await timesOfPage(db, others, { offset: LIST_SEARCHED - 1, limit: 1 });
  return { ...filter, searchedSince: first };
}

/** Newest first. Those of one time are in a fixed order, so that pages neither repeat nor miss one. */
export async function eventPage(
  db: Db,
  filter: EventFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<EventRow[]> {
  if (sourcesOf(filter).length === 0) return [];
  // A search reads a limited number of rows anyway.
  const isNear = isSearch(filter) || (new Set(filter.serialNumbers).size <= FEW_ROBOTS && offset + limit <= FEW_ROWS);
  const times = isNear ? null : await timesOfPage(db, filter, { offset, limit });
  if (times && times.first === null) return [];
  const from = offset - (times?.newer ?? 0);
  const most = from + limit;
  const within = ({ at }: Source): SQL =>
    sql.join(
      [
        sql``,
        ...(times?.first ? [sql`and ${at} <= ${times.first}::timestamptz`] : []),
        ...(times?.last ? [sql`and ${at} >= ${times.last}::timestamptz`] : []),
      ],
      sql` `,
    );
  const parts = sourcesOf(filter).map(
    (source) => sql`(select ${source.bizType}::text as biz_type, found.* from ${robots(filter)} cross join lateral (
      select ${readColumns(source)}
      from ${source.table} where ${conditions(source, filter)}${within(source)}
      order by ${source.at} desc nulls last, ${source.id} limit ${most}
    ) as found order by at desc, source_id limit ${most})`,
  );
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select * from (${sql.join(parts, sql` union all `)}) as events
    order by at desc, biz_type, source_id limit ${limit} offset ${from}`);
  return rows.map(rowOf);
}

/** Where an event of these robots is in the list; undefined if there is none with that kind and id. */
export async function eventPosition(
  db: Db,
  { bizType, sourceId }: { bizType: BizType; sourceId: string },
  serialNumbers: readonly string[],
): Promise<EventPosition | undefined> {
  for (const source of SOURCES) {
    if (source.bizType !== bizType) continue;
    const { rows } = await db.execute<{ at: string }>(sql`
      select ${source.at}::text as at from ${source.table} where ${hasId(source, sourceId)}
        and serial_number = any(${sql.param([...serialNumbers])}::text[])`);
    if (rows[0]) return { bizType, sourceId, at: rows[0].at };
  }
  return undefined;
}

/** The kind and the record of an event's id; undefined if there is no such kind. */
export function partsOfEventId(id: string): Pick<EventPosition, 'bizType' | 'sourceId'> | undefined {
  const bizType = BIZ_TYPES.find((one) => one === id.slice(0, id.indexOf(':')));
  return bizType && { bizType, sourceId: id.slice(id.indexOf(':') + 1) };
}

export async function eventById(db: Db, id: string): Promise<EventRow | undefined> {
  const parts = partsOfEventId(id);
  for (const source of SOURCES) {
    if (source.bizType !== parts?.bizType) continue;
    const { rows } = await db.execute<Record<string, unknown>>(sql`
      select ${source.bizType}::text as biz_type, ${readColumns(source)}
      from ${source.table} where ${hasId(source, parts.sourceId)}`);
    if (rows[0]) return rowOf(rows[0]);
  }
  return undefined;
}
export const robotOfEvent = async (db: Db, id: string): Promise<string | undefined> =>
  (await eventById(db, id))?.serialNumber;

/** @param most stops counting there */
export async function countEvents(db: Db, filter: EventFilter, most: number): Promise<number> {
  const sources = sourcesOf(filter);
  if (sources.length === 0) return 0;
  const parts = sources.map(
    (source) => sql`(select 1 as one from ${robots(filter)} cross join lateral (
      select 1 from ${source.table} where ${conditions(source, filter)}
      order by ${source.at} desc nulls last limit ${most}
    ) as found limit ${most})`,
  );
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select * from (${sql.join(parts, sql` union all `)}) as events limit ${most}) as counted`);
  return rows[0]?.total ?? 0;
}

/** A name as jsonb: text of a `localText` column, or an object of a json column. */
const nameOf = (value: unknown): LocalName =>
  typeof value === 'string' ? readLocalText(value) : ((value ?? '') as LocalName); // written by drizzle
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** The driver returns timestamps of raw queries as text. */
const instant = (value: unknown): Date | null =>
  value instanceof Date ? value : typeof value === 'string' ? new Date(value) : null;

function rowOf(row: Record<string, unknown>): EventRow {
  const bizType = BIZ_TYPES.find((one) => one === row['biz_type']);
  const at = instant(row['at']);
  if (!bizType || !at) throw new Error('an event without a kind or a time');
  return {
    bizType,
    sourceId: String(row['source_id']),
    serialNumber: text(row['serial_number']),
    at,
    until: instant(row['until_at']),
    kind: text(row['kind']),
    state: text(row['state']),
    title: nameOf(row['title']),
    by: nameOf(row['by']),
    cause: text(row['cause']),
    value: number(row['value']),
    mapId: typeof row['map_id'] === 'string' ? row['map_id'] : null,
    x: number(row['x']),
    y: number(row['y']),
    placeName: nameOf(row['place_name']),
    pictureId: typeof row['picture_id'] === 'string' ? row['picture_id'] : null,
    box: (row['box'] ?? null) as PictureBox | null, // written by drizzle
  };
}
