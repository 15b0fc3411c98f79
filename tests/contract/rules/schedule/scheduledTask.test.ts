/** The fields of a scheduled task: what can be saved, and what its JSON texts may hold. */
import { describe, expect, it } from 'vitest';
import {
  daysOf,
  daysText,
  faultsOfTask,
  keptStops,
  readCruiseSetting,
  readPointSettings,
  type TaskFields,
} from '../../../../contract/rules/schedule/scheduledTask.ts';

const stops = ['a', 'b', 'c'].map((areaId) => ({ areaId }));
const fields = (change: Partial<TaskFields> = {}): TaskFields => ({
  kind: 'cruise',
  executeTime: '22:40',
  cruiseCount: 4,
  speech: '',
  pathId: 'round',
  pointSettings: [],
  disinfection: null,
  ...change,
});
const setting = (areaId: string, change: object = {}) => ({
  areaId,
  skip: false,
  stayTime: null,
  speech: null,
  ...change,
});

describe('a task', () => {
  it.each([
    [{ executeTime: '24:00' }, 'timeEmpty'],
    [{ executeTime: '' }, 'timeEmpty'],
    [{ cruiseCount: 0 }, 'countWrong'],
    [{ cruiseCount: 1_001 }, 'countWrong'],
    [{ cruiseCount: 1.5 }, 'countWrong'],
    [{ speech: 'x'.repeat(401) }, 'speechTooLong'],
    [{ speech: '字'.repeat(201) }, 'speechTooLong'],
    [{ pathId: '' }, 'routeEmpty'],
    [{ pointSettings: [setting('a', { stayTime: -1 })] }, 'stayTimeWrong'],
    [{ pointSettings: [setting('a', { speech: 'x'.repeat(401) })] }, 'speechTooLong'],
    [{ pointSettings: [setting('z')] }, 'stopUnknown'],
    [{ pointSettings: [setting('a', { skip: true }), setting('b', { skip: true })] }, 'tooFewStops'],
  ])('with %j has the fault %s', (change, fault) => {
    expect(faultsOfTask(fields(change), stops).map(({ error }) => error)).toEqual([fault]);
  });

  it('with 1000 rounds, 400 letters and two stops left can be saved', () => {
    const change = { cruiseCount: 1_000, speech: 'x'.repeat(400), pointSettings: [setting('b', { skip: true })] };
    expect(faultsOfTask(fields(change), stops)).toEqual([]);
    expect(keptStops(stops, change.pointSettings)).toEqual([0, 2]);
  });

  it('has its days in order and each once', () => {
    expect(daysOf('7,1,1,3')).toEqual([1, 3, 7]);
    expect(daysOf('')).toEqual([]);
    expect(daysText([5, 1, 5])).toBe('1,5');
  });
});

describe('the JSON texts of a task', () => {
  it('are read with their defaults, and nothing is nothing', () => {
    expect(readPointSettings(null)).toEqual([]);
    expect(readPointSettings('[{"areaId":"a","skip":true}]')).toEqual([setting('a', { skip: true })]);
    expect(readCruiseSetting(null)).toEqual({ patience: 30 });
    expect(readCruiseSetting('{"patience":5}')).toEqual({ patience: 5 });
  });

  it.each(['{', '7', '{"areaId":"a"}', '[{"skip":true}]', '[{"areaId":"a b"}]'])('%s is refused', (text) =>
    expect(readPointSettings(text)).toBeNull(),
  );
  it.each(['[', '{"patience":-1}', '{"patience":100000}', '{"patience":"x"}'])('%s is refused', (text) =>
    expect(readCruiseSetting(text)).toBeNull(),
  );
});
