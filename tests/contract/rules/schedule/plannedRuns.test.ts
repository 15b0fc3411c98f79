/**
 * Planned runs of any tasks with any exceptions and single changes, around changes of the clock: none is lost, none is
 * planned twice, the server plans what the timetable shows, and a robot never has two runs at once.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodsOf, type ExceptionTimes } from '../../../../contract/rules/schedule/exceptions.ts';
import {
  expand,
  type PlannedTask,
  type RunChangeOf,
  type TaskEstimate,
} from '../../../../contract/rules/schedule/expand.ts';
import { forecastOf, type ForecastRobot, type ForecastTask } from '../../../../contract/rules/schedule/forecast.ts';
import { nextOccurrence, weekdayOf } from '../../../../contract/rules/schedule/occurrences.ts';
import { plusDays, zonedDate, zonedInstant } from '../../../../contract/rules/zonedTime.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ZONES = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
/** Days near which clocks of these zones change, and one without a change. */
const FIRST_DAYS = ['2026-03-06', '2026-03-27', '2026-04-03', '2026-06-10', '2026-10-02', '2026-10-23', '2026-10-30'];
const WINDOW_DAYS = 7;
const AREAS = ['lobby', 'bar', 'pool'];

const pad = (n: number): string => String(n).padStart(2, '0');
const timeOf = (minute: number): string => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
const minuteOfDay = fc.integer({ min: 0, max: 1_439 });
/** Often in the hours in which clocks change. */
const executeTime = fc.oneof(minuteOfDay, fc.integer({ min: 90, max: 200 })).map(timeOf);
const days = fc.subarray([1, 2, 3, 4, 5, 6, 7]);

const estimate = fc.option(
  fc
    .record({ stops: fc.subarray(AREAS, { minLength: 1 }), stay: fc.integer({ min: 1, max: 3_600 }) })
    .map(({ stops, stay }): TaskEstimate => ({
      stops: stops.map((areaId, i) => ({ areaId, at: i * stay })),
      roundSeconds: stops.length * stay,
      metres: 10,
      battery: 1,
      paths: [],
    })),
);
interface Drawn {
  timeZone: string;
  from: number;
  to: number;
  tasks: { task: PlannedTask; estimate: TaskEstimate | null; patience: number }[];
  exceptions: ExceptionTimes[];
  /** Moves the nth run of a task by minutes, or runs it in spite of exceptions. */
  changes: { task: number; run: number; minutes: number | null; isForced: boolean }[];
}
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    firstDay: fc.constantFrom(...FIRST_DAYS),
    tasks: fc.array(
      fc.record({
        executeTime,
        days,
        anchorHours: fc.integer({ min: -30 * 24, max: 48 }),
        isOn: fc.boolean(),
        rounds: fc.integer({ min: 1, max: 12 }),
        estimate,
        patience: fc.integer({ min: 0, max: 720 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    exceptions: fc.array(
      fc.record({
        day: fc.integer({ min: -8, max: WINDOW_DAYS }),
        start: minuteOfDay,
        lastDay: fc.integer({ min: 1, max: 3 }),
        end: minuteOfDay,
        weekly: fc.boolean(),
        points: fc.subarray(AREAS),
      }),
      { maxLength: 4 },
    ),
    changes: fc.array(
      fc.record({
        task: fc.nat({ max: 4 }),
        run: fc.nat({ max: 6 }),
        minutes: fc.option(fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 })),
        isForced: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ timeZone, firstDay, tasks, exceptions, changes }) => {
    const from = zonedInstant(timeZone, firstDay, '00:00');
    return {
      timeZone,
      from,
      to: zonedInstant(timeZone, plusDays(firstDay, WINDOW_DAYS), '00:00'),
      tasks: tasks.map(({ anchorHours, estimate: found, patience, ...task }, i) => ({
        task: { ...task, id: `t${i}`, anchorAt: from + anchorHours * HOUR },
        estimate: found,
        patience,
      })),
      exceptions: exceptions.map(({ day, start, lastDay, end, weekly, points }, i) => ({
        id: `x${i}`,
        start: `${plusDays(firstDay, day)} ${timeOf(start)}`,
        end: `${plusDays(firstDay, day + lastDay)} ${timeOf(end)}`,
        weekly,
        points,
      })),
      changes,
    };
  });

const expanded = ({ timeZone, from, to, tasks, exceptions, changes }: Drawn, window = { from, to }) => {
  const periods = exceptions.flatMap((one) => periodsOf(one, timeZone, from - DAY, to + 8 * DAY));
  return tasks.map(({ task, estimate: found }, i) => {
    const input = { task, timeZone, periods, estimate: found };
    const plannedAt = expand({ ...input, changes: [], from, to }).map((run) => run.plannedAt);
    const own = changes.flatMap(({ task: of, run, minutes, isForced }): RunChangeOf[] => {
      const at = of === i ? plannedAt[run] : undefined;
      const startsAt = minutes === null || at === undefined ? null : at + minutes * MINUTE;
      return at === undefined ? [] : [{ taskId: task.id, plannedAt: at, startsAt, isForced }];
    });
    return expand({ ...input, changes: own, ...window });
  });
};

describe('planned runs', () => {
  it('are one for each day of the task after it was saved, whatever exceptions and changes there are', () => {
    fc.assert(
      fc.property(drawn, (input) => {
        for (const [i, runs] of expanded(input).entries()) {
          const { task } = input.tasks[i] ?? {};
          if (!task) throw new Error('no task');
          const planned = runs.map(({ plannedAt }) => plannedAt);
          expect(planned).toEqual([...new Set(planned)].sort((a, b) => a - b));
          expect(planned.every((at) => at >= input.from && at < input.to && at > task.anchorAt)).toBe(true);
          if (task.days.length === 0) expect(planned.length).toBeLessThanOrEqual(1);
          else {
            const dates = Array.from({ length: WINDOW_DAYS }, (_, day) =>
              plusDays(zonedDate(input.timeZone, input.from), day),
            ).filter((date) => task.days.includes(weekdayOf(date)));
            const after = dates.filter((date) => zonedInstant(input.timeZone, date, task.executeTime) > task.anchorAt);
            expect(planned.map((at) => zonedDate(input.timeZone, at))).toEqual(after);
          }
        }
      }),
    );
  });

  it('do not depend on the window in which they are looked at', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 0, max: WINDOW_DAYS * 24 * 60 }), fc.nat(), (input, minutes, nth) => {
        // Anywhere, or exactly at a planned time.
        const times = expanded(input).flatMap((runs) => runs.map(({ plannedAt }) => plannedAt));
        const cut = times[nth % (2 * times.length)] ?? Math.min(input.to, input.from + minutes * MINUTE);
        const [before, after] = [
          expanded(input, { from: input.from, to: cut }),
          expanded(input, { from: cut, to: input.to }),
        ];
        expect(expanded(input)).toEqual(before.map((runs, i) => [...runs, ...(after[i] ?? [])]));
      }),
    );
  });

  it('are those that the server plans one after another', () => {
    fc.assert(
      fc.property(drawn, (input) => {
        const planned = input.tasks.map(({ task }) => {
          const found: number[] = [];
          let next = nextOccurrence(task, input.timeZone, input.from - 1);
          while (next && next.at < input.to) {
            found.push(next.at);
            next = nextOccurrence(task, input.timeZone, next.at);
          }
          return found;
        });
        expect(expanded(input).map((runs) => runs.map(({ plannedAt }) => plannedAt))).toEqual(planned);
      }),
    );
  });
});

