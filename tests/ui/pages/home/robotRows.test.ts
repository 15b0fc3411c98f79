import { describe, expect, it } from 'vitest';
import type { HomeSort } from '../../../../src/ui/pages/home/homeQuery.ts';
import { filterCounts, robotRows } from '../../../../src/ui/pages/home/robotRows.ts';
import { NOW, robotOf } from '../../robotOf.ts';

const FLEET = [
  robotOf({ serialNumber: 'A', robotNickName: 'Porter 10', live: { status: 'working', battery: 78, at: NOW } }),
  robotOf({
    serialNumber: 'B',
    robotNickName: 'Porter 2',
    live: { status: 'charging', charging: true, battery: 12, at: NOW - 200 },
  }),
  robotOf({
    serialNumber: 'C',
    robotNickName: 'Mist',
    live: { status: 'offline', connection: 'offline', battery: null, at: null },
  }),
  robotOf({ serialNumber: 'D', robotNickName: 'West', live: { status: 'alarm', battery: 50, at: NOW - 100 } }),
];
const WORDS = { task: () => '', place: () => '' };
const order = (sort: HomeSort, descending = false) =>
  robotRows(FLEET, { filter: 'all', words: '', sort, descending }, WORDS)
    .map(({ serialNumber }) => serialNumber)
    .join('');

describe('the rows of the home page', () => {
  it('come in the order of who needs a person', () => {
    expect(order('need')).toBe('DCAB');
  });
  it('sort names as people count', () => {
    expect(order('robot')).toBe('CBAD');
    expect(order('robot', true)).toBe('DABC');
  });
  it('sort by battery and by age, what is not known last when rising', () => {
    expect(order('battery')).toBe('BDAC');
    expect(order('age')).toBe('ADBC');
  });
  it('pass filter and words at once', () => {
    const found = (filter: 'attention' | 'online', words: string) =>
      robotRows(FLEET, { filter, words, sort: 'need', descending: false }, WORDS).map(
        ({ serialNumber }) => serialNumber,
      );
    expect(found('attention', '')).toEqual(['D', 'C']);
    expect(found('online', 'PORTER')).toEqual(['A', 'B']);
    expect(found('attention', 'porter')).toEqual([]);
  });
  it("leave the fleet's own list alone", () => {
    const before = FLEET.map(({ serialNumber }) => serialNumber);
    order('robot');
    expect(FLEET.map(({ serialNumber }) => serialNumber)).toEqual(before);
  });
  it('are counted for each filter', () => {
    expect(filterCounts(FLEET)).toEqual({
      all: 4,
      attention: 2,
      stopped: 0,
      online: 3,
      working: 1,
      standby: 0,
      charging: 1,
      offline: 1,
    });
  });
});
