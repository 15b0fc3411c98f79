/** Writes the scheduled tasks and exceptions of the demo. Written once; what people change or delete stays so. */
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { EXCEPTIONS, TASKS } from '../../../demo/schedules.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { ROUTES } from '../../../demo/routes.ts';
import { SITES } from '../../../demo/sites.ts';
import { nextOccurrence } from '../../../contract/rules/schedule/occurrences.ts';
import { daysOf } from '../../../contract/rules/schedule/scheduledTask.ts';
import { PATIENCE_MIN } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedDate } from '../../../contract/rules/zonedTime.ts';
import type { Db } from '../database.ts';
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
  for (const task of TASKS) {
    const zone = zoneOf(task.serialNumber);
    const route = ROUTES.find(({ id }) => id === task.pathId);
    if (zone === undefined || !route) continue;
    const willRun = isOn && task.isOn;
    await db.insert(scheduledTasks).values({
      id: task.id,
      serialNumber: task.serialNumber,
      executeTime: task.executeTime,
      days: task.days,
      pathId: task.pathId,
      pathName: route.name,
      rounds: task.rounds,
      speech: task.speech,
      pointSettings: [],
      patience: PATIENCE_MIN.usual,
      isOn: willRun,
      anchorAt: at,
      savedBy,
      createdAt: at,
    });
    const next = nextOccurrence({ executeTime: task.executeTime, days: daysOf(task.days), anchorAt: now }, zone, now);
    if (!willRun || !next) continue;
    const startsAt = new Date(next.at);
    await db
      .insert(taskRuns)
      .values({ taskId: task.id, plannedAt: startsAt, serialNumber: task.serialNumber, startsAt, dueAt: startsAt });
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
