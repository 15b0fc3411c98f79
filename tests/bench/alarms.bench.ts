/**
 * Alarm cases on an embedded database: level two among 10,000 open cases while 1,000 alarms a minute arrive, and after a
 * minute in which no server ran, also of the messages that a flood leaves for summaries; the list of cases among a million.
 */
import { sql } from 'drizzle-orm';
import { CASES_COUNTED } from '../../contract/endpoints/alarmCases.ts';
import { DIGEST_WINDOW_MS } from '../../contract/rules/alarmNotification.ts';
import { ALWAYS } from '../../contract/rules/alarmContacts.ts';
import type { AppDeps } from '../../server/appDeps.ts';
import { MOST_OPEN_CASES, NEWEST_AMONG_THEM } from '../../contract/endpoints/alarmCases.ts';
import { casePage, countUnresolved, openCases, type CaseFilter } from '../../server/db/repositories/alarmCases.ts';
import { putContact, putRole, putRules } from '../../server/db/repositories/alarmContacts.ts';
import { alarmCases, alarmEntries, alarmNotifications, robots, sites } from '../../server/db/schema.ts';
import { alarmDueSources } from '../../server/features/alarmEscalation.ts';
import { alarmOwnerSource } from '../../server/features/alarmOwners.ts';
import { createAlarmRules } from '../../server/features/alarmRules.ts';
import { raiseAlarm } from '../../server/features/raiseAlarms.ts';
import { createGateway } from '../../server/gateway/gateway.ts';
import { alarmDigestJob, alarmSummaryJob } from '../../server/jobs/kinds/alarmDigest.ts';
import { alarmNotificationJob } from '../../server/jobs/kinds/alarmNotification.ts';
import { readSettings } from '../../server/settings.ts';
import { openJobDatabase } from '../fakes/jobServer.ts';
import { percentile, say, wait } from './figures.ts';

const ROBOTS = 200;
const OPEN = 10_000;
const PER_MINUTE = 1_000;
const SECONDS = 30;
const MANY = 1_000_000;
const OWN_ROBOTS = 50;
const TRIES = 40;

const jobDatabase = await openJobDatabase(undefined);
const { db, now } = jobDatabase;
const names = Array.from({ length: ROBOTS }, (_, index) => `S2-${index}`);

async function addFleet(): Promise<void> {
  await db.insert(sites).values({ id: 'site', name: 'Site', timeZone: 'Asia/Shanghai' });
  const robot = { manufacturer: 'Acme', interfaceName: 'uagv', dialect: '2.x', model: 'S2', kind: 'security' } as const;
  await db
    .insert(robots)
    .values(names.map((name) => ({ ...robot, serialNumber: name, name, siteId: 'site', passwordHash: '' })));
  // Five contacts a role, as many as there can be.
  for (const role of ['desk', 'manager']) {
    await putRole(db, { id: role, siteId: 'site', name: role, revision: 0 });
    for (let index = 0; index < 5; index += 1)
      await putContact(db, {
        id: `${role}-${index}`,
        siteId: 'site',
        name: role,
        countryCode: '1',
        phoneNumber: `+1202555${role === 'desk' ? 1 : 2}00${index}`,
        email: '',
        roleIds: [role],
        hours: [...ALWAYS],
        quietDays: [],
        revision: 0,
      });
  }
  for (const name of names)
    await putRules(db, name, [
      { event: 'smoke', isOn: true, threshold: null, ways: ['sms'], firstRoles: ['desk'], secondRoles: ['manager'] },
    ]);
}

/** Open cases whose level two falls due evenly from `from` on, a case every `everyMs`. */
const addOpenCases = (count: number, from: number, everyMs: number, prefix: string) =>
  db.execute(sql`
    insert into alarm_cases (id, serial_number, event, severity, state, raised_at, last_at, first_alarm_id, last_alarm_id,
      map_id, x, y, level_two_at)
    select ${prefix} || n, 'S2-' || (n % ${ROBOTS}), 'smoke', 'critical', 'open', ${new Date(from - 900_000)},
      ${new Date(from - 900_000)}, ${prefix} || n, ${prefix} || n, 'm1', n, 0,
      ${new Date(from)}::timestamptz + n * ${everyMs} * interval '1 millisecond'
    from generate_series(0, ${count - 1}) n`);

/** A message of a flood: it waits for a summary, or belongs to one. */
const IN_SUMMARY = sql`(n.state = 'digested' or n.id ~ '^[0-9a-f]{20}:')`;

/**
 * Messages of level two that a flood left for summaries: how many, how long the latest waits from the time of its case to the
 * summary, ms, and how many of them are to contacts who got none at once.
 */
