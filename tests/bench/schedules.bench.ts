/**
 * Scheduled tasks: the forecast of a week; and how late runs start, and what they cost the server, when the tasks of 1,000
 * connected robots are due. The robots are simulated and drive.
 */
import { sql } from 'drizzle-orm';
import { build } from 'esbuild';
import { DEFAULT_INTERFACE } from '../../contract/wire/topics.ts';
import { demoFleet, type DemoRobot } from '../../demo/roster.ts';
import { hashOf, robotUserName } from '../../server/broker/credentials.ts';
import { startFleet, type Fleet } from '../../simulator/fleet/fleet.ts';
import { launch, startServer } from '../e2e/harness.ts';
import { benchDatabase } from './benchServer.ts';
import { percentile, say, wait } from './figures.ts';
import { forecastTimes, TASKS, weekForecast } from './weekForecast.ts';

const ROBOTS = 1_000;
/** The first ones are compiled. */
const [FORECASTS, WARM_UP] = [50, 10];

/** In a browser, as while a task is edited there. */
async function timesInBrowser(): Promise<number[]> {
  const { outputFiles } = await build({
    entryPoints: ['tests/bench/weekForecast.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'bench',
    platform: 'browser',
    write: false,
    logLevel: 'warning',
  });
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    return await page.evaluate<number[]>(`bench.forecastTimes(${FORECASTS})`);
  } finally {
    await browser.close();
  }
}
for (const [where, times] of [
  ['', forecastTimes(FORECASTS)],
  [' in a browser', await timesInBrowser()],
] as const)
  say({
    figure: `forecast of a week for one robot${where}, p95`,
    value: percentile(times.slice(WARM_UP), 0.95),
    unit: 'ms',
    bound: 50,
  });
const began = performance.now();
for (let robot = 0; robot < ROBOTS; robot += 1) weekForecast(robot);
say({ figure: `forecast of a week for ${ROBOTS} robots`, value: performance.now() - began, unit: 'ms', bound: 1_000 });

/** Runs that fall due within a minute, as many as 1,000 robots with 10 tasks have in the busiest one. */
const DUE = 500;
const SPREAD_S = 60;
/** Afterwards, while they are driving. */
const DRIVING_S = 20;
/** Light robots without work of their own, in this process: the server's share of the machine is what is measured. */
const robots = demoFleet(ROBOTS + demoFleet().length, 7)
  .filter(({ light }) => light)
  .slice(0, ROBOTS)
  .map((robot, n): DemoRobot => ({ ...robot, serialNumber: `bench-${n}`, round: [], battery: 90 }));
const PASSWORD = 'bench';
const database = await benchDatabase();
const server = await startServer({
  DATABASE_URL: database.url,
  ROUNDHOUSE_ROBOTS: '1',
  ROUNDHOUSE_DEMO_GUESTS: 'off',
});
let fleet: Fleet | undefined;
/** Seconds of CPU time that the server's process has used; the robots are another one. */
const cpuSeconds = async (): Promise<number> =>
  Number(
    /^roundhouse_process_cpu_seconds_total (\S+)/mu.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1] ??
      Number.NaN,
  );
