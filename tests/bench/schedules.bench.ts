/** Scheduled tasks: the forecast of a week, and how late runs are decided when many are due. */
import { sql } from 'drizzle-orm';
import { expand, type TaskEstimate } from '../../contract/rules/schedule/expand.ts';
import { forecastOf, type ForecastTask } from '../../contract/rules/schedule/forecast.ts';
import { A } from '../fakes/testServer.ts';
import { percentile, say, wait } from './figures.ts';
import { startBenchServer } from './benchServer.ts';

const [ROBOTS, TASKS, DAYS] = [1_000, 10, 7];
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-05-04T06:00:00Z');
const estimate: TaskEstimate = {
  stops: Array.from({ length: 10 }, (_, i) => ({ areaId: `p${i}`, at: i * 60 })),
  roundSeconds: 600,
  metres: 200,
  battery: 4,
  paths: [],
};
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The week of one robot, as server and console compute it. */
function week(robot: number): number {
  const tasks = new Map<string, ForecastTask>();
  const planned = Array.from({ length: TASKS }, (_, i) => {
    const id = `${robot}.${i}`;
    tasks.set(id, { estimate, rounds: 1 + (i % 4), patience: 30, name: id, broken: null, blocked: null });
    return expand({
      task: {
        id,
        executeTime: clock(i * 137 + robot),
        days: [1, 2, 3, 4, 5, 6, 7],
        anchorAt: 0,
        isOn: true,
        rounds: 1 + (i % 4),
      },
      timeZone: 'Europe/Berlin',
      periods: [{ id: 'x', points: [], from: NOW + 30 * HOUR_MS, to: NOW + 34 * HOUR_MS }],
      changes: [],
      estimate,
      from: NOW,
      to: NOW + DAYS * 24 * HOUR_MS,
    });
  }).flat();
  return forecastOf(planned, tasks, {
    now: NOW,
    battery: 80,
    canCharge: true,
    charging: false,
    busyUntil: null,
    trouble: null,
  }).runs.length;
}
const single: number[] = [];
for (let n = 0; n < 50; n += 1) {
  const began = performance.now();
  week(n);
  single.push(performance.now() - began);
}
say({
  figure: 'forecast of a week for one robot, p95',
  value: percentile(single.slice(10), 0.95),
  unit: 'ms',
  bound: 50,
});
const began = performance.now();
for (let robot = 0; robot < ROBOTS; robot += 1) week(robot);
say({ figure: `forecast of a week for ${ROBOTS} robots`, value: performance.now() - began, unit: 'ms', bound: 1_000 });

/** Runs that fall due within a minute, as many as 1,000 robots with 10 tasks have in the busiest one. */
const DUE = 500;
const SPREAD_S = 60;
const test = await startBenchServer({ environment: { LOG_LEVEL: 'silent' } });
try {
  await test.db.execute(sql`
    insert into robots (serial_number, manufacturer, interface_name, model, kind, name, site_id, dialect, password_hash)
    select 'bench-' || n, 'Acme', 'uagv', 'W1', 'delivery', '"Bench"', ${A.siteId}, 'both', 'x'
    from generate_series(1, ${DUE}) n`);
  await test.db.execute(sql`
    insert into cruise_paths (id, map_id, name, stops, created_by, created_at)
    values ('bench', ${A.mapId}, 'Bench', ${JSON.stringify([A.areaId, A.areaId].map((areaId) => ({ areaId, stayTime: 0, speech: '', angle: null })))}, 'x', now())`);
  await test.server.deps.fleet.refresh();
  await test.db.execute(sql`
    insert into scheduled_tasks (id, serial_number, execute_time, days, path_id, path_name, point_settings, patience, anchor_at, saved_by, created_at)
    select 'bench-' || n, 'bench-' || n, '03:00', '1,2,3,4,5,6,7', 'bench', 'Bench', '[]', 0, now(), 'x', now()
    from generate_series(1, ${DUE}) n`);
  await test.db.execute(sql`
    insert into task_runs (task_id, planned_at, serial_number, starts_at, due_at, moved_to, changed_by)
    select 'bench-' || n, now(), 'bench-' || n, at, at, at, 'x'
    from generate_series(1, ${DUE}) n, lateral (select now() + interval '2 seconds' + n * interval '1 second' * ${SPREAD_S} / ${DUE} as at) times`);
  const late: number[] = [];
  const busy = process.cpuUsage();
  const from = performance.now();
  for (;;) {
    await wait(100);
    const { rows } = await test.db.execute<{ late: number | null; left: number }>(sql`
      select extract(epoch from now() - min(starts_at) filter (where starts_at <= now()))::float8 * 1000 as late, count(*)::int as left
      from task_runs where task_id like 'bench-%' and moved_to is not null and state = 'planned'`);
    late.push(rows[0]?.late ?? 0);
    if (rows[0]?.left === 0) break;
  }
  const { user, system } = process.cpuUsage(busy);
  say({ figure: `${DUE} runs due in a minute, latest decision`, value: Math.max(...late), unit: 'ms', bound: 2_000 });
  say({
    figure: 'server busy with them',
    value: ((user + system) / 1_000 / (performance.now() - from)) * 100,
    unit: '%',
    bound: 10,
  });
} finally {
  await test.close();
}
