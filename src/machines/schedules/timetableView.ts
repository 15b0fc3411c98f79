/** What the timetable shows: rows, the runs of each day, conflicts. Pure functions of the server's answer. */
import type { ScheduledTask, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import { weekdayOf } from '../../../contract/rules/schedule/occurrences.ts';
import type { TaskState } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedDate } from '../../../contract/rules/zonedTime.ts';
import { type RunMove, withMoves } from './runMove.ts';
import { runKeyOf, type SchedulesQuery } from './schedulesQuery.ts';

export type TimetableRobot = Timetable['robots'][number];

/** Days before today with which the window begins. */
export const DAYS_BEFORE = 2;
export const WEEK_DAYS = 7;

/** A row of the timetable: a task, or what is left of a deleted one. */
export interface TaskRow {
  readonly id: string;
  readonly serialNumber: string;
  /** Null if it was deleted. */
  readonly task: ScheduledTask | null;
  readonly name: string;
  readonly executeTime: string;
  readonly deletedBy: string;
  /** By day of the window. */
  readonly days: readonly (readonly TimetableRun[])[];
}
export interface RobotRows {
  readonly robot: TimetableRobot;
  readonly rows: readonly TaskRow[];
}
export interface TimetableViewData {
  /** YYYY-MM-DD. */
  readonly dates: readonly string[];
  readonly today: string;
  readonly robots: readonly RobotRows[];
  /** Planned runs that need a decision, the earliest first. */
  readonly conflicts: readonly TimetableRun[];
  readonly taskCount: number;
  /** Moved runs where they were, while their move is not saved. */
  readonly ghosts: readonly TimetableRun[];
  /** Keys of runs that are shown at a start that is not saved. */
  readonly unsaved: ReadonlySet<string>;
}

/** The day on which a run is shown: that of its start, where it was moved. */
export const dayOfRun = (run: TimetableRun, timeZone: string): string =>
  zonedDate(timeZone, run.change?.startsAt ?? run.plannedAt);

export const datesOf = ({ from, days }: Pick<Timetable, 'from' | 'days'>): string[] =>
  Array.from({ length: days }, (_, i) => plusDays(from, i));

/** The Monday of the week of a day. */
export const mondayOf = (date: string): string => plusDays(date, 1 - weekdayOf(date));

/** A planned run as it will be after the switch of its task that the server has not answered yet. */
export function withSwitch(run: TimetableRun, state: TaskState | undefined): TimetableRun {
  if (state === undefined || run.state !== null || run.verdict === 'over') return run;
  const others = run.notes.filter(({ type }) => type !== 'paused');
  if (state === '0')
    return {
      ...run,
      verdict: 'notAtAll',
      endsAt: null,
      fixAt: null,
      notes: [{ type: 'paused', params: {} }, ...others],
    };
  return run.notes.length === others.length ? run : { ...run, verdict: 'asPlanned', notes: others };
}

export function timetableView(
  data: Timetable,
  switched: Readonly<Record<string, TaskState>>,
  { robots, kind, verdict }: Pick<SchedulesQuery, 'robots' | 'kind' | 'verdict'>,
  now: number,
  moves: readonly RunMove[] = [],
): TimetableViewData {
  const dates = datesOf(data);
  const at = new Map(dates.map((date, i) => [date, i]));
  const isShown = (run: TimetableRun): boolean =>
    (kind === '' || run.kind === kind) && (robots.length === 0 || robots.includes(run.serialNumber));
  const before = data.runs.map((run) => withSwitch(run, switched[run.taskId])).filter(isShown);
  const runs = withMoves(before, moves);
  const unsaved = new Set(runs.filter((run, i) => run !== before[i]).map(runKeyOf));
  const keysOfMoves = new Set(moves.map(runKeyOf));
  const byTask = new Map<string, TimetableRun[][]>();
  for (const run of runs) {
    if (verdict !== '' && run.verdict !== verdict) continue;
    const day = at.get(dayOfRun(run, data.timeZone));
    if (day === undefined) continue;
    const days = byTask.get(run.taskId) ?? dates.map(() => []);
    days[day]?.push(run);
    byTask.set(run.taskId, days);
  }
  const daysOf = (id: string): readonly (readonly TimetableRun[])[] => byTask.get(id) ?? dates.map(() => []);
  const rows: TaskRow[] = [
    ...data.tasks.map((task) => ({
      id: task.id,
      serialNumber: task.serialNumber,
      task: { ...task, state: switched[task.id] ?? task.state },
      name: task.pathName,
      executeTime: task.executeTime,
      deletedBy: '',
      days: daysOf(task.id),
    })),
    ...data.deleted.map(({ id, serialNumber, pathName, executeTime, byName }) => ({
      id,
      serialNumber,
      task: null,
      name: pathName,
      executeTime,
      deletedBy: byName,
      days: daysOf(id),
    })),
  ].filter(
    (row) =>
      (robots.length === 0 || robots.includes(row.serialNumber)) &&
      (kind === '' || row.task === null || row.task.kind === kind) &&
      ((verdict === '' && row.task !== null) || row.days.some((day) => day.length > 0)),
  );
  return {
    dates,
    today: zonedDate(data.timeZone, now),
    robots: data.robots
      .map((robot) => ({
        robot,
        rows: rows
          .filter(({ serialNumber }) => serialNumber === robot.serialNumber)
          .sort((a, b) => a.executeTime.localeCompare(b.executeTime) || a.name.localeCompare(b.name)),
      }))
      .filter(({ rows: own }) => own.length > 0),
    conflicts: runs
      .filter((run) => run.state === null && run.startsAt > now && (run.fixAt !== null || run.verdict === 'inDoubt'))
      // Conflicts are known for the old start only.
      .filter((run) => !unsaved.has(runKeyOf(run)))
      .sort((a, b) => a.startsAt - b.startsAt),
    taskCount: rows.filter(({ task }) => task !== null).length,
    ghosts: before.filter((run, i) => run !== runs[i] && keysOfMoves.has(runKeyOf(run))),
    unsaved,
  };
}

/** Planned runs of a task that fall out when it is switched off or deleted. */
export const runsAhead = (data: Timetable, taskId: string): number =>
  data.runs.filter(
    (run) => run.taskId === taskId && run.state === null && run.verdict !== 'notAtAll' && run.verdict !== 'over',
  ).length;
export const isUnderWay = (data: Timetable, taskId: string): boolean =>
  data.runs.some((run) => run.taskId === taskId && run.state === 'inProgress');

/** All shown runs by their start. */
export const runsInOrder = ({ robots }: Pick<TimetableViewData, 'robots'>): TimetableRun[] =>
  robots
    .flatMap(({ rows }) => rows.flatMap(({ days }) => days.flat()))
    .sort((a, b) => a.startsAt - b.startsAt || a.taskId.localeCompare(b.taskId));
/** The key of the first run that has not begun; undefined if there is none. */
export function firstAhead(runs: readonly TimetableRun[], now: number): string | undefined {
  const run = runs.find(({ startsAt }) => startsAt > now) ?? runs[0];
  return run && runKeyOf(run);
}
