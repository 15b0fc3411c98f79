/**
 * The tables that record what happened to robots, each as a source of events, and the conditions of a filter on them.
 * The lists over all sources are in eventRecords.ts.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { BizType } from '../../../contract/entities/eventRecord.ts';
import { containsText } from '../newestRows.ts';

export interface EventFilter {
  serialNumbers: readonly string[];
  /** '' for all. */
  bizType: BizType | '';
  /** ms, of the beginning; 0 for no bound. */
  startTime: number;
  endTime: number;
  /** A floor; '' or absent for all. What has no place is on none. */
  mapId?: string;
  /** Part of the name of a point or room; '' or absent for all. */
  place?: string;
  /** Part of the name of a person who acted, or whose face was recognised; '' or absent for all. */
  person?: string;
  /** Only cases that nobody has resolved. */
  openOnly?: boolean;
  /** Consents of people end by this time, ms; absent: the database's. */
  now?: number;
  /** The oldest time in which names are searched, in the full precision of the database (`searchable`). */
  searchedSince?: string | null;
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

/** One table: its columns for an event, and the rows that are events. `at` is the column of its index by robot and time. */
export interface Source {
  bizType: BizType;
  table: SQL;
  /** Id of the record; unique among the sources of its kind. */
  id: SQL;
  at: SQL;
  until: SQL;
  only?: SQL;
  columns: SQL;
  /** Absent for what is on no floor. */
  mapId?: SQL;
  /** Names of points and rooms as text in all languages; absent for what has none. */
  places?: SQL;
  /** The json that `places` reads, to leave out most rows before their names are taken out of it. */
  placesJson?: SQL;
  /** As `places`, of the people who acted. */
  people?: SQL;
  /** The column by which face records name the event. */
  faces?: SQL;
  /** Holds for what is open; absent for what nobody resolves. */
  open?: SQL;
}

/** A `localText` column as searchable text, in all its languages. */
const localNames = (column: SQL): SQL =>
  sql`(case when left(${column}, 1) = chr(1) then concat_ws(' ', substr(${column}, 2)::jsonb ->> 'enUS', substr(${column}, 2)::jsonb ->> 'zhCN') else ${column} end)`;
/** The same of a json value. */
const jsonNames = (value: SQL): SQL =>
  sql`(case jsonb_typeof(${value}) when 'object' then concat_ws(' ', ${value} ->> 'enUS', ${value} ->> 'zhCN') else ${value} #>> '{}' end)`;
/** The names in a list of objects. */
const listedNames = (list: SQL): SQL =>
  sql`(select string_agg(${jsonNames(sql`one -> 'name'`)}, ' ') from jsonb_array_elements(${list}) as one)`;

/** No picture and no place. */
const ELSEWHERE = sql`null::double precision as value, null::text as map_id, null::double precision as x,
  null::double precision as y, ''::text as place_name, null::text as picture_id, null::jsonb as box`;
/** A lost connection is a case too. */
const CASE = {
  columns: sql`event as kind, state, to_jsonb(place_name) as title,
    to_jsonb(coalesce(owner_name, '')) as by, coalesce(cause, '') as cause, value, map_id, x, y, place_name, picture_id,
    (select box from alarm_pictures where file_id = picture_id) as box`,
  mapId: sql`map_id`,
  places: localNames(sql`place_name`),
  people: localNames(sql`owner_name`),
  faces: sql`alarm_cases.id`,
  open: sql`state <> 'resolved'`,
} satisfies Partial<Source>;

const TASK_RUN_ID = sql`(task_id || '@' || extract(epoch from planned_at)::bigint)`;