/** @returns the share of one core, percent, and how many of the runs were under way on average */
async function busyDuring(seconds: number): Promise<{ busy: number; driving: number }> {
  const [from, before] = [new Date(), await cpuSeconds()];
  await wait(seconds * 1_000);
  const [until, after] = [new Date(), await cpuSeconds()];
  const { rows } = await database.db.execute<{ driving: number | null }>(sql`
    select sum(extract(epoch from least(coalesce(r.ended_at, ${until}), ${until}) - greatest(r.started_at, ${from})))::float8 as driving
    from task_runs t join cruise_records r on r.id = t.record_id
    where t.task_id like 'bench-%' and r.started_at < ${until} and coalesce(r.ended_at, ${until}) > ${from}`);
  const lasted = (until.getTime() - from.getTime()) / 1_000;
  return { busy: ((after - before) / lasted) * 100, driving: (rows[0]?.driving ?? 0) / lasted };
}
try {
  await server.stop();
  const rows = JSON.stringify(
    robots.map(({ serialNumber, manufacturer, model, kind, siteId, mapId }, n) => ({
      n,
      serial_number: serialNumber,
      manufacturer,
      model,
      kind,
      site_id: siteId,
      map_id: mapId,
    })),
  );
  await database.db.execute(sql`
    insert into robots (serial_number, manufacturer, interface_name, model, kind, name, site_id, dialect, password_hash)
    select serial_number, manufacturer, ${DEFAULT_INTERFACE}, model, kind, '"Bench"', site_id, 'both', ${hashOf(PASSWORD)}
    from jsonb_to_recordset(${rows}::jsonb) as robot(serial_number text, manufacturer text, model text, kind text, site_id text)`);
  await database.db.execute(sql`
    insert into robot_map_names (serial_number, robot_map_name, map_id)
    select serial_number, map_id, map_id from jsonb_to_recordset(${rows}::jsonb) as robot(serial_number text, map_id text)`);
  // A route between two points on each floor.
  await database.db.execute(sql`
    insert into cruise_paths (id, map_id, name, stops, created_by, created_at)
    select 'bench-' || map_id, map_id, '"Bench"', jsonb_agg(jsonb_build_object('areaId', area_id, 'stayTime', 0, 'speech', '', 'angle', null)), 'x', now()
    from (select map_id, area_id, row_number() over (partition by map_id order by area_id) as place from points where 'none' = any(attributes)) as found
    where place <= 2 group by map_id`);
  await database.db.execute(sql`
    insert into scheduled_tasks (id, serial_number, execute_time, days, path_id, path_name, point_settings, patience, anchor_at, saved_by, created_at)
    select 'bench-' || n || '-' || task, serial_number, to_char(time '00:00' + ((n * 10 + task) % 1440) * interval '1 minute', 'HH24:MI'),
      '1,2,3,4,5,6,7', 'bench-' || map_id, '"Bench"', '[]', 30, now(), 'x', now()
    from jsonb_to_recordset(${rows}::jsonb) as robot(n int, serial_number text, map_id text), generate_series(0, ${TASKS - 1}) as task`);
  await database.db.execute(sql`
    insert into task_runs (task_id, planned_at, serial_number, starts_at, due_at)
    select id, at, serial_number, at, at from scheduled_tasks, lateral (select date_trunc('day', now()) + interval '1 day' + execute_time::time as at) as times
    where id like 'bench-%'`);
  await server.again();
  fleet = startFleet({
    credentials: {
      url: `${server.url.replace('http', 'ws')}/mqtt`,
      robots: robots.map(({ serialNumber, manufacturer }) => ({
        serialNumber,
        manufacturer,
        interfaceName: DEFAULT_INTERFACE,
        username: robotUserName(serialNumber),
        password: PASSWORD,
      })),
    },
    robots,
    seed: 1,
    log: { info: () => undefined, warn: () => undefined },
  });
  await fleet.connected(180_000);
  await wait(10_000);
  const idle = await busyDuring(30);
  await database.db.execute(sql`
    update task_runs set starts_at = at, due_at = at, moved_to = at, changed_by = 'x'
    from (select 'bench-' || n || '-0' as id, now() + interval '2 seconds' + n * interval '1 second' * ${SPREAD_S} / ${DUE} as at
      from generate_series(0, ${DUE - 1}) as n) as moved
    where task_id = id`);
  const starting = await busyDuring(SPREAD_S + 5);
  const driving = await busyDuring(DRIVING_S);
  const { rows: started } = await database.db.execute<{ late: number }>(sql`
    select extract(epoch from r.started_at - t.starts_at)::float8 * 1000 as late
    from task_runs t join cruise_records r on r.id = t.record_id
    where t.moved_to is not null and t.task_id like 'bench-%' and r.state <> 'failed'`);
  say({
    figure: `of ${DUE} runs due in a minute, started`,
    value: started.length,
    unit: '',
    bound: DUE,
    atLeast: true,
  });
  say({
    figure: `${DUE} runs due in a minute, latest start`,
    value: Math.max(...started.map(({ late }) => late)),
    unit: 'ms',
    bound: 2_000,
  });
  say({ figure: 'server busy with them and their driving', value: starting.busy - idle.busy, unit: '%', bound: 10 });
  console.log(
    `${Math.round(idle.busy)} % with ${ROBOTS} robots at rest; ${Math.round(driving.busy)} % afterwards with ${Math.round(driving.driving)} driving, ${Math.round(starting.driving)} while the runs started`,
  );
} finally {
  await fleet?.close();
  await server.close();
  await database.close();
}
