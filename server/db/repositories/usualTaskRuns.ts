/**
 * How long the runs of scheduled tasks usually take. Only whole runs count that are like the next one: along the same
 * route with the same stops and rounds, or a disinfection of the same places in the same mode and dose.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { cruiseRecords, disinfectionRecords, taskRuns } from '../schema.ts';
import { USUAL_LEAST } from './cruiseRecords.ts';
import type { TaskRow } from './schedules.ts';

/** Newest runs of a task that are looked at: fewer than for a route, so that a change shows within days. */
const RUNS_AMONG = 20;

export interface UsualOf {
  task: Pick<TaskRow, 'id' | 'pathId' | 'rounds' | 'disinfection'>;
  /** Points of the stops of a round, or of the places that are disinfected; '' for a drawn area. */
  stops: readonly string[];
}

/** Median durations, ms, by id of the task; without those that have too few such runs. */
export async function usualTaskRuns(db: Db, asked: readonly UsualOf[]): Promise<ReadonlyMap<string, number>> {
  if (asked.length === 0) return new Map();
  const wanted = asked.map(({ task: { id, pathId, rounds, disinfection }, stops }) => ({
    id,
    path: pathId,
    rounds,
    stops,
    mode: disinfection?.mode ?? null,
    dose: disinfection?.dose ?? null,
  }));
  const found = await db.execute<{ id: string; ms: number }>(sql`
    select wanted.id,
      (percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) * 1000)::float8 as ms
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted(id text, path text, rounds int, stops jsonb, mode text, dose float8)
    cross join lateral (
      select r.started_at, r.ended_at,
        r.state = 'finished' and r.skipped = 0 and r.path_id = wanted.path and coalesce(r.rounds, 1) = wanted.rounds
          and jsonb_path_query_array(r.stops, '$[*].areaId') = wanted.stops as is_alike
      from ${cruiseRecords} r
      where wanted.mode is null and r.task_id = wanted.id
      order by r.planned_at desc limit ${RUNS_AMONG}
    ) as recent
    where is_alike and ended_at is not null
    group by wanted.id having count(*) >= ${USUAL_LEAST}
    union all
    select wanted.id,
      (percentile_cont(0.5) within group (order by extract(epoch from r.ended_at - r.started_at)) * 1000)::float8 as ms
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted(id text, stops jsonb, mode text, dose float8)
    cross join lateral (
      select record_id from ${taskRuns} t
      where wanted.mode is not null and t.task_id = wanted.id and t.record_id is not null
      order by t.planned_at desc limit ${RUNS_AMONG}
    ) as recent
    join ${disinfectionRecords} r on r.id = recent.record_id
    where r.state = 'finished' and r.ended_at is not null and r.mode = wanted.mode and r.aim = wanted.dose
      and jsonb_path_query_array(r.sections, '$[*].id') = wanted.stops
    group by wanted.id having count(*) >= ${USUAL_LEAST}`);
  return new Map(found.rows.map(({ id, ms }) => [id, Math.round(ms)]));
}
