/**
 * Writes 90 days of route runs along the demo's routes, so that the records are not empty at the first start (design
 * 9). They are marked as demo data. Written once; real route runs are added next to them.
 */
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { randomFrom } from '../../../demo/random.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { DEFAULT_ROUTES, ROUTES, type DemoRoute } from '../../../demo/routes.ts';
import { NOT_STARTED, TASKS, type DemoNotStarted, type DemoTask } from '../../../demo/schedules.ts';
import { mapOf, pointOf, SITES } from '../../../demo/sites.ts';
import { resultOf, type RouteRunOutcome } from '../../../contract/rules/routeRun.ts';
import { weekdayOf } from '../../../contract/rules/schedule/occurrences.ts';
import { PATIENCE_MIN } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { daysOf } from '../../../contract/rules/schedule/scheduledTask.ts';
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import type { Db } from '../database.ts';
import { bulkInsert } from '../bulkInsert.ts';
import { nameIn } from '../localName.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { cruiseRecords, cruiseVisits, taskRuns } from '../schema.ts';

const MARK = 'demoDrives';
const SEED = 0x64726976;
const DAYS = 90;
/** Start times in hours of the site's day, far enough apart that runs do not overlap. */
const HOURS = { security: [1, 6, 14, 20], delivery: [7.5, 12, 18] } as const;
/** Average speed in m/s, including corners and people; and the ratio of path length to straight line. */
const SPEED = 0.55;
const DETOUR = 1.35;

type Row = typeof cruiseRecords.$inferInsert;
type Visit = typeof cruiseVisits.$inferInsert;
type Ending = { by: RouteRunOutcome['by']; reason: Row['reason'] };
const fault = (type: string, description = ''): Ending => ({ by: 'fault', reason: { type, description } });
/** Possible faults; duplicates weight the random choice. */
const FAULTS: readonly Ending[] = [
  fault('pathBlocked', 'Something stands in the way.'),
  fault('pathBlocked', 'Something stands in the way.'),
  fault('noPath', 'There is no way to the target.'),
  fault('targetBlocked', 'The target is not free.'),
  fault('noChargingPoint'),
  fault('robotSilent'),
  fault('robotRestarted'),
];

/** @param now ms */
export async function seedRouteRuns(db: Db, fleet: readonly DemoRobot[], now: number): Promise<void> {
  if ((await markOf(db, MARK)) !== undefined) return;
  const chance = randomFrom(SEED);
  const routes = new Map(ROUTES.map((route) => [route.id, route]));
  const rows: Row[] = [];
  const visits: Visit[] = [];
  for (const robot of fleet) {
    const own = routes.get(
      DEFAULT_ROUTES.find(({ serialNumber }) => serialNumber === robot.serialNumber)?.pathId ?? '',
    );
    if (!own || (robot.kind !== 'security' && robot.kind !== 'delivery')) continue;
    const zone = SITES.find(({ id }) => id === robot.siteId)?.timeZone ?? 'UTC';
    const today = zonedDate(zone, now);
    const others = ROUTES.filter(({ mapId, id }) => mapId === own.mapId && id !== own.id);
    const tasks = TASKS.filter(({ serialNumber }) => serialNumber === robot.serialNumber);
    for (let day = DAYS; day >= 0; day -= 1) {
      const date = plusDays(today, -day);
      for (const task of tasks) {
        const plannedAt = zonedInstant(zone, date, task.executeTime);
        const route = routes.get(task.pathId);
        if (!route || !daysOf(task.days).includes(weekdayOf(date)) || !task.isOn) continue;
        const made = runRoute(robot, route, plannedAt + Math.round(chance() * 2_000), chance, task);
        if ((made.row.endedAt?.getTime() ?? 0) > now) continue;
        const missed = NOT_STARTED.find(({ taskId, daysAgo }) => taskId === task.id && daysAgo === day);
        const row = missed ? notStarted(made.row, missed, plannedAt) : made.row;
        rows.push({ ...row, taskId: task.id, plannedAt: new Date(plannedAt) });
        if (!missed) visits.push(...made.visits);
      }
      // Robots with tasks run by them alone.
      if (tasks.length > 0) continue;
      const midnight = zonedInstant(zone, date);
      for (const hour of HOURS[robot.kind]) {
        const startedAt = midnight + Math.round((hour + chance() * 0.8) * 3_600_000);
        // Varies the days: some runs are left out or use another route.
        const isLeftOut = chance() < 0.3;
        const route = chance() < 0.2 ? (others[Math.floor(chance() * others.length)] ?? own) : own;
        const made = runRoute(robot, route, startedAt, chance);
        if (isLeftOut || (made.row.endedAt?.getTime() ?? 0) > now) continue;
        rows.push(made.row);
        visits.push(...made.visits);
      }
    }
  }
  await bulkInsert(db, cruiseRecords, rows);
  await bulkInsert(db, cruiseVisits, visits);
  await bulkInsert(
    db,
    taskRuns,
    rows.flatMap(({ id, serialNumber, taskId, plannedAt, startedAt, reason, stops }) =>
      taskId && plannedAt
        ? [
            {
              taskId,
              plannedAt,
              serialNumber,
              ...(stops.length > 0
                ? { state: 'started' as const, reason: null }
                : { state: 'notStarted' as const, reason: reason?.type ?? null }),
              startsAt: startedAt,
              dueAt: null,
              recordId: id,
            },
          ]
        : [],
    ),
  );
  await setMark(db, MARK, String(now));
}

