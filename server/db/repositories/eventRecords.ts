/**
 * What happened to robots, as one list over the tables that record it. Nothing is stored twice: each kind is read newest
 * first by its own index, robot by robot. Of many robots, and for a page far from the newest, the times of the page's
 * first and last row are found first, by the indexes alone, so that no more rows are read than the page needs.
 */
import { sql, type SQL } from 'drizzle-orm';
import { BIZ_TYPES, type BizType } from '../../../contract/entities/eventRecord.ts';
import type { PictureBox } from '../../../contract/entities/pictureBox.ts';
import type { Db } from '../database.ts';
import { readLocalText } from '../columns.ts';
import type { LocalName } from '../localName.ts';

export interface EventFilter {
  serialNumbers: readonly string[];
  /** '' for all. */
  bizType: BizType | '';
  /** ms, of the beginning; 0 for no bound. */
  startTime: number;
  endTime: number;
  /** Only what lasts until then or has not ended; 0 for all. */
  reachesTo?: number;
  /** Only what the list has after this event. */
  after?: EventPosition | undefined;
}
/** Where an event is in the list. */
export interface EventPosition {
  bizType: BizType;
  sourceId: string;
  /** In the full precision of the database. */
  at: string;
}
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

/** One table: its columns for an event, and the rows that are events. `at` is the column of its index by robot and time. */
interface Source {
  bizType: BizType;
  table: SQL;
  /** Id of the record; unique among the sources of its kind. */
  id: SQL;
  at: SQL;
  until: SQL;
  only?: SQL;
  columns: SQL;
}

/** No picture and no place. */
const ELSEWHERE = sql`null::double precision as value, null::text as map_id, null::double precision as x,
  null::double precision as y, ''::text as place_name, null::text as picture_id, null::jsonb as box`;
const ofCase = (title: SQL): SQL => sql`event as kind, state, ${title} as title,
  to_jsonb(coalesce(owner_name, '')) as by, coalesce(cause, '') as cause, value, map_id, x, y, place_name, picture_id,
  (select box from alarm_pictures where file_id = picture_id) as box`;

const TASK_RUN_ID = sql`(task_id || '@' || extract(epoch from planned_at)::bigint)`;

const SOURCES: readonly Source[] = [
  {
    bizType: 'delivery',
    table: sql`deliveries`,
    id: sql`id`,
    at: sql`created_at`,
    until: sql`ended_at`,
    columns: sql`'' as kind, status as state, to_jsonb(destination_name) as title,
      to_jsonb(created_by_name) as by, reason as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'cruise',
    table: sql`cruise_records`,
    id: sql`id`,
    at: sql`started_at`,
    until: sql`ended_at`,
    columns: sql`'' as kind, state, to_jsonb(path_name) as title, started_by_name as by,
      coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'disinfection',
    table: sql`disinfection_records`,
    id: sql`id`,
    at: sql`started_at`,
    until: sql`ended_at`,
    columns: sql`mode as kind, state, coalesce(sections -> 0 -> 'name', '""'::jsonb) as title,
      started_by_name as by, coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'alarm',
    table: sql`alarm_cases`,
    id: sql`id`,
    at: sql`raised_at`,
    until: sql`resolved_at`,
    only: sql`event <> 'offline'`,
    columns: ofCase(sql`to_jsonb(place_name)`),
  },
  {
    // Without the visitor's name.
    bizType: 'reception',
    table: sql`visits`,
    id: sql`id`,
    at: sql`signed_in_at`,
    until: sql`signed_out_at`,
    columns: sql`'' as kind, case when signed_out_at is null then 'signedIn' else 'signedOut' end as state,
      '""'::jsonb as title, '""'::jsonb as by, '' as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'manual',
    table: sql`commands`,
    id: sql`id`,
    at: sql`asked_at`,
    until: sql`ended_at`,
    columns: sql`kind, state, target as title, asked_by_name as by,
      coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'system',
    table: sql`alarm_cases`,
    id: sql`id`,
    at: sql`raised_at`,
    until: sql`over_at`,
    only: sql`event = 'offline'`,
    columns: ofCase(sql`to_jsonb(place_name)`),
  },
  {
    bizType: 'system',
    table: sql`task_runs`,
    id: TASK_RUN_ID,
    at: sql`starts_at`,
    until: sql`starts_at`,
    only: sql`state = 'notStarted'`,
    columns: sql`'notStarted' as kind, state,
      coalesce((select to_jsonb(path_name) from scheduled_tasks where id = task_id), '""'::jsonb) as title,
      '""'::jsonb as by, coalesce(reason, '') as cause, ${ELSEWHERE}`,
  },
];

const conditions = (source: Source, { startTime, endTime, reachesTo = 0, after }: EventFilter): SQL => {
  const { at, until, only } = source;
  return sql.join(
    [
      sql`serial_number = robot`,
      ...(only ? [only] : []),
      ...(startTime > 0 ? [sql`${at} >= ${new Date(startTime)}`] : []),
      ...(endTime > 0 ? [sql`${at} < ${new Date(endTime)}`] : []),
      ...(reachesTo > 0 ? [sql`coalesce(${until}, 'infinity') >= ${new Date(reachesTo)}`] : []),
      ...(after ? [isAfter(source, after)] : []),
    ],
    sql` and `,
  );
};
const readColumns = ({ id, at, until, columns }: Source): SQL =>
  sql`${id} as source_id, serial_number, ${at} as at, ${until} as until_at, ${columns}`;
function hasId({ id, only }: Source, sourceId: string): SQL {
  // Of a scheduled run the id is made of two columns; the first is the task's.
  const indexed = id === TASK_RUN_ID ? sql`task_id = ${sourceId.split('@')[0]} and ` : sql``;
  return sql`${indexed}${id} = ${sourceId}${only ? sql` and ${only}` : sql``}`;
}
/** In the order of the list: newest first, then by kind, then by id. */
function isAfter({ bizType, at, id }: Source, after: EventPosition): SQL {
  const time = sql`${after.at}::timestamptz`;
  if (bizType < after.bizType) return sql`${at} < ${time}`;
  if (bizType > after.bizType) return sql`${at} <= ${time}`;
  return sql`${at} <= ${time} and (${at} < ${time} or ${id} > ${after.sourceId})`;
}
const sourcesOf = ({ bizType }: EventFilter): Source[] =>
  SOURCES.filter((source) => bizType === '' || source.bizType === bizType);
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

/** Newest first. Those of one time are in a fixed order, so that pages neither repeat nor miss one. */
export async function eventPage(
  db: Db,
  filter: EventFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<EventRow[]> {
  const isNear = new Set(filter.serialNumbers).size <= FEW_ROBOTS && offset + limit <= FEW_ROWS;
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
  const parts = sourcesOf(filter).map(
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
