/** Switching a task off, deleting it, and taking either back: what becomes of its planned runs. */
import { pino } from 'pino';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TimetableRun } from '../../../contract/entities/schedule.ts';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import { cruiseRecords, scheduledTasks, sites, taskRuns } from '../../../server/db/schema.ts';
import { replanSite } from '../../../server/features/schedulePlan.ts';
import { createScheduleHandlers, scheduleSource } from '../../../server/features/schedules.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { startDueTicker, type DueTicker } from '../../../server/jobs/due.ts';
import { routeRunWorld, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';

const log = pino({ level: 'silent' });
const ZONE = 'Asia/Shanghai';
const EVERY_DAY = '1,2,3,4,5,6,7';
const at = (time: string, day = 21): number => Date.parse(`2026-11-${day}T${time}:00+08:00`);

let world: RouteRunWorld;
let schedules: ReturnType<typeof createScheduleHandlers>;
let ticker: DueTicker;
let clock = 0;
beforeAll(async () => {
  world = await routeRunWorld();
  const robot = await world.ready();
  await robot.leave();
  const needs = { ...world.deps, now: () => clock, log, store: createFolderStore(world.deps.settings.dataFolder) };
  schedules = createScheduleHandlers(needs);
  ticker = startDueTicker([scheduleSource(needs)], { db: world.db, now: needs.now, log });
});
afterAll(async () => {
  await ticker.close();
  await world.close();
});
beforeEach(async () => {
  for (const table of [cruiseRecords, taskRuns, scheduledTasks]) await world.db.delete(table);
  await world.db.update(sites).set({ timeZone: ZONE });
  clock = at('08:00');
});

const add = async (change: object = {}): Promise<string> =>
  (
    await world.within('lin', (context) =>
      schedules.save(
        {
          userId: '',
          id: '',
          serialNumber: 'A-1',
          executeTime: '12:00',
          pathId: 'round',
          cruiseCount: 1,
          checkboxRespeatDays: EVERY_DAY,
          speech: '',
          state: '1',
          pointSettings: null,
          cruiseSetting: '{"patience":0}',
          disinfection: null,
          ...change,
        },
        context,
      ),
    )
  ).id;
const move = (taskId: string, plannedAt: number, startsAt: number) =>
  world.within('lin', (context) =>
    schedules.changeRun({ serialNumber: 'A-1', taskId, plannedAt, startsAt, isForced: false, reason: '' }, context),
  );
const turn = (id: string, state: '0' | '1') =>
  world.within('lin', (context) => schedules.setState({ userId: '', serialNumber: 'A-1', id, state }, context));
const remove = (id: string) =>
  world.within('lin', (context) => schedules.remove({ userId: '', serialNumber: 'A-1', id }, context));
const restore = (id: string) =>
  world.within('lin', (context) => schedules.restore({ serialNumber: 'A-1', id }, context));
const timetable = () => schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, clock), days: 7 }, world.as('lin'));
const today = async (): Promise<TimetableRun[]> =>
  (await timetable()).runs.filter(({ startsAt }) => startsAt < at('00:00', 22));
const rows = (taskId: string) =>
  world.db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId)).orderBy(taskRuns.plannedAt);

const repeated = (checkboxRespeatDays: string) => ({ checkboxRespeatDays });
const WAYS = [
  { way: 'switched off and on', undo: async (id: string) => void (await turn(id, '0'), await turn(id, '1')) },
  { way: 'deleted and restored', undo: async (id: string) => void (await remove(id), await restore(id)) },
  {
    way: 'saved as off and as on',
    undo: async (id: string, days = EVERY_DAY) =>
      void (await add({ id, ...repeated(days), state: '0' }), await add({ id, ...repeated(days) })),
  },
];
describe.each(WAYS)('a task that is $way', ({ undo }) => {
  it('keeps its runs that were changed this once', async () => {
    const id = await add();
    await move(id, at('12:00'), at('15:30'));
    const before = (await timetable()).runs;
    await undo(id);
    expect((await timetable()).runs).toEqual(before);
    expect((await today())[0]).toMatchObject({ plannedAt: at('12:00'), startsAt: at('15:30'), verdict: 'inDoubt' });
  });

  it('keeps a run that was moved from a time that is past, and has it once', async () => {
    for (const days of [EVERY_DAY, '']) {
      const id = await add(repeated(days));
      await move(id, at('12:00'), at('15:30'));
      clock = at('13:00');
      await undo(id, days);
      expect((await today()).filter(({ taskId }) => taskId === id)).toMatchObject([{ startsAt: at('15:30') }]);
      const planned = (await rows(id)).map(({ startsAt }) => startsAt.getTime());
      expect(planned).toEqual([at('15:30'), ...(days === '' ? [] : [at('12:00', 22)])]);
      clock = at('08:00');
    }
  });
});

it('a changed run whose time comes while its task is off does not start, nor when the task is on again', async () => {
  const id = await add();
  await move(id, at('12:00'), at('10:00'));
  expect(await turn(id, '0')).toMatchObject({ nextAt: null });
  clock = at('10:01');
  await turn(id, '1');
  expect((await rows(id)).map(({ startsAt }) => startsAt.getTime())).toEqual([at('12:00')]);
  await ticker.tick();
  expect(await world.db.select().from(cruiseRecords)).toEqual([]);
});

it('a changed run is not kept if the time zone of its site changed meanwhile', async () => {
  const id = await add();
  await move(id, at('12:00'), at('15:30'));
  await turn(id, '0');
  await world.db.update(sites).set({ timeZone: 'Europe/Berlin' });
  await replanSite(world.db, 'site', clock);
  await turn(id, '1');
  expect((await rows(id)).map(({ plannedAt, movedTo }) => [plannedAt.toISOString(), movedTo])).toEqual([
    ['2026-11-21T11:00:00.000Z', null],
  ]);
});

describe('a deleted task', () => {
  it('leaves its runs of that day in the timetable, at the times that they were moved to', async () => {
    const id = await add();
    await add({ executeTime: '07:00' });
    const off = await add({ executeTime: '14:00', state: '0' });
    await move(id, at('12:00'), at('15:30'));
    for (const one of [id, off]) await remove(one);
    const left = { taskId: id, startsAt: at('15:30'), verdict: 'notAtAll', state: null, recordId: null };
    expect(await today()).toMatchObject([
      { ...left, notes: [{ type: 'taskDeleted' }], change: { byName: 'Name of lin' } },
    ]);
    expect(await timetable()).toMatchObject({ deleted: [{ id, byName: 'Name of lin' }], summary: { notAtAll: 1 } });
    // Its time comes and goes, without a record.
    clock = at('16:00');
    await ticker.tick();
    expect(await today()).toMatchObject([left]);
    expect(await timetable()).toMatchObject({ summary: { notAtAll: 0 } });
    expect(await world.db.select().from(cruiseRecords)).toEqual([]);
    await restore(id);
    expect((await rows(id)).map(({ plannedAt }) => plannedAt.getTime())).toEqual([at('12:00', 22)]);
  });

  it('leaves the runs of that day that began before as they are', async () => {
    const id = await add();
    clock = at('12:00');
    await ticker.tick();
    await remove(id);
    expect(await today()).toMatchObject([{ plannedAt: at('12:00'), state: 'notStarted' }]);
  });
});
