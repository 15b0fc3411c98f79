/** What people did about an alarm: who was told at both levels, and that notifications were off. */
import { expect, it } from 'vitest';
import type { CaseEntry } from '../../../contract/entities/alarmCase.ts';
import { stationsOf } from '../../../src/machines/eventRecords/caseStations.ts';

const CASE = { takenAt: 90, resolvedAt: null };
const entry = (kind: CaseEntry['kind'], at: number, to = '') => ({ kind, at, to });
const named = (...names: string[]) => names.map((name) => ({ name }));

it('counts the contacts of both levels, each once', () => {
  const entries = [entry('raised', 10), entry('told', 11, '2'), entry('told', 60, '2'), entry('taken', 90)];
  const notifications = named('Ana', 'Bo', 'Bo', 'Cy');
  expect(stationsOf({ case: CASE, entries, notifications })).toEqual({
    toldAt: 11,
    told: 3,
    isSilenced: false,
    takenAt: 90,
    resolvedAt: null,
  });
});

it('counts level two alone, when nobody was there for level one', () => {
  const entries = [entry('nobodyToTell', 11), entry('told', 60, '2')];
  expect(stationsOf({ case: CASE, entries, notifications: named('Bo', 'Cy') })).toMatchObject({ toldAt: 60, told: 2 });
});

it('has the number of the history where messages are gone or share a name', () => {
  expect(stationsOf({ case: CASE, entries: [entry('told', 11, '3')], notifications: named('Ana') }).told).toBe(3);
});

it('tells notifications that are off from nobody to tell', () => {
  const silenced = (kind: CaseEntry['kind']) =>
    stationsOf({ case: CASE, entries: [entry(kind, 11)], notifications: [] }).isSilenced;
  expect([silenced('notificationsOff'), silenced('nobodyToTell')]).toEqual([true, false]);
});
