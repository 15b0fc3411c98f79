/**
 * Writes 90 days of disinfections of the demo's robots, so that the records are not empty at the first start (design
 * 9). They are marked as demo data. Written once; real runs are added next to them.
 */
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { DISINFECTION_TASKS, type DemoDisinfectionTask } from '../../../demo/schedules.ts';
import { randomFrom } from '../../../demo/random.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { mapOf, pointOf, SITES } from '../../../demo/sites.ts';
import {
  COVERED_FROM,
  disinfectionResult,
  DOSES,
  estimateOf,
  type DisinfectionMode,
  type DisinfectionReason,
} from '../../../contract/rules/disinfection.ts';
import { layOut, regionOfPoint, regionOfRoom, type Region } from '../../../contract/rules/disinfectionLayout.ts';
import { taskRunIdOf } from '../../../contract/rules/schedule/disinfectionTask.ts';
import { weekdayOf } from '../../../contract/rules/schedule/occurrences.ts';
import { daysOf } from '../../../contract/rules/schedule/scheduledTask.ts';
import { encodeRuns, type CellGrid } from '../../../contract/rules/cellGrid.ts';
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { DOSE_STEPS } from '../../../contract/wire/disinfection.ts';
import { bulkInsert } from '../bulkInsert.ts';
import type { Db } from '../database.ts';
import { nameIn, type LocalName } from '../localName.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { disinfectionRecords, scheduledTasks, taskRuns, type StoredSection } from '../schema.ts';

const MARK = 'demoDisinfections';
const SEED = 0x6d697374;
const DAYS = 90;
/** Start times in hours of the site's day, with the mode. */
const TIMES = [
  [6, 'spray'],
  [14, 'mist'],
  [22.5, 'uv'],
] as const satisfies readonly (readonly [number, DisinfectionMode])[];
/** Kinds of rooms that are disinfected, and how many in a run. */
const KINDS = new Set(['meeting', 'gym', 'clinic', 'ward', 'lobby']);
const ROOMS_AT_ONCE = 2;
const TANK = 6;

type Row = typeof disinfectionRecords.$inferInsert;
const FAULTS: readonly DisinfectionReason[] = [
  'person',
  'person',
  'person',
  'agentEmpty',
  'batteryLow',
  'robotRestarted',
];

/** @param now ms */
export async function seedDisinfections(db: Db, fleet: readonly DemoRobot[], now: number): Promise<void> {
  if ((await markOf(db, MARK)) !== undefined) return;
  const chance = randomFrom(SEED);
  const rows: Row[] = [];
  // An installation that got its tasks from an earlier version does not have these.
  const known = new Set((await db.select({ id: scheduledTasks.id }).from(scheduledTasks)).map(({ id }) => id));
  const runs: (typeof taskRuns.$inferInsert)[] = [];
  for (const robot of fleet) {
    if (robot.kind !== 'disinfection' || robot.light) continue;
    const zone = SITES.find(({ id }) => id === robot.siteId)?.timeZone ?? 'UTC';
    const today = zonedDate(zone, now);
    const targets = targetsOf(robot.mapId);
    const tasks = DISINFECTION_TASKS.filter(
      ({ id, serialNumber }) => serialNumber === robot.serialNumber && known.has(id),
    );
    for (let day = DAYS; day >= 0; day -= 1) {
      const date = plusDays(today, -day);
      for (const task of tasks) {
        const plannedAt = zonedInstant(zone, date, task.executeTime);
        const target = targetOfTask(task);
        if (!target || !daysOf(task.days).includes(weekdayOf(date))) continue;
        const startedAt = plannedAt + Math.round(chance() * 2_000);
        const row = recordOf(robot, target, { mode: task.mode, aim: task.dose }, startedAt, chance);
        if ((row.endedAt?.getTime() ?? 0) >= now) continue;
        const { serialNumber } = robot;
        rows.push({ ...row, taskRunId: taskRunIdOf(task.id, plannedAt) });
        runs.push({
          taskId: task.id,
          plannedAt: new Date(plannedAt),
          serialNumber,
          state: 'started',
          startsAt: row.startedAt,
          dueAt: null,
          recordId: row.id,
        });
      }
      // Robots with tasks run by them alone.
      if (tasks.length > 0) continue;
      const midnight = zonedInstant(zone, date);
      for (const [hour, mode] of TIMES) {
        const startedAt = midnight + Math.round((hour + chance() * 0.3) * 3_600_000);
        const target = targets[Math.floor(chance() * targets.length)];
        const isLeftOut = chance() < 0.25;
        if (!target) continue;
        const row = recordOf(robot, target, { mode, aim: DOSES[mode].initial }, startedAt, chance);
        if (!isLeftOut && (row.endedAt?.getTime() ?? 0) < now) rows.push(row);
      }
    }
  }
  await bulkInsert(db, disinfectionRecords, rows);
  await bulkInsert(db, taskRuns, runs);
  await setMark(db, MARK, String(now));
}

