/** What is expected of planned runs: one after another, with battery and conflicts. */
import { describe, expect, it } from 'vitest';
import type { PlannedRun, TaskEstimate } from '../../../../contract/rules/schedule/expand.ts';
import {
  chargeObstacle,
  chargeToStart,
  forecastOf,
  lowestOf,
  type ForecastRobot,
  type ForecastTask,
} from '../../../../contract/rules/schedule/forecast.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-05-04T10:00:00Z');
/** Ten minutes and 10 % a round. */
const estimate: TaskEstimate = {
  stops: [{ areaId: 'a', at: 0 }],
  roundSeconds: 600,
  metres: 100,
  battery: 10,
  paths: [],
};
const task = (change: Partial<ForecastTask> = {}): ForecastTask => ({
  estimate,
  rounds: 1,
  patience: 30,
  name: 'Round',
  broken: null,
  blockedIn: () => null,
  ...change,
});
const run = (minutes: number, change: Partial<PlannedRun> = {}): PlannedRun => ({
  taskId: 't',
  plannedAt: NOW + minutes * MINUTE,
  startsAt: NOW + minutes * MINUTE,
  clock: 'plain',
  change: null,
  isOn: true,
  stops: 1,
  skips: [],
  fallsOut: false,
  exceptionIds: [],
  ...change,
});
const robot = (change: Partial<ForecastRobot> = {}): ForecastRobot => ({
  now: NOW,
  battery: 80,
  canCharge: true,
  charging: false,
  reserve: 15,
  busyUntil: null,
  trouble: null,
  ...change,
});
const of = (runs: readonly PlannedRun[], tasks: ForecastTask = task(), state = robot()) =>
  forecastOf(runs, new Map([['t', tasks]]), state);
const notes = ({ notes: found }: { notes: readonly { type: string }[] }): string[] => found.map(({ type }) => type);

