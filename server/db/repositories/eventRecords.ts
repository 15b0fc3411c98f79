/**
 * What happened to robots, as one list over the tables that record it. Nothing is stored twice: each kind is read newest
 * first by its own index, robot by robot. Of many robots, the time of the page's last row is found first, by the indexes
 * alone, so that no more rows are read than the page needs.
 */
import { sql, type SQL } from 'drizzle-orm';
import { BIZ_TYPES, type BizType } from '../../../contract/entities/eventRecord.ts';
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
}

/** One table: its columns for an event, and the rows that are events. `at` is the column of its index by robot and time. */
interface Source {
  bizType: BizType;
  table: SQL;
  at: SQL;
  until: SQL;
  only?: SQL;
  columns: SQL;
}

/** No picture and no place. */
const ELSEWHERE = sql`null::double precision as value, null::text as map_id, null::double precision as x,
  null::double precision as y, ''::text as place_name, null::text as picture_id`;
const ofCase = (title: SQL): SQL => sql`id as source_id, event as kind, state, ${title} as title,
  to_jsonb(coalesce(owner_name, '')) as by, coalesce(cause, '') as cause, value, map_id, x, y, place_name, picture_id`;

const SOURCES: readonly Source[] = [
  {
    bizType: 'delivery',
    table: sql`deliveries`,
    at: sql`created_at`,
    until: sql`ended_at`,
    columns: sql`id as source_id, '' as kind, status as state, to_jsonb(destination_name) as title,
      to_jsonb(created_by_name) as by, reason as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'cruise',
    table: sql`cruise_records`,
    at: sql`started_at`,
    until: sql`ended_at`,
    columns: sql`id as source_id, '' as kind, state, to_jsonb(path_name) as title, started_by_name as by,
      coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'disinfection',
    table: sql`disinfection_records`,
    at: sql`started_at`,
    until: sql`ended_at`,
    columns: sql`id as source_id, mode as kind, state, coalesce(sections -> 0 -> 'name', '""'::jsonb) as title,
      started_by_name as by, coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'alarm',
    table: sql`alarm_cases`,
    at: sql`raised_at`,
    until: sql`resolved_at`,
    only: sql`event <> 'offline'`,
    columns: ofCase(sql`to_jsonb(place_name)`),
  },
  {
    // Without the visitor's name.
    bizType: 'reception',
    table: sql`visits`,
    at: sql`signed_in_at`,
    until: sql`signed_out_at`,
    columns: sql`id as source_id, '' as kind, case when signed_out_at is null then 'signedIn' else 'signedOut' end as state,
      '""'::jsonb as title, '""'::jsonb as by, '' as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'manual',
    table: sql`commands`,
    at: sql`asked_at`,
    until: sql`ended_at`,
    columns: sql`id as source_id, kind, state, target as title, asked_by_name as by,
      coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
  },
  {
    bizType: 'system',
    table: sql`alarm_cases`,
    at: sql`raised_at`,
    until: sql`over_at`,
    only: sql`event = 'offline'`,
    columns: ofCase(sql`to_jsonb(place_name)`),
  },
  {
    bizType: 'system',
    table: sql`task_runs`,
    at: sql`starts_at`,
    until: sql`starts_at`,
    only: sql`state = 'notStarted'`,
    columns: sql`task_id || '@' || extract(epoch from planned_at)::bigint as source_id, 'notStarted' as kind, state,
      coalesce((select to_jsonb(path_name) from scheduled_tasks where id = task_id), '""'::jsonb) as title,
      '""'::jsonb as by, coalesce(reason, '') as cause, ${ELSEWHERE}`,
  },
];

const conditions = ({ at, until, only }: Source, { startTime, endTime, reachesTo = 0 }: EventFilter): SQL =>
  sql.join(
    [
      sql`serial_number = robot`,
      ...(only ? [only] : []),
      ...(startTime > 0 ? [sql`${at} >= ${new Date(startTime)}`] : []),
      ...(endTime > 0 ? [sql`${at} < ${new Date(endTime)}`] : []),
      ...(reachesTo > 0 ? [sql`coalesce(${until}, 'infinity') >= ${new Date(reachesTo)}`] : []),
    ],
    sql` and `,
  );
const sourcesOf = ({ bizType }: EventFilter): Source[] =>
  SOURCES.filter((source) => bizType === '' || source.bizType === bizType);
const robots = ({ serialNumbers }: EventFilter): SQL =>
  sql`unnest(${sql.param([...new Set(serialNumbers)])}::text[]) as robots (robot)`;

/** With this many robots or fewer, reading the rows at once is faster. */
const FEW_ROBOTS = 4;
/** Rows of a kind and robot that are looked at first. */
const FIRST_LOOK = 16;
/** Together, the first looks reach over this many times the rows of the page. */
const LOOK_SHARE = 4;

/**
 * Time of the `most`-th newest event, as text in full precision; null if there are fewer. Reads the newest rows of each
 * kind and robot. If a kind of a robot can have rows after that time that were not read, it reads again with more of each.
 */
async function timeOfLast(db: Db, filter: EventFilter, most: number): Promise<string | null> {
  const streams = new Set(filter.serialNumbers).size;
  for (let look = Math.max(FIRST_LOOK, Math.ceil((LOOK_SHARE * most) / streams)); ; look *= 8) {
    const each = Math.min(most, look);
    const parts = sourcesOf(filter).map(
      (source) => sql`(select found.* from ${robots(filter)} cross join lateral (
        select at, row_number() over (order by at desc) as n from (
          select ${source.at} as at from ${source.table} where ${conditions(source, filter)}
          order by ${source.at} desc nulls last limit ${each}
        ) as newest
      ) as found)`,
    );
    const { rows } = await db.execute<{ last: string | null; is_certain: boolean }>(sql`
      with found as (${sql.join(parts, sql` union all `)}),
        last as (select at from found order by at desc offset ${most - 1} limit 1)
      select (select at from last)::text as last,
        coalesce((select at from last) >= (select max(at) from found where n = ${each}),
          not exists (select from found where n = ${each})) as is_certain`);
    const [row] = rows;
    if (!row || row.is_certain || each === most) return row?.last ?? null;
  }
}

/** Newest first. Those of one time are in a fixed order, so that pages neither repeat nor miss one. */
export async function eventPage(
  db: Db,
  filter: EventFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<EventRow[]> {
  const most = offset + limit;
  const last = new Set(filter.serialNumbers).size <= FEW_ROBOTS ? null : await timeOfLast(db, filter, most);
  const parts = sourcesOf(filter).map(
    (source) => sql`(select ${source.bizType}::text as biz_type, found.* from ${robots(filter)} cross join lateral (
      select serial_number, ${source.at} as at, ${source.until} as until_at, ${source.columns}
      from ${source.table} where ${conditions(source, filter)}
        ${last === null ? sql`` : sql`and ${source.at} >= ${last}::timestamptz`}
      order by ${source.at} desc nulls last, source_id limit ${most}
    ) as found order by at desc, source_id limit ${most})`,
  );
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select * from (${sql.join(parts, sql` union all `)}) as events
    order by at desc, biz_type, source_id limit ${limit} offset ${offset}`);
  return rows.map(rowOf);
}

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
  };
}
