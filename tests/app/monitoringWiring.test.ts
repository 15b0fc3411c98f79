/** What the lanes of the historical monitoring take from a timetable. */
import { expect, it } from 'vitest';
import { plannedIn } from '../../src/app/wiring/monitoring.ts';
import { sampleRun, sampleTask, sampleTimetable, SCHEDULE_NOW } from '../fakes/scheduleSample.ts';

const AT = SCHEDULE_NOW + 3_600_000;
const END = AT + 600_000;
const task = sampleTask({ pathName: 'Night round' });
const run = (change: Parameters<typeof sampleRun>[0]) =>
  sampleRun({ taskId: task.id, startsAt: AT, endsAt: END, state: null, ...change });

it('takes runs that have not begun, wait or were not started, with their names, and no other', () => {
  const runs = [
    run({ verdict: 'asPlanned' }),
    run({ verdict: 'inDoubt' }),
    run({ verdict: 'inPart' }),
    run({ verdict: 'notAtAll', endsAt: null }),
    run({ verdict: 'over', state: 'notStarted', endsAt: null }),
    run({ verdict: 'over', state: 'finished' }),
    run({ verdict: 'asPlanned', state: 'inProgress' }),
    run({ verdict: 'over', state: 'waiting' }),
    run({ verdict: 'asPlanned', taskId: 'deleted' }),
  ];
  const deleted = { id: 'deleted', serialNumber: 'x', pathName: 'Old round', executeTime: '10:00', byName: '' };
  const planned = plannedIn(sampleTimetable({ tasks: [task], deleted: [deleted], runs }));
  expect(planned.map(({ name, look, from, until }) => [name, look, from, until])).toEqual([
    ['Night round', 'planned', AT, END],
    ['Night round', 'doubtful', AT, END],
    ['Night round', 'doubtful', AT, END],
    ['Night round', 'skipped', AT, null],
    ['Night round', 'missed', AT, null],
    ['Night round', 'doubtful', AT, END],
    ['Old round', 'planned', AT, END],
  ]);
});
