import { beforeAll, describe, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { ROBOT_SILENT_MS } from '../../../contract/rules/limits.ts';
import { TASK_KINDS } from '../../../contract/wire/actions.ts';
import type { Translate } from '../../../src/ui/hooks/translate.ts';
import { taskReason, taskTitle } from '../../../src/ui/labels/taskText.ts';
import { ageOf } from '../../../src/ui/labels/useAge.ts';
import { textsOf } from '../withTexts.tsx';
import { liveOf, NOW } from '../robotOf.ts';

let en: Translate;
let zh: Translate;
beforeAll(async () => {
  en = (await textsOf('enUS')).now();
  zh = (await textsOf('zhCN')).now();
});

const task = (given: Partial<NonNullable<RobotLive['task']>> = {}) => ({
  kind: 'delivery' as const,
  target: '312',
  targetId: null,
  progress: null,
  stops: [],
  until: null,
  toGo: null,
  ...given,
});
const title = (given: Partial<RobotLive>, t = en) => taskTitle(liveOf(given), { t });
const reason = (given: Partial<RobotLive>, t = en) =>
  taskReason(liveOf(given), NOW, { t, age: (ms) => `${ms / 1000} s`, time: () => '14:35' });
const problem = (given = {}) => ({
  type: 'pathBlocked',
  level: 'FATAL' as const,
  description: 'in the way',
  hint: '',
  since: NOW - 9_000,
  ...given,
});

describe('what a robot is at', () => {
  it('names the place, or does without', () => {
    expect(title({ task: task() })).toBe('Delivering to 312');
    expect(title({ task: task({ target: '' }) })).toBe('On a delivery');
    expect(title({ task: task() }, zh)).toBe('送往 312');
  });
  it('has words for every kind in both languages', () => {
    for (const kind of TASK_KINDS)
      for (const t of [en, zh])
        for (const target of ['', 'X']) expect(title({ task: task({ kind, target }) }, t)).not.toMatch(/tasks\.|\{/u);
  });
  it('says why it is in alarm', () => {
    expect(title({ status: 'alarm', problems: [problem({ type: 'unheardOf' })] })).toBe('in the way');
    expect(reason({ status: 'alarm', problems: [problem()] })).toBe('for 9 s');
  });
  it('says who drives it by hand', () => {
    expect(title({ mode: 'MANUAL', leaseHolder: 'Chen Yu' })).toBe('Driven manually by Chen Yu');
    expect(title({ mode: 'MANUAL' })).toBe('Driven manually');
  });
  it('is on its way to where it charges, waits or receives, until it is there', () => {
    const going = (kind: 'charge' | 'dock' | 'reception', given: Partial<RobotLive> = {}, target = '') =>
      title({ task: task({ kind, target, toGo: 16 }), ...given });
    expect([going('dock'), going('dock', {}, 'Bay 2')]).toEqual(['Returning to the dock', 'Returning to Bay 2']);
    expect([going('charge'), going('charge', {}, 'Bay 2')]).toEqual(['Going to charge', 'Going to charge at Bay 2']);
    expect([going('reception'), going('reception', {}, 'Lobby')]).toEqual([
      'Going to reception',
      'Going to reception at Lobby',
    ]);
    expect(title({ driving: true, task: task({ kind: 'dock', target: '' }) })).toBe('Returning to the dock');
    expect(title({ driving: false, task: task({ kind: 'dock', target: '', toGo: 0.4 }) })).toBe(
      'On standby in the dock',
    );
    expect(going('charge', { charging: true }, 'Bay 2')).toBe('Charging at Bay 2');
  });
  it('is ready without a task, and has never been heard without a word', () => {
    expect([title({ task: null }), title({ at: null }), reason({ at: null })]).toEqual([
      'On standby',
      'Never connected',
      '',
    ]);
  });
});

describe('why so, or how far', () => {
  it('comes in order of weight', () => {
    const everything = { held: true, paused: true, located: false, task: task({ toGo: 12 }) };
    expect(reason({ ...everything, connection: 'offline' })).toBe('last update 14:35');
    expect(reason({ ...everything, at: NOW - ROBOT_SILENT_MS - 1 })).toBe('not responding');
    expect(reason({ ...everything, eStop: 'MANUAL' })).toBe('emergency stop pressed');
    expect(reason(everything)).toBe('stopped by a user');
    expect(reason({ ...everything, held: false })).toBe('paused');
    expect(reason({ ...everything, held: false, paused: false })).toBe('position unknown');
  });
  it('tells how far the task is', () => {
    const stop = (reachedAt: number | null) => ({ name: '', pointId: null, reachedAt, expectedAt: null });
    expect(reason({ task: task({ stops: [stop(1), stop(null), stop(null)] }) })).toBe('stop 2 of 3');
    expect(reason({ task: task({ stops: [stop(1), stop(2)] }) })).toBe('stop 2 of 2');
    expect(reason({ task: task({ toGo: 16.2, until: NOW }) })).toBe('16 m to go, arrives 14:35');
    expect(reason({ task: task({ progress: 0.62, until: NOW }) })).toBe('62%, until 14:35');
    expect(reason({ task: task() })).toBe('');
  });
});

describe('an age in few letters', () => {
  it.each([
    [-5, '0.0 seconds'],
    [340, '0.3 seconds'],
    [9_990, '9.9 seconds'],
    [12_700, '12 seconds'],
    [33 * 60_000, '33 minutes'],
    [5 * 3_600_000, '5 hours'],
    [50 * 3_600_000, '2 days'],
  ])('%d ms is %s', (ms, said) => {
    const { n, unit } = ageOf(ms);
    expect(`${n} ${unit}`).toBe(said);
  });
});
