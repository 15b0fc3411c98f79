/** What Today reads of the timetable: the next runs, and those of today that do not take place. */
import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Services } from '../../src/app/services.ts';
import { wireToday } from '../../src/app/wiring/today.ts';
import type { NextRuns } from '../../src/machines/today/today.machine.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';
import { atTime, sampleRun, sampleTimetable, SCHEDULE_NOW, ZONE } from '../fakes/scheduleSample.ts';

it('keeps the runs of today that are off, excepted or did not start apart from the next ones', async () => {
  const run = (time: string, change: object, date = '2026-11-21') =>
    sampleRun({ plannedAt: atTime(date, time), ...change });
  const notAtAll = { verdict: 'notAtAll', endsAt: null };
  const runs = [
    run('08:00', { state: 'notStarted', verdict: 'over' }),
    run('09:00', { state: 'finished', verdict: 'over' }),
    run('10:00', { state: 'notStarted', verdict: 'over' }, '2026-11-20'),
    run('16:00', notAtAll),
    run('11:00', { state: 'inProgress' }),
    run('17:00', {}),
    run('17:00', notAtAll, '2026-11-22'),
  ];
  const transport = async (path: string) =>
    path.includes('get-sites')
      ? [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }]
      : sampleTimetable({ runs });
  // Nothing else of these is read by what is wired.
  const machine = wireToday({ transport, world: { clock: { now: () => SCHEDULE_NOW } } } as unknown as Services);
  const read = (await toPromise(
    createActor(childLogicOf(machine, 'loadRuns') as AnyActorLogic, {} as never).start(),
  )) as NextRuns;
  const times = (of: NextRuns['rows'] = []) => of.map((one) => one.run.plannedAt);
  expect(times(read.skipped)).toEqual([atTime('2026-11-21', '08:00'), atTime('2026-11-21', '16:00')]);
  expect(times(read.rows)).toEqual([atTime('2026-11-21', '17:00')]);
  expect(times(read.underWay)).toEqual([atTime('2026-11-21', '11:00')]);
  expect(read.next?.run.plannedAt).toBe(atTime('2026-11-21', '17:00'));
});