const robot = fc.record({
  battery: fc.option(fc.integer({ min: 0, max: 100 })),
  canCharge: fc.boolean(),
  charging: fc.boolean(),
  reserve: fc.integer({ min: 5, max: 50 }),
  busyMinutes: fc.option(fc.integer({ min: 0, max: 300 })),
});

it('a timetable has every planned run once, and a robot never two at once', () => {
  fc.assert(
    fc.property(drawn, robot, (input, { busyMinutes, ...state }) => {
      const planned = expanded(input).flat();
      const tasks = new Map(
        input.tasks.map(({ task, estimate: found, patience }): [string, ForecastTask] => [
          task.id,
          { estimate: found, rounds: task.rounds, patience, name: task.id, broken: null, blockedIn: () => null },
        ]),
      );
      const now = input.from;
      const busyUntil = busyMinutes === null ? null : now + busyMinutes * MINUTE;
      const of: ForecastRobot = { ...state, now, busyUntil, trouble: null };
      const { runs } = forecastOf(planned, tasks, of);
      const keysOf = (all: readonly { taskId: string; plannedAt: number }[]) =>
        all.map(({ taskId, plannedAt }) => `${taskId} ${plannedAt}`).sort();
      expect(keysOf(runs.map(({ run }) => run))).toEqual(keysOf(planned));
      const driven = runs.filter(({ endsAt }) => endsAt !== null);
      let freeAt = Math.max(now, busyUntil ?? 0);
      for (const { run, startsAt, endsAt } of driven) {
        expect(startsAt).toBeGreaterThanOrEqual(Math.max(freeAt, run.startsAt));
        freeAt = endsAt ?? 0;
      }
      // A run that does not run says why.
      for (const { endsAt, notes } of runs) if (endsAt === null) expect(notes.length).toBeGreaterThan(0);
    }),
  );
});
