/**
 * Any tasks, exceptions and changes of single runs, in any zone and across its clock changes: what the rule expands, what
 * the timetable expects and what two servers do when the time comes are the same runs.
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { asc, isNotNull, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TimetableRun } from '../../../contract/entities/schedule.ts';
import { periodsOf } from '../../../contract/rules/schedule/exceptions.ts';
import { expand } from '../../../contract/rules/schedule/expand.ts';
import { FORECAST_DAYS } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedDate, zonedTimeOfDay } from '../../../contract/rules/zonedTime.ts';
import { cruiseRecords, scheduledTasks, scheduleExceptions, sites, taskRuns } from '../../../server/db/schema.ts';
import { exceptionTimesOf, timesOf } from '../../../server/features/schedulePlan.ts';
import { createScheduleHandlers, scheduleSource } from '../../../server/features/schedules.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { startDueTicker, type DueTicker } from '../../../server/jobs/due.ts';
import { routeRunWorld, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';

const log = pino({ level: 'silent' });
const MINUTE = 60_000;
const DAY = 86_400_000;
const WINDOW_DAYS = 6;
const STOPS = ['p1', 'bar', 'pool'];

let world: RouteRunWorld;
let schedules: ReturnType<typeof createScheduleHandlers>;
let tickers: DueTicker[];
/** The clock of both servers. */
let clock = 0;
beforeAll(async () => {
  world = await routeRunWorld();
  // It has said what it can, and is away: every run is decided at its time, and ends as a record with the reason.
  const robot = await world.ready();
  await robot.leave();
  const needs = { ...world.deps, now: () => clock, log, store: createFolderStore(world.deps.settings.dataFolder) };
  schedules = createScheduleHandlers(needs);
  tickers = [0, 1].map(() => startDueTicker([scheduleSource(needs)], { db: world.db, now: needs.now, log }));
});
afterAll(async () => {
  await Promise.all(tickers.map((ticker) => ticker.close()));
  await world.close();
});