/** A run that waited for its robot, or for a server, and never began. */
function notStarted(row: Row, { reason, by }: DemoNotStarted, plannedAt: number): Row {
  return {
    ...row,
    id: `${row.id}.not-started`,
    loop: 0,
    state: 'failed',
    reason: { type: reason, description: by ? nameIn(by, 'enUS') : '' },
    startedAt: new Date(plannedAt),
    endedAt: new Date(plannedAt + PATIENCE_MIN.usual * 60_000),
    distance: 0,
    arrived: 0,
    skipped: 0,
    stops: [],
  };
}

function runRoute(
  robot: DemoRobot,
  route: DemoRoute,
  startedAt: number,
  chance: () => number,
  task?: DemoTask,
): { row: Row; visits: Visit[] } {
  const id = `demo.${robot.serialNumber}.${startedAt}`;
  const by = (!task && chance() < 0.8 ? ACCOUNTS[1] : ACCOUNTS[0]) ?? { id: '', name: '' };
  const rounds = task?.rounds ?? (robot.kind === 'security' && chance() < 0.3 ? 2 + Math.floor(chance() * 2) : 1);
  const cycleType = rounds > 1 ? 'loop' : 'single';
  const luck = chance();
  const ending: Ending =
    luck < 0.06
      ? (FAULTS[Math.floor(chance() * FAULTS.length)] ?? fault('noPath'))
      : luck < 0.1 || (cycleType === 'loop' && !task)
        ? { by: 'person', reason: { type: 'ended', description: nameIn(by.name, 'enUS') } }
        : { by: 'itself', reason: { type: 'skipped', description: '' } };
  /** Number of stop visits in all rounds. */
  const calls = rounds * route.stops.length;
  const most =
    ending.by === 'fault' || (ending.by === 'person' && cycleType === 'single')
      ? Math.floor(chance() * route.stops.length)
      : calls;
  const isSkipping = chance() < 0.05;

  const visits: Visit[] = [];
  let [at, distance, arrived, skipped] = [startedAt, 0, 0, 0];
  let here: { x: number; y: number } = robot.pose;
  for (let k = 0; k < calls; k += 1) {
    const stop = route.stops[k % route.stops.length];
    if (!stop) break;
    const point = pointOf(stop.areaId);
    const visit = {
      driveId: id,
      loop: Math.floor(k / route.stops.length),
      stop: k % route.stops.length,
      areaId: stop.areaId,
      name: point.name,
    };
    if (k >= most) {
      visits.push({ ...visit, state: k === most && ending.by === 'fault' ? 'failed' : 'waiting' });
      continue;
    }
    const metres = Math.hypot(point.x - here.x, point.y - here.y) * DETOUR;
    at += Math.round((metres / SPEED + 4 + chance() * 12) * 1000);
    if (isSkipping && k === 1) {
      visits.push({ ...visit, state: 'skipped', leftAt: new Date(at) });
      skipped += 1;
      continue;
    }
    here = point;
    distance += metres;
    const arrivedAt = new Date(at);
    at += stop.stayTime * 1000 + Math.round(chance() * 2_000);
    visits.push({ ...visit, state: 'arrived', arrivedAt, leftAt: new Date(at) });
    arrived += 1;
  }
  const last = Math.max(0, Math.ceil(most / route.stops.length) - 1);
  const loop = Math.floor(most / route.stops.length);
  const state = resultOf({ cycleType, rounds: task ? rounds : null, by: ending.by, loop, arrived, skipped });
  const map = mapOf(route.mapId);
  return {
    visits: visits.filter((visit) => visit.loop <= last),
    row: {
      id,
      serialNumber: robot.serialNumber,
      robotName: robot.name,
      pathId: route.id,
      pathName: route.name,
      mapId: route.mapId,
      mapName: map.name,
      floor: map.floor,
      cycleType,
      rounds: task && rounds > 1 ? rounds : null,
      loop,
      state,
      phase: null,
      reason: state === 'finished' ? null : ending.reason,
      startedBy: by.id,
      startedByName: by.name,
      language: 'zhCN',
      startedAt: new Date(startedAt),
      endedAt: new Date(at + (ending.by === 'fault' ? 45_000 : 0)),
      distance: Math.round(distance * 100) / 100,
      arrived,
      skipped,
      demo: true,
      stops: visits
        .filter((visit) => visit.loop === last)
        .map(({ areaId, name, state: is, arrivedAt, leftAt }) => ({
          areaId,
          name,
          state: is,
          arrivedAt: arrivedAt?.getTime() ?? null,
          leftAt: leftAt?.getTime() ?? null,
        })),
    },
  };
}