describe('a forecast', () => {
  it('takes the usual duration of the task, not its estimate; what a run needs to start stays as estimated', () => {
    const usual = task({ usualMs: 35 * MINUTE });
    const { runs } = of([run(0), run(20)], usual);
    expect(runs[0]).toMatchObject({ endsAt: NOW + 35 * MINUTE, batteryEnd: 70, verdict: 'asPlanned' });
    expect(notes(runs[1] ?? { notes: [] })).toContain('waitsForRun');
    expect(notes(of([run(0), run(20)]).runs[1] ?? { notes: [] })).toEqual([]);
  });

  it('runs one after another, the second later when the first lasts longer', () => {
    const { runs } = of([run(5), run(10)], task());
    expect(runs.map(({ startsAt, verdict }) => [Math.round((startsAt - NOW) / MINUTE), verdict])).toEqual([
      [5, 'asPlanned'],
      [17, 'asPlanned'],
    ]);
    expect(notes(runs[1] ?? { notes: [] })).toEqual(['waitsForRun']);
    expect(runs[1]?.fixAt).toBe(NOW + 20 * MINUTE);
    // Never two at once.
    const many = of(
      Array.from({ length: 30 }, (_, i) => run(i)),
      task({ patience: 600 }),
    );
    for (const [i, one] of many.runs.entries())
      expect(one.startsAt).toBeGreaterThanOrEqual(many.runs[i - 1]?.endsAt ?? 0);
  });

  it('doubts a run that would wait longer than its patience', () => {
    const { runs } = of([run(0), run(1)], task({ rounds: 12 }));
    expect(runs[1]).toMatchObject({ verdict: 'inDoubt', endsAt: null });
    expect(notes(runs[1] ?? { notes: [] })).toEqual(['patience']);
  });

  it('warns of a battery below the reserve, and says when it would be enough', () => {
    const low = of([run(0)], task(), robot({ battery: 20 }));
    expect(low.runs[0]).toMatchObject({ verdict: 'inDoubt', batteryStart: 20, batteryEnd: 10 });
    expect(notes(low.runs[0] ?? { notes: [] })).toEqual(['battery']);
    const { fixAt } = low.runs[0] ?? {};
    expect(fixAt).toBeGreaterThan(NOW);
    expect(of([run(0, { startsAt: fixAt ?? 0 })], task(), robot({ battery: 20 })).runs[0]?.verdict).toBe('asPlanned');
    // A robot that cannot charge has no better time.
    expect(of([run(0)], task(), robot({ battery: 20, canCharge: false })).runs[0]?.fixAt).toBeNull();
    expect(lowestOf(low.line)?.percent).toBe(10);
  });

  it('says that a robot is expected at its charger, where the run would wait', () => {
    const noted = (at: number, change: Partial<ForecastRobot>) =>
      notes(of([run(at)], task(), robot({ battery: 10, ...change })).runs[0] ?? { notes: [] });
    expect(noted(0, { charging: true })).toEqual(['battery', 'charging']);
    expect(noted(1, {})).toEqual(['battery', 'charging']);
    expect(noted(1, { canCharge: false })).toEqual(['battery']);
    // It does not wait for more than a robot can have.
    expect(notes(of([run(1)], task({ rounds: 8 }), robot({ battery: 92 })).runs[0] ?? { notes: [] })).toEqual([
      'battery',
    ]);
  });

  it('keeps the reserve of the site', () => {
    const at = (reserve: number, change: Partial<ForecastRobot> = {}) =>
      notes(of([run(0)], task(), robot({ battery: 35, reserve, ...change })).runs[0] ?? { notes: [] });
    expect(at(25)).toEqual([]);
    expect(at(26)).toEqual(['battery']);
    expect(at(26, { charging: true })).toEqual(['battery', 'charging']);
    expect([chargeToStart(10, 25), chargeToStart(80, 25)]).toEqual([35, 90]);
  });

  it('says what charge a run waits for that would end below the reserve', () => {
    const params = (change: Partial<ForecastRobot>, rounds = 1) =>
      of([run(0)], task({ rounds }), robot(change)).runs[0]?.notes.find(({ type }) => type === 'battery')?.params;
    expect(params({ battery: 24.6 })).toEqual({ percent: 15, charge: 24, needs: 25, minutes: 30 });
    // A run starts with what a charger surely gives, although it ends below the reserve.
    expect(params({ battery: 92 }, 8)).toEqual({ percent: 12 });
    expect(params({ battery: 89.5 }, 8)).toMatchObject({ charge: 89, needs: 90 });
    const obstacle = (battery: number | null, charging = false) => chargeObstacle({ battery, charging }, 10, 15);
    expect([obstacle(25), obstacle(24.9), obstacle(24.9, true), obstacle(null)]).toEqual([
      null,
      'robotBatteryLow',
      'robotCharging',
      null,
    ]);
  });

  it('charges between runs, never above full', () => {
    const { line, runs } = of([run(0), run(120)]);
    expect(runs[1]?.batteryStart).toBeGreaterThan(95);
    expect(Math.max(...line.map(({ percent }) => percent))).toBeLessThanOrEqual(100);
    expect(line.find(({ at }) => at === NOW + 120 * MINUTE)?.charging).toBe(true);
  });

  it.each([
    [{ isOn: false }, {}, 'notAtAll', ['paused']],
    [{ fallsOut: true, exceptionIds: ['x'] }, {}, 'notAtAll', ['exception']],
    [{ skips: [{ round: 0, stop: 0 }] }, {}, 'inPart', ['exception']],
    [{}, { broken: 'routeDeleted' as const }, 'notAtAll', ['routeDeleted']],
    [{}, { blockedIn: () => ({ type: 'doorOut' as const, name: 'Gate' }) }, 'inDoubt', ['doorOut']],
    [{}, { blockedIn: () => ({ type: 'elevatorOut' as const, name: 'Lift 1' }) }, 'inDoubt', ['elevatorOut']],
    [{ clock: 'skips' as const }, {}, 'asPlanned', ['clockSkips']],
    [{ clock: 'repeats' as const }, {}, 'asPlanned', ['clockRepeats']],
  ])('of %j with %j is %s', (planned, tasks, verdict, why) => {
    const [found] = of([run(5, planned)], task(tasks)).runs;
    expect(found?.verdict).toBe(verdict);
    expect(notes(found ?? { notes: [] })).toEqual(why);
  });

  it('doubts the next day while the robot is in trouble, not the days after', () => {
    const { runs } = of([run(60), run(25 * 60)], task(), robot({ trouble: 'robotSilent' }));
    expect(runs.map(({ verdict }) => verdict)).toEqual(['inDoubt', 'asPlanned']);
    expect(notes(runs[0] ?? { notes: [] })).toEqual(['robotSilent']);
  });

  it('waits for what the robot does now, and knows nothing of an unknown battery', () => {
    const { runs, line } = of([run(0)], task(), robot({ busyUntil: NOW + 7 * MINUTE, battery: null }));
    expect(runs[0]).toMatchObject({ startsAt: NOW + 7 * MINUTE, batteryStart: null, batteryEnd: null });
    expect(line).toEqual([]);
  });
});