/** With a clock change in the week, forwards and backwards, and without. */
const anyPlace = fc.constantFrom(
  { zone: 'Europe/Berlin', day: '2026-03-27' },
  { zone: 'Europe/Berlin', day: '2026-10-23' },
  { zone: 'America/New_York', day: '2026-03-06' },
  { zone: 'Australia/Lord_Howe', day: '2026-04-03' },
  { zone: 'Asia/Shanghai', day: '2026-11-21' },
);
/** Early hours are those in which clocks change. */
const anyTime = fc
  .tuple(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const anyTask = fc.record({
  executeTime: anyTime,
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
  rounds: fc.constantFrom(1, 1, 3),
});
const anyException = fc.record({
  day: fc.integer({ min: 0, max: WINDOW_DAYS }),
  time: anyTime,
  minutes: fc.integer({ min: 0, max: 20 * 60 }),
  weekly: fc.boolean(),
  points: fc.constantFrom([], STOPS, ['bar']),
});
/** Of one of the planned runs: to another time, or in spite of exceptions. */
const anyChange = fc.record({ which: fc.nat(), hours: fc.integer({ min: 0, max: 40 }), isForced: fc.boolean() });

const shown = async (zone: string): Promise<readonly TimetableRun[]> =>
  (await schedules.timetable({ siteId: 'site', from: zonedDate(zone, clock), days: WINDOW_DAYS + 2 }, world.as('lin')))
    .runs;
const nextDue = async (): Promise<number | undefined> => {
  const [row] = await world.db
    .select({ dueAt: taskRuns.dueAt })
    .from(taskRuns)
    .where(isNotNull(taskRuns.dueAt))
    .orderBy(asc(taskRuns.dueAt))
    .limit(1);
  return row?.dueAt?.getTime();
};
const emptySite = async (timeZone: string): Promise<void> => {
  for (const table of [cruiseRecords, taskRuns, scheduledTasks, scheduleExceptions]) await world.db.delete(table);
  await world.db.update(sites).set({ timeZone });
};
const saveTask = ({ executeTime, days, rounds }: { executeTime: string; days: number[]; rounds: number }) =>
  world.within('lin', (context) =>
    schedules.save(
      {
        userId: '',
        id: '',
        serialNumber: 'A-1',
        executeTime,
        pathId: 'round',
        cruiseCount: rounds,
        checkboxRespeatDays: days.join(','),
        speech: '',
        state: '1',
        pointSettings: null,
        cruiseSetting: '{"patience":0}',
        disinfection: null,
      },
      context,
    ),
  );
const moveRun = (run: { taskId: string; plannedAt: number; startsAt: number; isForced: boolean }) =>
  world.within('lin', (context) => schedules.changeRun({ serialNumber: 'A-1', reason: 'a test', ...run }, context));
const key = ({ taskId, plannedAt }: { taskId: string | null; plannedAt: Date | number | null }): string =>
  `${taskId} ${Number(plannedAt)}`;

describe('planned runs', () => {
  it('are decided once each, none twice and none left out, as expanded and as shown before', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPlace,
        fc.array(anyTask, { minLength: 1, maxLength: 3 }),
        fc.array(anyException, { maxLength: 3 }),
        fc.array(anyChange, { maxLength: 2 }),
        async ({ zone, day }, tasks, exceptions, changes) => {
          await emptySite(zone);
          const from = Date.parse(`${day}T12:00:00Z`);
          const to = from + WINDOW_DAYS * DAY;
          clock = from;
          for (const one of tasks) await saveTask(one);
          await world.db.insert(scheduleExceptions).values([
            ...exceptions.map(({ day: after, time, minutes, weekly, points }, i) => {
              const start = `${plusDays(day, after)} ${time}`;
              const end = Date.parse(`${start.replace(' ', 'T')}:00Z`) + minutes * MINUTE;
              return {
                id: `x-${i}`,
                serialNumber: 'A-1',
                start,
                end: `${zonedDate('UTC', end)} ${zonedTimeOfDay('UTC', end)}`,
                weekly,
                points: [...points],
                savedBy: 'lin',
                createdAt: new Date(clock),
              };
            }),
            // A statement without values is not allowed; this one is over.
            {
              id: 'old',
              serialNumber: 'A-1',
              start: '2020-01-01 10:00',
              end: '2020-01-01 11:00',
              points: [],
              savedBy: 'lin',
              createdAt: new Date(clock),
            },
          ]);
          for (const { which, hours, isForced } of changes) {
            const runs = await shown(zone);
            const run = runs[which % Math.max(1, runs.length)];
            if (!run || run.startsAt <= clock) continue;
            const startsAt = run.plannedAt + hours * 60 * MINUTE;
            // Further ahead than a run can be moved, which is refused.
            if (startsAt > clock + (FORECAST_DAYS + 1) * DAY) continue;
            await moveRun({ taskId: run.taskId, plannedAt: run.plannedAt, startsAt, isForced });
          }

          const expected = (await shown(zone)).filter(({ startsAt }) => startsAt < to);
          const stored = await world.db.select().from(scheduledTasks);
          const periods = (await world.db.select().from(scheduleExceptions)).flatMap((one) =>
            periodsOf(exceptionTimesOf(one), zone, from, to + DAY),
          );
          const moved = (await world.db.select().from(taskRuns).where(isNotNull(taskRuns.changedBy))).map((run) => ({
            taskId: run.taskId,
            plannedAt: run.plannedAt.getTime(),
            startsAt: run.movedTo?.getTime() ?? null,
            isForced: run.isForced,
          }));
          const expanded = stored
            .flatMap((task) =>
              expand({
                task: { ...timesOf(task), id: task.id, isOn: task.isOn, rounds: task.rounds },
                timeZone: zone,
                periods,
                changes: moved,
                estimate: null,
                from,
                to,
              }),
            )
            .filter(({ startsAt }) => startsAt < to);
          expect(expected.map(key).sort()).toEqual(expanded.map(key).sort());

          for (let looks = 0; ; looks += 1) {
            const due = await nextDue();
            if (due === undefined || due >= to) break;
            expect(looks).toBeLessThan(200);
            clock = Math.max(clock, due);
            await Promise.all(tickers.map((ticker) => ticker.tick()));
          }

          const decided = await world.db.select().from(taskRuns).where(ne(taskRuns.state, 'planned'));
          expect(decided.map(key).sort()).toEqual(expected.map(key).sort());
          const records = await world.db.select().from(cruiseRecords);
          expect(records.map(key).sort()).toEqual(expected.map(key).sort());
          const isOut = new Map(
            expected.map((run) => [
              key(run),
              run.notes.some(({ type, params }) => type === 'exception' && !params['stops']),
            ]),
          );
          for (const run of decided) {
            expect([key(run), run.state, run.reason]).toEqual([
              key(run),
              'notStarted',
              isOut.get(key(run)) ? 'exception' : 'robotOffline',
            ]);
            expect(records.find(({ id }) => id === run.recordId)).toMatchObject({
              taskId: run.taskId,
              state: 'failed',
            });
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  it('are kept when an earlier one of their task is moved behind them', async () => {
    await emptySite('Asia/Shanghai');
    clock = Date.parse('2026-11-21T12:00:00Z');
    const { id } = await saveTask({ executeTime: '13:00', days: [1, 2, 3, 4, 5, 6, 7], rounds: 1 });
    const plannedAt = (await nextDue()) ?? 0;
    await moveRun({ taskId: id, plannedAt, startsAt: plannedAt + DAY + 60 * MINUTE, isForced: false });
    const planned = await world.db.select().from(taskRuns).orderBy(asc(taskRuns.plannedAt));
    expect(planned).toMatchObject([
      { state: 'planned', plannedAt: new Date(plannedAt), dueAt: new Date(plannedAt + DAY + 60 * MINUTE) },
      { state: 'planned', plannedAt: new Date(plannedAt + DAY), dueAt: new Date(plannedAt + DAY), changedBy: null },
    ]);
  });
});
