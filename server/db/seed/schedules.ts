/** Writes the scheduled tasks and exceptions of the demo. Written once; what people change or delete stays so. */
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { DISINFECTION_TASKS, EXCEPTIONS, TASKS, type DemoDisinfectionTask } from '../../../demo/schedules.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { ROUTES } from '../../../demo/routes.ts';
import { mapOf, pointOf, SITES } from '../../../demo/sites.ts';
import type { DisinfectionPlan } from '../../../contract/rules/disinfection.ts';
import { nextOccurrence } from '../../../contract/rules/schedule/occurrences.ts';
import { daysOf } from '../../../contract/rules/schedule/scheduledTask.ts';
import { PATIENCE_MIN } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedDate } from '../../../contract/rules/zonedTime.ts';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import { nameIn, type LocalName } from '../localName.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { scheduledTasks, scheduleExceptions, taskRuns } from '../schema.ts';

const MARK = 'demoTasks';

/** @param now ms; @param isOn whether they run */
export async function seedSchedules(db: Db, fleet: readonly DemoRobot[], now: number, isOn: boolean): Promise<void> {
  if ((await markOf(db, MARK)) !== undefined) return;
  const savedBy = ACCOUNTS[0]?.id ?? '';
  const zoneOf = (serialNumber: string): string | undefined => {
    const robot = fleet.find((one) => one.serialNumber === serialNumber);
    return robot && SITES.find(({ id }) => id === robot.siteId)?.timeZone;
  };
  const at = new Date(now);
  type TaskOfDemo = Pick<
    typeof scheduledTasks.$inferInsert,
    'id' | 'serialNumber' | 'executeTime' | 'kind' | 'pathId' | 'pathName' | 'rounds' | 'speech' | 'disinfection'
  > & { days: string };
  const add = async (task: TaskOfDemo, willRun: boolean): Promise<void> => {
    const zone = zoneOf(task.serialNumber);
    if (zone === undefined) return;
    await db.insert(scheduledTasks).values({
      ...task,
      pointSettings: [],
      patience: PATIENCE_MIN.usual,
      isOn: willRun,
      anchorAt: at,
      savedBy,
      createdAt: at,
    });
    const next = nextOccurrence({ executeTime: task.executeTime, days: daysOf(task.days), anchorAt: now }, zone, now);
    if (!willRun || !next) return;
    const startsAt = new Date(next.at);
    await db
      .insert(taskRuns)
      .values({ taskId: task.id, plannedAt: startsAt, serialNumber: task.serialNumber, startsAt, dueAt: startsAt });
  };
  for (const { isOn: isWanted, ...task } of TASKS) {
    const route = ROUTES.find(({ id }) => id === task.pathId);
    if (route) await add({ ...task, pathName: route.name }, isOn && isWanted);
  }
  for (const task of DISINFECTION_TASKS) {
    const { id, serialNumber, executeTime, days } = task;
    const about = { id, serialNumber, executeTime, days };
    const disinfection = planOfTask(task);
    await add({ ...about, kind: 'disinfection', pathId: '', pathName: nameOfTask(task), disinfection }, isOn);
  }
  for (const { id, serialNumber, inDays, from, to, weekly, points, remark } of EXCEPTIONS) {
    const zone = zoneOf(serialNumber);
    if (zone === undefined) continue;
    const date = plusDays(zonedDate(zone, now), inDays);
    await db.insert(scheduleExceptions).values({
      id,
      serialNumber,
      start: `${date} ${from}`,
      end: `${date} ${to}`,
      weekly,
      points: [...points],
      remark,
      savedBy,
      createdAt: at,
    });
  }
  await setMark(db, MARK, String(now));
}

const planOfTask = ({ mapId, mode, dose, rooms, points }: DemoDisinfectionTask): DisinfectionPlan => ({
  mapId,
  target: rooms.length > 0 ? { kind: 'rooms', rooms: [...rooms] } : { kind: 'points', points: [...points] },
  mode,
  dose,
  waitUntilEmpty: true,
});
/** The names of its places, as the server names a task that is saved. */
function nameOfTask({ mapId, rooms, points }: DemoDisinfectionTask): LocalName {
  const all = mapOf(mapId).plan.rooms;
  const names = [
    ...rooms.map((id) => all.find((room) => room.id === id)?.name ?? ''),
    ...points.map(({ areaId }) => pointOf(areaId).name),
  ];
  const text = (language: Language, comma: string): string => names.map((name) => nameIn(name, language)).join(comma);
  return { zhCN: text('zhCN', '、'), enUS: text('enUS', ', ') };
}
