/** The calls of the timetable: which days are asked for, and what each act sends; a moved task keeps all its settings. */
import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Services } from '../../src/app/services.ts';
import { wireSchedules } from '../../src/app/wiring/schedules.ts';
import type { ScheduleAct } from '../../src/machines/schedules/schedules.setup.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';
import { sampleTask, sampleTimetable, SCHEDULE_NOW, ZONE } from '../fakes/scheduleSample.ts';

function wired() {
  const calls: { path: string; data: object }[] = [];
  const transport = async (path: string, data: object) => {
    calls.push({ path, data });
    if (path.includes('timetable')) return sampleTimetable();
    return path.includes('change-run') || path.includes('delete') ? null : sampleTask();
  };
  const page = { visibilityState: 'visible', addEventListener: () => {}, removeEventListener: () => {} };
  const services = { transport, world: { clock: { now: () => SCHEDULE_NOW } } };
  // Nothing else of these is read by what is wired.
  const machine = wireSchedules(services as unknown as Services, page as unknown as Document);
  const run = async (name: 'carryOut' | 'loadTimetable', input: unknown) => {
    await toPromise(createActor(childLogicOf(machine, name) as AnyActorLogic, { input } as never).start());
  };
  return {
    calls,
    act: (act: ScheduleAct) => run('carryOut', act),
    load: (input: object) => run('loadTimetable', input),
  };
}
const key = { serialNumber: 'S2-1', taskId: 't1' };

it('asks for a week from two days before today of the site, or from the chosen day', async () => {
  const { calls, load } = wired();
  await load({ siteId: 'h1', timeZone: ZONE, from: '' });
  await load({ siteId: 'h1', timeZone: ZONE, from: '2026-12-01' });
  expect(calls.map(({ data }) => data)).toEqual([
    { siteId: 'h1', from: '2026-11-19', days: 7 },
    { siteId: 'h1', from: '2026-12-01', days: 7 },
  ]);
});

it('saves a moved task with everything else as it was, in the name of the caller', async () => {
  const { calls, act } = wired();
  const task = sampleTask({
    speech: 'Please make way',
    pointSettings: '[{"areaId":"a","skip":true}]',
    cruiseSetting: '{"patience":5}',
    userId: 'u7',
  });
  await act({ what: 'moveTask', ...key, executeTime: '23:30', checkboxRespeatDays: '1,2', task });
  const { kind, disinfection, pathId, cruiseCount, speech, state, pointSettings, cruiseSetting, revision } = task;
  expect(calls).toEqual([
    {
      path: '/navigation/save-cruise-task',
      data: {
        userId: '',
        id: 't1',
        serialNumber: 'S2-1',
        executeTime: '23:30',
        checkboxRespeatDays: '1,2',
        ...{ kind, disinfection, pathId, cruiseCount, speech, state, pointSettings, cruiseSetting, revision },
      },
    },
  ]);
});

it('sends switches, deletions and changes of one run', async () => {
  const { calls, act } = wired();
  await act({ what: 'setState', ...key, state: '0' });
  await act({ what: 'delete', ...key });
  await act({ what: 'restore', ...key });
  await act({ what: 'changeRun', ...key, plannedAt: 1_000, startsAt: 2_000, isForced: false, reason: '' });
  expect(calls.map(({ path }) => path)).toEqual([
    '/navigation/update-cruise-task-state',
    '/navigation/delete-cruise-task',
    '/schedule/restore-task',
    '/schedule/change-run',
  ]);
  expect(calls.at(-1)?.data).toMatchObject({ plannedAt: 1_000, startsAt: 2_000 });
});
