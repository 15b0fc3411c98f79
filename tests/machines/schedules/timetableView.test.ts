/** What the timetable shows: rows, days, conflicts, filters, switches without an answer; bands of exceptions. */
import { describe, expect, it } from 'vitest';
import { bandsOn } from '../../../src/machines/schedules/exceptionBands.ts';
import { schedulesQuery } from '../../../src/machines/schedules/schedulesQuery.ts';
import { mondayOf, timetableView, withSwitch } from '../../../src/machines/schedules/timetableView.ts';
import { atTime, sampleException, sampleRun, sampleTimetable, SCHEDULE_NOW } from '../../fakes/scheduleSample.ts';

const view = (change = {}, query = {}, switched = {}) =>
  timetableView(sampleTimetable(change), switched, schedulesQuery.read(query), SCHEDULE_NOW);

describe('the rows', () => {
  it('are those of each robot, with runs by day of the site', () => {
    const { dates, today, robots, taskCount } = view();
    expect([dates[0], dates.length, today, taskCount]).toEqual(['2026-11-19', 7, '2026-11-21', 2]);
    expect(
      robots.map(({ robot, rows }) => [robot.name, rows.map(({ days }) => days.map((runs) => runs.length))]),
    ).toEqual([
      ['East patrol', [[0, 1, 1, 1, 1, 0, 0]]],
      ['West patrol', [[0, 0, 1, 0, 0, 0, 0]]],
    ]);
  });
  it('show a moved run on its new day', () => {
    const startsAt = atTime('2026-11-24', '01:00');
    const runs = [sampleRun({ startsAt, change: { startsAt, isForced: false, reason: '', byName: 'Lin Wei' } })];
    expect(view({ runs }).robots[0]?.rows[0]?.days.map((day) => day.length)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  });
  it('keep runs of a deleted task', () => {
    const deleted = [
      { id: 't1', serialNumber: 'S2-1', pathName: 'Lobby round', executeTime: '22:00', byName: 'Chen Yu' },
    ];
    const [own] = view({ tasks: [], deleted }).robots;
    expect(own?.rows).toMatchObject([{ task: null, name: 'Lobby round', deletedBy: 'Chen Yu' }]);
  });
  it('are filtered by robot and by what is expected', () => {
    expect(view({}, { robots: 'S2-2' }).robots.map(({ robot }) => robot.serialNumber)).toEqual(['S2-2']);
    const runs = view({}, { show: 'notAtAll' }).robots.flatMap(({ rows }) => rows.flatMap(({ days }) => days.flat()));
    expect(runs.map(({ verdict }) => verdict)).toEqual(['notAtAll']);
  });
});

it('lists planned runs with a fix or a doubt as conflicts, the earliest first', () => {
  const late = sampleRun({ plannedAt: atTime('2026-11-24', '22:00'), fixAt: atTime('2026-11-24', '22:10') });
  const { conflicts } = view({ runs: [late, ...sampleTimetable().runs] });
  expect(conflicts.map(({ plannedAt }) => plannedAt)).toEqual([atTime('2026-11-21', '22:00'), late.plannedAt]);
});

it('shows planned runs as paused as soon as their task is switched off', () => {
  expect(withSwitch(sampleRun(), '0')).toMatchObject({
    verdict: 'notAtAll',
    notes: [{ type: 'paused' }],
    endsAt: null,
  });
  expect(withSwitch(withSwitch(sampleRun(), '0'), '1')).toMatchObject({ verdict: 'asPlanned', notes: [] });
  const over = sampleRun({ state: 'finished', verdict: 'over' });
  expect(withSwitch(over, '0')).toBe(over);
  expect(view({}, {}, { t1: '0' }).conflicts).toEqual([]);
});

it('begins a calendar week on Monday', () => {
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-16', '2026-11-23']);
});

describe('the bands of exceptions', () => {
  it('cover their minutes, the last one included', () => {
    expect(bandsOn([sampleException()], '2026-11-22')).toMatchObject([{ from: 900, until: 1_406 }]);
    expect(bandsOn([sampleException()], '2026-11-23')).toEqual([]);
    expect(bandsOn([sampleException()], '2026-11-21')).toEqual([]);
  });
  it('reach over midnight', () => {
    const night = sampleException({ startTime: '2026-11-22 22:00:00', endTime: '2026-11-23 05:59:59' });
    expect(bandsOn([night], '2026-11-22')).toMatchObject([{ from: 1_320, until: 1_440 }]);
    expect(bandsOn([night], '2026-11-23')).toMatchObject([{ from: 0, until: 360 }]);
  });
  it('come back every week', () => {
    const weekly = sampleException({ weekly: true });
    expect(bandsOn([weekly], '2026-12-06')).toHaveLength(1);
    expect(bandsOn([weekly], '2026-12-05')).toEqual([]);
    expect(bandsOn([weekly], '2026-11-15')).toEqual([]);
  });
});