export const SOURCES: readonly Source[] = [
  {
    bizType: 'delivery',
    table: sql`deliveries`,
    id: sql`id`,
    at: sql`created_at`,
    until: sql`ended_at`,
    columns: sql`'' as kind, status as state, to_jsonb(destination_name) as title,
      to_jsonb(created_by_name) as by, reason as cause, ${ELSEWHERE}`,
    places: sql`concat_ws(' ', ${localNames(sql`loading_name`)}, ${localNames(sql`destination_name`)})`,
    people: localNames(sql`created_by_name`),
  },
  {
    bizType: 'cruise',
    table: sql`cruise_records`,
    id: sql`id`,
    at: sql`started_at`,
    until: sql`ended_at`,
    columns: sql`'' as kind, state, to_jsonb(path_name) as title, started_by_name as by,
      coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
    mapId: sql`map_id`,
    places: listedNames(sql`stops`),
    placesJson: sql`stops`,
    people: jsonNames(sql`started_by_name`),
  },
  {
    bizType: 'disinfection',
    table: sql`disinfection_records`,
    id: sql`id`,
    at: sql`started_at`,
    until: sql`ended_at`,
    columns: sql`mode as kind, state, coalesce(sections -> 0 -> 'name', '""'::jsonb) as title,
      started_by_name as by, coalesce(reason ->> 'type', '') as cause, ${ELSEWHERE}`,
    mapId: sql`map_id`,
    places: listedNames(sql`sections`),
    placesJson: sql`sections`,
    people: jsonNames(sql`started_by_name`),
  },
  {
    bizType: 'alarm',
    table: sql`alarm_cases`,
    id: sql`id`,
    at: sql`raised_at`,
    until: sql`resolved_at`,
    only: sql`event <> 'offline'`,
    ...CASE,
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
    places: jsonNames(sql`target`),
    people: jsonNames(sql`asked_by_name`),
  },
  {
    bizType: 'system',
    table: sql`alarm_cases`,
    id: sql`id`,
    at: sql`raised_at`,
    until: sql`over_at`,
    only: sql`event = 'offline'`,
    ...CASE,
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

const contains = (text: string, names: SQL | undefined): SQL => (names ? containsText(text, [names]) : sql`false`);
/** In json these characters are written in another way. */
const ESCAPED = /["\\]/u;
function isAt(place: string, { places, placesJson }: Source): SQL {
  const exact = contains(place, places);
  return placesJson && !ESCAPED.test(place)
    ? sql`${containsText(place, [sql`${placesJson}::text`])} and ${exact}`
    : exact;
}
/**
 * Acted in the event, or was recognised in it. Of faces only what the list of faces shows: records that a robot made on
 * its present site, of people whose consent has not ended. With a person who is erased the records are gone, and with
 * them what is found here.
 */
function concerns(person: string, now: number | undefined, { people, faces }: Source): SQL {
  const acted = contains(person, people);
  if (!faces) return acted;
  return sql`(${acted} or exists (select 1 from face_records as face
    join face_persons as known on known.id = face.person_id
    join robots as recogniser on recogniser.serial_number = face.serial_number and recogniser.site_id = face.site_id
    where face.alarm_case_id = ${faces} and face.serial_number = robot and (known.until is null or known.until > ${now === undefined ? sql`now()` : new Date(now)})
      and ${contains(person, sql`known.name`)}))`;
}

export const conditions = (source: Source, filter: EventFilter): SQL => {
  const { startTime, endTime, reachesTo = 0, after, mapId = '', place = '', person = '', searchedSince } = filter;
  const { at, until, only, open } = source;
  return sql.join(
    [
      sql`serial_number = robot`,
      ...(only ? [only] : []),
      ...(filter.openOnly ? [open ?? sql`false`] : []),
      ...(startTime > 0 ? [sql`${at} >= ${new Date(startTime)}`] : []),
      ...(endTime > 0 ? [sql`${at} < ${new Date(endTime)}`] : []),
      ...(reachesTo > 0 ? [sql`coalesce(${until}, 'infinity') >= ${new Date(reachesTo)}`] : []),
      ...(after ? [isAfter(source, after)] : []),
      ...(mapId === '' ? [] : [source.mapId ? sql`${source.mapId} = ${mapId}` : sql`false`]),
      ...(searchedSince ? [sql`${at} >= ${searchedSince}::timestamptz`] : []),
      ...(place === '' ? [] : [isAt(place, source)]),
      ...(person === '' ? [] : [concerns(person, filter.now, source)]),
    ],
    sql` and `,
  );
};
export const readColumns = ({ id, at, until, columns }: Source): SQL =>
  sql`${id} as source_id, serial_number, ${at} as at, ${until} as until_at, ${columns}`;
export function hasId({ id, only }: Source, sourceId: string): SQL {
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
