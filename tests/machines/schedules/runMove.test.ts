/** Moving a run: what can be moved and where to, what becomes of the task, and how the timetable looks meanwhile. */
import { describe, expect, it } from 'vitest';
import {
  faultOfMove,
  instantAt,
  isMovable,
  movedTask,
  type RunMove,
  stepped,
  withMoves,
} from '../../../src/machines/schedules/runMove.ts';
import { timetableView } from '../../../src/machines/schedules/timetableView.ts';
import { schedulesQuery } from '../../../src/machines/schedules/schedulesQuery.ts';
import { atTime, sampleRun, sampleTask, sampleTimetable, SCHEDULE_NOW, ZONE } from '../../fakes/scheduleSample.ts';

const from = atTime('2026-11-23', '22:00');
const moveTo = (startsAt: number, change: Partial<RunMove> = {}): RunMove => ({
  taskId: 't1',
  plannedAt: from,
  serialNumber: 'S2-1',
  from,
  startsAt,
  isWhole: false,
  by: 'pointer',
  ...change,
});

describe('a run can be moved', () => {
  const data = sampleTimetable();
  it.each([
    ['if it is to come', sampleRun(), true],
    ['not if it is over', sampleRun({ state: 'finished', verdict: 'over' }), false],
    ['not while it is under way', sampleRun({ state: 'inProgress' }), false],
    ['not if its result is unknown', sampleRun({ verdict: 'over' }), false],
    ['not if it should have started', sampleRun({ plannedAt: atTime('2026-11-21', '14:00') }), false],
    ['not on a robot that the user cannot operate', sampleRun({ serialNumber: 'S2-2' }), false],
    ['not if its task was deleted', sampleRun({ taskId: 'gone' }), false],
  ])('%s', (_, run, expected) => {
    expect(isMovable(run, data)).toBe(expected);
  });
});

describe('a run cannot be put', () => {
  const data = sampleTimetable();
  const faultOf = (move: RunMove, change = {}) => faultOfMove(move, { ...data, ...change });
  it('into the past, and not beyond the days that the server plans', () => {
    expect(faultOf(moveTo(SCHEDULE_NOW))).toBe('past');
    expect(faultOf(moveTo(SCHEDULE_NOW + 8 * 86_400_000 + 1))).toBe('tooFar');
    expect(faultOf(moveTo(SCHEDULE_NOW + 60_000))).toBeNull();
  });
  it('elsewhere with its task without the right to change tasks', () => {
    const robots = data.robots.map((robot) => ({ ...robot, canChange: false }));
    const move = moveTo(atTime('2026-11-23', '23:00'), { isWhole: true });
    expect([faultOf(move), faultOf(move, { robots })]).toEqual([null, 'noRight']);
  });
  it('on another day with a task that runs every day, or once', () => {
    const move = moveTo(atTime('2026-11-24', '22:00'), { isWhole: true });
    expect(faultOf(move)).toBe('everyDay');
    expect(faultOf(move, { tasks: [sampleTask({ checkboxRespeatDays: '' })] })).toBe('onlyOnce');
    expect(faultOf(move, { tasks: [sampleTask({ checkboxRespeatDays: '1,3' })] })).toBeNull();
  });
});

it('moves each day of a task, over the end of the week too', () => {
  const task = sampleTask({ checkboxRespeatDays: '1,6,7' });
  expect(movedTask(task, moveTo(atTime('2026-11-24', '23:30')), ZONE)).toEqual({
    executeTime: '23:30',
    checkboxRespeatDays: '1,2,7',
  });
  expect(movedTask(task, moveTo(atTime('2026-11-22', '22:00')), ZONE).checkboxRespeatDays).toBe('5,6,7');
});

it('steps by days and minutes of the site, over midnight', () => {
  const late = atTime('2026-11-23', '23:58');
  expect(stepped(late, { days: 0, minutes: 5 }, ZONE)).toBe(atTime('2026-11-24', '00:03'));
  expect(stepped(late, { days: -1, minutes: 0 }, ZONE)).toBe(atTime('2026-11-22', '23:58'));
  expect(instantAt(ZONE, '2026-11-24', -5)).toBe(atTime('2026-11-23', '23:55'));
  // On the day after a clock change the time of day stays.
  const saturday = Date.UTC(2026, 2, 28, 13);
  expect(stepped(saturday, { days: 1, minutes: 0 }, 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 12));
});

describe('the timetable meanwhile', () => {
  const runs = [sampleRun({ plannedAt: from }), sampleRun({ plannedAt: atTime('2026-11-24', '22:00') })];
  it('has the run at its new start, with its length', () => {
    const startsAt = atTime('2026-11-25', '01:00');
    const [moved, other] = withMoves(runs, [moveTo(startsAt)]);
    expect(moved).toMatchObject({ startsAt, endsAt: startsAt + 26 * 60_000, change: { startsAt } });
    expect(other).toBe(runs[1]);
  });
  it('has all runs to come of a task that is moved, and none that is over', () => {
    const over = sampleRun({ plannedAt: atTime('2026-11-20', '22:00'), state: 'finished', verdict: 'over' });
    const moved = withMoves([over, ...runs], [moveTo(from + 3_600_000, { isWhole: true })]);
    expect(moved.map((run, i) => run.startsAt - [over, ...runs][i]!.startsAt)).toEqual([0, 3_600_000, 3_600_000]);
  });
  it('lists no conflict of a start that is given up', () => {
    const doubtful = sampleTimetable().runs.filter(({ verdict }) => verdict === 'inDoubt');
    const conflictsOf = (moves: RunMove[]) =>
      timetableView(sampleTimetable({ runs: doubtful }), {}, schedulesQuery.read({}), SCHEDULE_NOW, moves).conflicts;
    const { plannedAt } = doubtful[0]!;
    const move = moveTo(plannedAt + 3_600_000, { plannedAt, from: plannedAt });
    expect([conflictsOf([]).length, conflictsOf([move]).length]).toEqual([1, 0]);
  });
  it('keeps a ghost at the old place and says which chips are not saved', () => {
    const data = sampleTimetable({ runs });
    const move = moveTo(atTime('2026-11-24', '09:00'));
    const view = timetableView(data, {}, schedulesQuery.read({}), SCHEDULE_NOW, [move]);
    expect(view.robots[0]?.rows[0]?.days.map((day) => day.length)).toEqual([0, 0, 0, 0, 0, 2, 0]);
    expect([view.ghosts.map(({ startsAt }) => startsAt), [...view.unsaved]]).toEqual([[from], [`t1@${from}`]]);
    const unmoved = timetableView(data, {}, schedulesQuery.read({}), SCHEDULE_NOW, [moveTo(from)]);
    expect([unmoved.ghosts, unmoved.unsaved.size]).toEqual([[], 0]);
  });
});