async function inSummaries(prefix: string): Promise<{ count: number; latest: number; unwarned: number }> {
  const { rows } = await db.execute<{ count: string; latest: string | null; unwarned: string }>(sql`
    select count(*) as count, count(*) filter (where not exists (
        select 1 from alarm_notifications n
        where n.contact_id = held.contact_id and n.level = 2 and not ${IN_SUMMARY}
      )) as unwarned,
      max(extract(epoch from coalesce(held.settled_at, planned.due_at, now() + interval '1 day') - c.raised_at - interval '15 minutes')) as latest
    from (select n.* from alarm_notifications n where n.level = 2 and ${IN_SUMMARY}) held
    join alarm_cases c on c.id = held.case_id
    left join jobs planned on planned.key = 'alarmDigest ' || held.contact_id and planned.state in ('waiting', 'running')
    where c.id like ${`${prefix}%`}`);
  const [row] = rows;
  return { count: Number(row?.count), latest: Number(row?.latest) * 1_000, unwarned: Number(row?.unwarned) };
}

/**
 * How late level two was told of every case whose time has come, ms: from its time, or from `since` if that is later, to
 * the entry in its history and to the outcome of its messages, whichever came last. A case that was not told yet, or whose
 * message is still to be sent, counts as late as it is now.
 */
async function lateness(prefix: string, since = 0): Promise<number[]> {
  const until = now();
  const { rows } = await db.execute<{ due: Date; told: Date | null; settled: Date | null; waiting: string }>(sql`
    select c.raised_at + interval '15 minutes' as due, told.at as told, sent.settled, coalesce(sent.waiting, 0) as waiting
    from alarm_cases c
    left join alarm_entries told on told.case_id = c.id and told.level = 2
    left join lateral (
      select max(settled_at) as settled, count(*) filter (where state = 'queued') as waiting
      from alarm_notifications n where n.case_id = c.id and n.level = 2 and not ${IN_SUMMARY}
    ) sent on true
    where c.id like ${`${prefix}%`} and c.raised_at + interval '15 minutes' <= ${new Date(until)}`);
  return rows.map(({ due, told, settled, waiting }) => {
    const isDone = told !== null && Number(waiting) === 0;
    const done = isDone ? Math.max(new Date(told).getTime(), settled ? new Date(settled).getTime() : 0) : until;
    return done - Math.max(new Date(due).getTime(), since);
  });
}
/** How many of these cases have been told of level two. */
async function toldOf(prefix: string): Promise<number> {
  const { rows } = await db.execute<{ told: string }>(
    sql`select count(distinct case_id) as told from alarm_entries where level = 2 and case_id like ${`${prefix}%`}`,
  );
  return Number(rows[0]?.told ?? 0);
}