/** Rooms or points, and their cells. */
interface Target {
  kind: 'rooms' | 'points';
  group: readonly (Pick<StoredSection, 'id' | 'stand'> & { name: LocalName })[];
  grid: CellGrid;
  cells: Uint8Array;
}
const laidOut = (
  kind: Target['kind'],
  mapId: string,
  parts: readonly (Target['group'][number] & { region: Region })[],
): Target[] => {
  const found = layOut(
    mapOf(mapId).plan,
    parts.map(({ region }) => region),
  );
  return typeof found === 'string'
    ? []
    : [{ kind, group: parts.map(({ id, name, stand }) => ({ id, name, stand })), ...found }];
};
/** Pairs of rooms with their cells. */
function targetsOf(mapId: string): Target[] {
  const { plan } = mapOf(mapId);
  const rooms = plan.rooms
    .filter(({ kind, name }) => KINDS.has(kind) && nameIn(name, 'enUS') !== '')
    .map((room) => ({ id: room.id, name: room.name, stand: null, region: regionOfRoom(room) }));
  const groups = rooms.flatMap((_, i) => (i % ROOMS_AT_ONCE === 0 ? [rooms.slice(i, i + ROOMS_AT_ONCE)] : []));
  return groups.flatMap((group) => laidOut('rooms', mapId, group));
}
function targetOfTask({ mapId, rooms, points }: DemoDisinfectionTask): Target | undefined {
  const { plan } = mapOf(mapId);
  const parts =
    rooms.length > 0
      ? plan.rooms
          .filter(({ id }) => rooms.includes(id))
          .map((room) => ({ id: room.id, name: room.name, stand: null, region: regionOfRoom(room) }))
      : points.map(({ areaId, minutes }) => {
          const { x, y, name } = pointOf(areaId);
          const stand = { nodeId: areaId, x, y, seconds: minutes * 60 };
          return { id: areaId, name, stand, region: regionOfPoint(plan.rooms, [x, y]) };
        });
  return laidOut(rooms.length > 0 ? 'rooms' : 'points', mapId, parts)[0];
}

function recordOf(
  robot: DemoRobot,
  { kind, group, grid, cells }: Target,
  { mode, aim }: { mode: DisinfectionMode; aim: number },
  startedAt: number,
  chance: () => number,
): Row {
  const by = (chance() < 0.8 ? ACCOUNTS[1] : ACCOUNTS[0]) ?? { id: '', name: '' };
  const counts = group.map((_, i) => cells.filter((value) => value === i + 1).length);
  const total = counts.reduce((sum, each) => sum + each, 0);
  const luck = chance();
  const fault = luck < 0.1 ? (FAULTS[Math.floor(chance() * FAULTS.length)] ?? 'person') : null;
  /** Cells reached, in the order of the rooms. */
  const most = fault === null ? total : Math.floor(total * (0.2 + 0.6 * chance()));
  const corners = Math.floor(chance() * 4);

  const doses = new Uint8Array(cells.length);
  let reached = 0;
  for (const [i] of group.entries())
    for (let cell = 0; cell < cells.length; cell += 1) {
      if (cells[cell] !== i + 1 || reached >= most) continue;
      reached += 1;
      // A lane receives an even dose; some of the last cells lie behind furniture.
      const row = Math.floor(cell / grid.columns);
      doses[cell] = reached > total - corners ? 0 : 9 + ((row * 7 + i) % 4);
    }
  const estimate = estimateOf(
    mode,
    counts.map((own, i) => {
      const stand = group[i]?.stand;
      return { cells: own, minutes: stand ? stand.seconds / 60 : null, dose: aim };
    }),
    grid.cellM ** 2,
  );
  const sections: Row['sections'] = group.map(({ id, name, stand }, i) => {
    const own = [...doses].filter((_, cell) => cells[cell] === i + 1);
    const covered = own.filter((value) => value >= COVERED_FROM * DOSE_STEPS).length;
    const all = counts[i] ?? 0;
    const isDone = covered >= all - corners;
    return {
      id,
      name,
      cells: all,
      aim,
      stand,
      state: isDone ? 'done' : covered === 0 ? 'waiting' : fault === 'person' ? 'person' : 'underway',
      seconds: Math.round((estimate.seconds * covered) / Math.max(1, total)),
      covered,
      dose: own.reduce((sum, value) => sum + value, 0) * (aim / DOSE_STEPS / Math.max(1, all)),
    };
  });
  const coveredCells = sections.reduce((sum, { covered }) => sum + covered, 0);
  const seconds = estimate.seconds * (most / Math.max(1, total)) * (0.95 + chance() * 0.3) + 60;
  const state = disinfectionResult({ by: fault === null ? 'itself' : 'fault', planned: total, covered: coveredCells });
  const seenAt = startedAt + Math.round(seconds * 1000) - 300_000;
  const map = mapOf(robot.mapId);
  return {
    id: `demo.${robot.serialNumber}.${startedAt}`,
    serialNumber: robot.serialNumber,
    robotName: robot.name,
    mapId: map.id,
    mapName: map.name,
    floor: map.floor,
    robotMapName: map.id,
    kind,
    mode,
    aim,
    waitUntilEmpty: true,
    state,
    phase: null,
    reason: state === 'finished' ? null : { type: fault ?? 'missed', description: '' },
    startedBy: by.id,
    startedByName: by.name,
    startedAt: new Date(startedAt),
    endedAt: new Date(startedAt + Math.round(seconds * 1000)),
    estimate,
    plannedCells: total,
    coveredCells,
    dose: sections.reduce((sum, { dose, cells: own }) => sum + (dose ?? 0) * own, 0) / Math.max(1, total),
    agentLeft: mode === 'uv' ? null : fault === 'agentEmpty' ? 0 : Math.round((TANK - (estimate.agent ?? 0)) * 10) / 10,
    agentFull: mode === 'uv' ? null : TANK,
    sections,
    isSent: true,
    isTaken: true,
    grid,
    planned: encodeRuns(cells),
    doses: encodeRuns(doses),
    pauses:
      fault === 'person' && seenAt > startedAt
        ? [{ at: seenAt, until: seenAt + 300_000, x: grid.x + 1, y: grid.y + 1 }]
        : [],
    demo: true,
  };
}