try {
  await addFleet();
  const rules = createAlarmRules();
  const alarms = { now, rules, notify: () => undefined };
  const fleet = { fleetCache: { robot: () => undefined, map: () => undefined } } as unknown as AppDeps['fleet'];
  const needs = {
    db,
    now,
    fleet,
    gateway: createGateway({ settings: readSettings({}), db, log: jobDatabase.log, now }),
    publicUrl: () => 'https://roundhouse.example',
  };
  const sources = [
    ...alarmDueSources({ now, rules, notifyAlarm: () => undefined }),
    alarmOwnerSource({ now, rules, notifyAlarm: () => undefined }),
  ];
  const start = () =>
    jobDatabase.start([alarmNotificationJob(needs), alarmDigestJob(needs), alarmSummaryJob(needs)], { sources });

  // Due at the rate at which alarms arrive; raised_at is set to match, so that lateness can be read from it.
  const everyMs = 60_000 / PER_MINUTE;
  const from = now() + 2_000;
  await addOpenCases(OPEN, from, everyMs, 'open-');
  await db.execute(sql`update alarm_cases set raised_at = level_two_at - interval '15 minutes'`);
  await db.execute(sql`analyze`);
  const first = await start();
  let raised = 0;
  const end = now() + SECONDS * 1_000;
  while (now() < end) {
    const due = Math.floor(((SECONDS * 1_000 - (end - now())) / everyMs) * 1);
    while (raised < due) {
      raised += 1;
      const serialNumber = names[raised % ROBOTS] ?? '';
      await db.transaction((transaction) =>
        raiseAlarm(
          transaction,
          alarms,
          { serialNumber },
          {
            id: `new-${raised}`,
            event: 'smoke',
            pose: { mapId: 'm2', x: raised * 10, y: 0, theta: 0 },
          },
        ),
      );
    }
    await wait(20);
  }
  const late = await lateness('open-');
  console.log(`${late.length} cases were due, ${await toldOf('open-')} of them told, ${raised} alarms raised`);
  // What the rate asks for, so that neither a slow generator nor a source that takes nothing looks good.
  const asked = Math.floor(((SECONDS - 3) * 1_000) / everyMs);
  if (late.length < asked || raised < asked) throw new Error(`${late.length} due and ${raised} raised of ${asked}`);
  const held = await inSummaries('open-');
  console.log(
    `${held.count} messages of level two are left for summaries, ${held.unwarned} of them to unwarned contacts`,
  );
  if (held.count === 0 || held.unwarned > 0)
    throw new Error('a flood must hold messages back, after one to each contact');
  say({
    figure: 'level two in the summary of a flood, latest',
    value: held.latest,
    unit: 'ms',
    bound: DIGEST_WINDOW_MS + 5_000,
  });
  say({ figure: 'level two among 10,000 open cases, p95', value: percentile(late, 0.95), unit: 'ms', bound: 5_000 });
  say({ figure: 'level two among 10,000 open cases, latest', value: Math.max(...late), unit: 'ms', bound: 5_000 });
  await first.close();

  await db.delete(alarmCases);
  // A minute's cases fell due while no server ran.
  await addOpenCases(PER_MINUTE, now() - 60_000, 60, 'down-');
  await db.execute(sql`update alarm_cases set raised_at = level_two_at - interval '15 minutes'`);
  const startedAt = now();
  await start();
  const isOver = () => now() > startedAt + 60_000;
  while ((await toldOf('down-')) < PER_MINUTE && !isOver()) await wait(100);
  const after = await lateness('down-', startedAt);
  if (after.length !== PER_MINUTE) throw new Error(`${after.length} of ${PER_MINUTE} cases were due`);
  say({
    figure: 'level two after a minute without a server, latest',
    value: Math.max(...after),
    unit: 'ms',
    bound: 5_000,
  });
  await jobDatabase.stopAll();

  for (const table of [alarmNotifications, alarmEntries, alarmCases]) await db.delete(table);
  await db.execute(sql`
    insert into alarm_cases (id, serial_number, event, severity, state, raised_at, last_at, first_alarm_id, last_alarm_id,
      place_name, owner_kind, owner_id, resolved_at, cause)
    select 'c' || n, 'S2-' || (n * 7919::bigint % ${ROBOTS}), (array['smoke','fall','noise','clutter'])[1 + n % 4], 'warning',
      case when n < 2000 then 'open' else 'resolved' end, now() - n * interval '30 seconds', now() - n * interval '30 seconds',
      'c' || n, 'c' || n, 'Corridor ' || (n % 500),
      case when n < 2000 then null else 'account' end, case when n < 2000 then null else 'u' || (n % 40) end,
      case when n < 2000 then null else now() end, case when n < 2000 then null else 'handled' end
    from generate_series(1, ${MANY}) n`);
  await db.execute(sql`vacuum analyze alarm_cases`);
  const own = names.slice(0, OWN_ROBOTS);
  const all: CaseFilter = { serialNumbers: own, events: [], state: '', owner: '', startTime: 0, endTime: 0, text: '' };
  const filters: readonly [string, Partial<CaseFilter>, number][] = [
    ['all', {}, 1],
    ['a later page', {}, 100],
    ['type and state', { events: ['fall'], state: 'resolved' }, 1],
    ['unresolved', { state: 'unresolved' }, 1],
    ['own', { owner: 'u7' }, 1],
    ['nobody', { owner: 'nobody' }, 1],
    ['a day', { startTime: now() - 9 * 86_400_000, endTime: now() - 8 * 86_400_000 }, 1],
    ['one robot', { serialNumbers: [own[3] ?? ''] }, 1],
    ['a place', { text: 'corridor 77' }, 1],
    ['words of no case', { text: 'no such place' }, 1],
  ];
  const times: number[] = [];
  for (const [name, filter, page] of filters) {
    const took: number[] = [];
    for (let n = 0; n < TRIES; n += 1) {
      const began = performance.now();
      await casePage(db, { ...all, ...filter }, { offset: (page - 1) * 20, limit: 20, most: CASES_COUNTED });
      await countUnresolved(db, own);
      took.push(performance.now() - began);
    }
    console.log(`${name}: p95 ${Math.round(percentile(took, 0.95))} ms`);
    times.push(...took);
  }
  say({ figure: 'list of cases among a million, p95', value: percentile(times, 0.95), unit: 'ms', bound: 100 });
  const opened: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const began = performance.now();
    await openCases(db, own, { limit: MOST_OPEN_CASES, newest: NEWEST_AMONG_THEM });
    opened.push(performance.now() - began);
  }
  say({ figure: 'open cases among a million, p95', value: percentile(opened, 0.95), unit: 'ms', bound: 100 });
} finally {
  await jobDatabase.close();
}
